import type { ReactNode } from "react";
import { Field } from "./field.tsx";
import { Select } from "./inputs.tsx";

export interface ChoiceFieldProps {
  label: string;
  hint?: string;
  /** What each value is called, in the order of the list. */
  names: Readonly<Record<string, string>>;
  /** An entry before all others. */
  first?: ReactNode;
  value: string;
  disabled: boolean;
  onChoose: (value: string) => void;
}

/** One of a few named values, taken as it is chosen. */
export function ChoiceField({ label, hint, names, first, value, disabled, onChoose }: ChoiceFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <Select {...control} value={value} disabled={disabled} onChange={({ target }) => onChoose(target.value)}>
          {first}
          {Object.entries(names).map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
