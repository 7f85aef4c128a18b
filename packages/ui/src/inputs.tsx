import { Check, ChevronDown, Search } from "lucide-react";
import { Checkbox as RadixCheckbox } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

/** One line of text. */
export function Input({ className, type = "text", ...rest }: ComponentProps<"input">) {
  return <input type={type} className={cn("control", className)} {...rest} />;
}

/** One line of text that searches; give it an aria-label. */
export function SearchInput({ className, ...rest }: ComponentProps<"input">) {
  return (
    <div className={cn("relative", className)}>
      <Search aria-hidden className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-dim" />
      <input type="search" className="control pl-9" {...rest} />
    </div>
  );
}

/** Several lines of text. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<"textarea">) {
  return <textarea rows={rows} className={cn("control resize-y", className)} {...rest} />;
}

export interface SelectProps extends ComponentProps<"select"> {
  /** Of a tool panel, where many stand close together. */
  compact?: boolean;
}

/** The system's own select: it opens as the phone's wheel and takes thousands of options. */
export function Select({ className, children, compact = false, ...rest }: SelectProps) {
  return (
    <div className={cn("relative min-w-0", className)}>
      <select className={cn("control appearance-none truncate pr-9", compact && "control-compact")} {...rest}>
        {children}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-dim" />
    </div>
  );
}

/** A value on a scale; give it the words for it as aria-valuetext where the figure alone does not tell. */
export function Slider({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
  return <input type="range" className={cn("h-10 w-full cursor-pointer accent-moon disabled:opacity-55", className)} {...rest} />;
}

export interface CheckboxProps extends ComponentProps<typeof RadixCheckbox.Root> {
  label: string;
}

/** A box to tick, with its label at the right. */
export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  return (
    <label className={cn("flex min-h-10 cursor-pointer items-center gap-2.5 text-sm text-soft", className)}>
      <RadixCheckbox.Root
        className="grid size-5 shrink-0 place-items-center rounded border border-edge bg-night data-[state=checked]:border-moon data-[state=checked]:bg-moon"
        {...rest}
      >
        <RadixCheckbox.Indicator>
          <Check aria-hidden className="size-3.5 text-night forced-colors:text-[ButtonText]" strokeWidth={3} />
        </RadixCheckbox.Indicator>
      </RadixCheckbox.Root>
      {label}
    </label>
  );
}
