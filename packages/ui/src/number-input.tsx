import { useEffect, useRef, useState } from "react";
import { cn } from "./cn.ts";
import { figureOf } from "./figure.ts";
import { isComposing } from "./is-composing.ts";

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
  /** By the arrow keys, and once a figure is typed: by Enter or by leaving the field. Always within the limits. */
  onChange: (value: number) => void;
  /** The field was emptied and left; without it that means nothing. */
  onClear?: () => void;
  /** The field was left, or Enter pressed. */
  onDone: () => void;
  disabled?: boolean;
  className?: string;
}

/** What was typed and is not applied yet, and to what it was typed: that may be chosen no longer when the field is left. */
interface Typed {
  readonly text: string;
  apply(): void;
}

/** A figure, applied when it is typed to its end: its first digits are figures of their own, and nobody means those. */
export function NumberInput(props: NumberInputProps) {
  const { id, label, value, min, max, step = 1, prefix, unit, placeholder = "Mixed", disabled = false } = props;
  const [typed, setTyped] = useState<Typed | null>(null);
  const waiting = useRef<Typed | null>(null);
  const keep = (next: Typed | null) => {
    waiting.current = next;
    setTyped(next);
  };
  // A field that goes away while it is typed in has been left too.
  useEffect(() => () => waiting.current?.apply(), []);

  const type = (text: string) => {
    const { onChange, onClear, onDone } = props;
    const apply = () => {
      const figure = figureOf(text, { min, max, step });
      if (figure !== null) onChange(figure);
      else if (text.trim() === "") onClear?.();
      onDone();
    };
    keep({ text, apply });
  };
  const done = () => {
    if (waiting.current === null) props.onDone();
    else waiting.current.apply();
    keep(null);
  };
  const stepBy = (steps: number) => {
    const from = figureOf(typed?.text ?? "", { min, max, step }) ?? value ?? min;
    keep(null);
    props.onChange(Math.min(max, Math.max(min, from + steps * step)));
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
        value={typed?.text ?? (value === null ? "" : String(Math.round(value * 100) / 100))}
        placeholder={placeholder}
        disabled={disabled}
        onChange={(event) => type(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={done}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return;
          const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
          if (steps !== undefined) {
            event.preventDefault();
            stepBy(event.shiftKey ? steps * 10 : steps);
          } else if (event.key === "Enter") {
            done();
          } else if (event.key === "Escape" && typed !== null) {
            // As it was; a dialog around the field stays open.
            event.stopPropagation();
            keep(null);
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
