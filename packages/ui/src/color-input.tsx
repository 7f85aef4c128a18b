import { useEffect, useRef, useState } from "react";
import { cn } from "./cn.ts";
import { isComposing } from "./is-composing.ts";

export interface ColorInputProps {
  /** Of the field with the figure. */
  id?: string;
  label: string;
  /** "#RRGGBB"; null: several things differ. */
  value: string | null;
  /** As the picker moves or whole figures are typed. */
  onChange: (color: string) => void;
  /** The picker was closed, or the field left. */
  onDone: () => void;
  className?: string;
}

const HEX = /^#?([0-9a-f]{6})$/i;

/** A colour, by the system's picker or as six digits. */
export function ColorInput({ id, label, value, onChange, onDone, className }: ColorInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const input = picker.current;
    // React hears `input` only; the end of picking is `change`.
    input?.addEventListener("change", onDone);
    return () => input?.removeEventListener("change", onDone);
  }, [onDone]);
  return (
    <div
      className={cn(
        "control control-compact flex items-center gap-2 px-1.5! has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-moon",
        className,
      )}
    >
      <span className="relative size-5 shrink-0 overflow-hidden rounded ring-1 ring-edge ring-inset has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-moon pointer-coarse:size-7">
        <span
          aria-hidden
          className="absolute inset-0"
          style={{ background: value ?? "conic-gradient(#e66,#ee6,#6e6,#6ee,#66e,#e6e,#e66)" }}
        />
        <input
          ref={picker}
          type="color"
          aria-label={`${label}, picker`}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
          value={(value ?? "#FFFFFF").toLowerCase()}
          onChange={(event) => onChange(event.target.value.toUpperCase())}
        />
      </span>
      <input
        {...(id !== undefined && { id })}
        aria-label={label}
        className="min-w-0 flex-1 bg-transparent uppercase tabular-nums outline-none"
        value={typed ?? value?.toUpperCase() ?? ""}
        placeholder="Mixed"
        maxLength={7}
        spellCheck={false}
        onChange={(event) => {
          setTyped(event.target.value);
          const digits = HEX.exec(event.target.value.trim())?.[1];
          if (digits !== undefined) onChange(`#${digits.toUpperCase()}`);
        }}
        onBlur={() => {
          setTyped(null);
          onDone();
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !isComposing(event.nativeEvent)) event.currentTarget.blur();
        }}
      />
    </div>
  );
}
