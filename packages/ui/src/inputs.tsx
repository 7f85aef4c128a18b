import { ChevronDown, Search } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

/** One line of text, from the side on which its language begins. */
export function Input({ className, type = "text", ...rest }: ComponentProps<"input">) {
  return <input type={type} dir="auto" className={cn("control", className)} {...rest} />;
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
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<"textarea">) {
  return <textarea rows={rows} dir="auto" className={cn("control resize-y", className)} {...rest} />;
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
