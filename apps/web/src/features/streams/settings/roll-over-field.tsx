import { Field, Select } from "@nightjar/ui";
import { plural } from "../../../lib/format.ts";

const HOURS = [1, 2, 3, 4, 6, 8, 10, 11];

interface RollOverFieldProps {
  value: number | null;
  onChange: (hours: number | null) => void;
}

/** Whether one broadcast lasts from Start to Stop, or the next takes over in time to be recorded. */
export function RollOverField({ value, onChange }: RollOverFieldProps) {
  const shown = value === null || HOURS.includes(value) ? HOURS : [...HOURS, value].toSorted((a, b) => a - b);
  return (
    <Field
      label="New broadcast"
      hint="YouTube keeps no recording of a broadcast that is longer than 12 hours. The next one is live, at an address of its own, before the one before it ends."
    >
      {(control) => (
        <Select {...control} value={value ?? ""} onChange={({ target }) => onChange(target.value === "" ? null : Number(target.value))}>
          <option value="">Never: one broadcast from Start to Stop</option>
          {shown.map((hours) => (
            <option key={hours} value={hours}>
              Every {hours === 1 ? "hour" : plural(hours, "hour")}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
