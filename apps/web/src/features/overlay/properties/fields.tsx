import { ColorInput, NumberInput, Select, Slider, stepFromOutside } from "@nightjar/ui";
import { type ReactNode, useId } from "react";
import type { Edit } from "../use-design.ts";

/** A part of the panel, with a quiet heading. */
export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children?: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2.5 border-t border-line px-3 py-3 first:border-t-0">
      <header className="flex min-h-6 items-center justify-between gap-2">
        <h2 id={id} className="text-xs font-semibold tracking-wide text-soft">
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

/** A control with its label at the left. */
export function Line({ label, htmlFor, children }: { label: string; htmlFor?: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[4.25rem_minmax(0,1fr)] items-center gap-2">
      <label {...(htmlFor !== undefined && { htmlFor })} className="text-[0.8125rem] text-dim">
        {label}
      </label>
      {children}
    </div>
  );
}

interface SliderLineProps {
  label: string;
  /** What it is called where the label alone does not tell. */
  name?: string;
  edit: Pick<Edit<number>, "value" | "slide" | "done">;
  min: number;
  max: number;
  /** Where the figure may go further than the slider. */
  inputMax?: number;
  unit: string;
}

/**
 * A slider and its figure: dragging is one step of undo. A value that the figure took beyond the slider's end stays as it is until the
 * slider is moved: the pointer names a value and gets it, a key steps from where the value is.
 */
export function SliderLine({ label, name = label, edit, min, max, inputMax = max, unit }: SliderLineProps) {
  const id = useId();
  const { value, slide, done } = edit;
  return (
    <Line label={label} htmlFor={id}>
      <div className="grid grid-cols-[minmax(0,1fr)_4.25rem] items-center gap-2">
        <Slider
          id={id}
          aria-label={name}
          className="h-8 pointer-coarse:h-11"
          min={min}
          max={max}
          step={1}
          value={value ?? min}
          aria-valuetext={value === undefined ? "Mixed" : `${value} ${unit}`}
          onChange={(event) => slide(Number(event.target.value))}
          onKeyDown={(event) => {
            const next = value === undefined ? null : stepFromOutside(value, event.key, { min, max });
            if (next === null) return;
            event.preventDefault();
            if (next !== value) slide(next);
          }}
          onPointerUp={done}
          onKeyUp={done}
          onBlur={done}
        />
        <NumberInput
          label={`${name}, figure`}
          value={value ?? null}
          min={min}
          max={inputMax}
          unit={unit}
          placeholder="–"
          onChange={slide}
          onDone={done}
        />
      </div>
    </Line>
  );
}

interface SelectLineProps<Value extends string> {
  label: string;
  value: Value | undefined;
  options: readonly { value: Value; name: string }[];
  onChange: (value: Value) => void;
}

export function SelectLine<Value extends string>({ label, value, options, onChange }: SelectLineProps<Value>) {
  const id = useId();
  return (
    <Line label={label} htmlFor={id}>
      <Select
        id={id}
        compact
        value={value ?? ""}
        onChange={(event) => {
          const option = options.find((candidate) => candidate.value === event.target.value);
          if (option) onChange(option.value);
        }}
      >
        {value === undefined && (
          <option value="" disabled>
            Mixed
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </Select>
    </Line>
  );
}

/** A colour; picking is one step of undo. */
export function ColorLine({
  label,
  name = label,
  edit,
}: {
  label: string;
  name?: string;
  edit: Pick<Edit<string>, "value" | "slide" | "done">;
}) {
  const id = useId();
  return (
    <Line label={label} htmlFor={id}>
      <ColorInput id={id} label={name} value={edit.value ?? null} onChange={edit.slide} onDone={edit.done} />
    </Line>
  );
}
