import { useState } from "react";
import { cn } from "./cn.ts";

export interface NumberInputProps {
  id?: string;
  label: string;
  /** null: several things differ, or there is none. */
  value: number | null;
  min: number;
  max: number;
  step?: number;
  /** A short word or sign before the figure. */
  prefix?: string;
  /** "px" or "%", behind the figure. */
  unit?: string;
  placeholder?: string;
  /** As whole figures are typed and by the arrow keys; only what lies in the limits. */
  onChange: (value: number) => void;
  /** The field was emptied; without it that means nothing. */
  onClear?: () => void;
  /** The field was left, or Enter pressed. */
  onDone: () => void;
  disabled?: boolean;
  className?: string;
}

/** A figure, applied while it is typed. */
export function NumberInput(props: NumberInputProps) {
  const { id, label, value, min, max, step = 1, prefix, unit, placeholder = "Mixed", disabled = false } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const done = () => {
    setTyped(null);
    props.onDone();
  };
  const type = (text: string) => {
    setTyped(text);
    if (text.trim() === "") return props.onClear?.();
    const figure = Math.round(Number(text) / step) * step;
    if (Number.isFinite(figure) && figure >= min && figure <= max) props.onChange(figure);
  };
  const stepBy = (steps: number) => {
    const figure = Math.min(max, Math.max(min, (value ?? min) + steps * step));
    setTyped(null);
    props.onChange(figure);
  };
  return (
    <div
      className={cn(
        "control control-compact flex items-center gap-1 pr-2! has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-moon",
        disabled && "opacity-55",
        props.className,
      )}
    >
      {prefix !== undefined && (
        <span aria-hidden className="text-dim">
          {prefix}
        </span>
      )}
      <input
        {...(id !== undefined && { id })}
        role="spinbutton"
        inputMode="numeric"
        aria-label={label}
        aria-valuemin={min}
        aria-valuemax={max}
        {...(value !== null && { "aria-valuenow": value })}
        className="w-full min-w-0 flex-1 bg-transparent tabular-nums outline-none"
        value={typed ?? (value === null ? "" : String(Math.round(value * 100) / 100))}
        placeholder={placeholder}
        disabled={disabled}
        onChange={(event) => type(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={done}
        onKeyDown={(event) => {
          const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
          if (steps !== undefined) {
            event.preventDefault();
            stepBy(event.shiftKey ? steps * 10 : steps);
          } else if (event.key === "Enter") {
            done();
          }
        }}
      />
      {unit !== undefined && value !== null && (
        <span aria-hidden className="text-dim">
          {unit}
        </span>
      )}
    </div>
  );
}
