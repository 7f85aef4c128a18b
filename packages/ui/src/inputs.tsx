import { ChevronDown, Search } from "lucide-react";
import { type ComponentProps, use } from "react";
import { cn } from "./cn.ts";
import { Locked } from "./locked.ts";

const takeNothing = () => undefined;

/** One line of text, from the side on which its language begins. */
export function Input({ className, type = "text", readOnly, ...rest }: ComponentProps<"input">) {
  return <input type={type} dir="auto" className={cn("control", className)} {...rest} readOnly={use(Locked) || readOnly} />;
}

/** One line of text that searches; give it an aria-label. */
export function SearchInput({ className, ...rest }: ComponentProps<"input">) {
  return (
    <div className={cn("relative", className)}>
      <Search aria-hidden className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-dim" />
      <Input type="search" className="pl-9" {...rest} />
    </div>
  );
}

/** Several lines of text. */
export function Textarea({ className, rows = 3, readOnly, ...rest }: ComponentProps<"textarea">) {
  return <textarea rows={rows} dir="auto" className={cn("control resize-y", className)} {...rest} readOnly={use(Locked) || readOnly} />;
}

export interface SelectProps extends ComponentProps<"select"> {
  /** Of a tool panel, where many stand close together. */
  compact?: boolean;
}

/** The system's own select: it opens as the phone's wheel and takes thousands of options. Give it a value: one that keeps its own cannot be locked. */
export function Select({ className, children, compact = false, onChange, ...rest }: SelectProps) {
  return (
    <div className={cn("relative min-w-0", className)}>
      <select
        className={cn("control appearance-none truncate pr-9", compact && "control-compact")}
        {...rest}
        onChange={use(Locked) ? takeNothing : onChange}
      >
        {children}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-dim" />
    </div>
  );
}

/** A value on a scale; give it the words for it as aria-valuetext where the figure alone does not tell. */
export function Slider({ className, onChange, ...rest }: Omit<ComponentProps<"input">, "type">) {
  return (
    <input
      type="range"
      className={cn("h-10 w-full cursor-pointer accent-moon disabled:opacity-55", className)}
      {...rest}
      onChange={use(Locked) ? takeNothing : onChange}
    />
  );
}
