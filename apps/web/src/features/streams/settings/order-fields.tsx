import { STREAM_ORDERS } from "@nightjar/contract";
import { Field, Input, Select, Slider } from "@nightjar/ui";
import { oneOf } from "../../../lib/shape.ts";
import type { CheckedStream, StreamFormValues } from "./stream-changes.ts";

const ORDER_HINTS = {
  sequential: "From the top to the bottom, again and again.",
  shuffled: "Every track once in each round; tracks of one artist are kept apart.",
} as const;

const seconds = (ms: number) => `${(ms / 1000).toLocaleString("en")} s`;

interface OrderFieldsProps {
  values: StreamFormValues;
  errors: CheckedStream["errors"];
  onChange: (fields: Partial<StreamFormValues>) => void;
}

/** How tracks follow each other, and how loud they are. */
export function OrderFields({ values: { order, crossfadeMs, targetLufs }, errors, onChange }: OrderFieldsProps) {
  return (
    <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      <Field label="Order" hint={ORDER_HINTS[order]}>
        {(control) => (
          <Select {...control} value={order} onChange={({ target }) => onChange({ order: oneOf(STREAM_ORDERS, target.value) ?? order })}>
            <option value="sequential">In order</option>
            <option value="shuffled">Shuffled</option>
          </Select>
        )}
      </Field>
      <Field
        label={`Crossfade: ${crossfadeMs === 0 ? "none" : seconds(crossfadeMs)}`}
        hint={
          crossfadeMs === 0 ? "Each track follows the other without a gap." : "The end of each track fades into the beginning of the next."
        }
      >
        {(control) => (
          <Slider
            {...control}
            min={0}
            max={12_000}
            step={500}
            value={crossfadeMs}
            aria-valuetext={seconds(crossfadeMs)}
            onChange={({ target }) => onChange({ crossfadeMs: target.valueAsNumber })}
          />
        )}
      </Field>
      <Field
        label="Loudness (LUFS)"
        error={errors.targetLufs}
        hint="Every track is brought to it, from -40 to -5. Video platforms play at -14."
      >
        {(control) => (
          // The numeric keys of a phone have no minus.
          <Input {...control} value={targetLufs} onChange={({ target }) => onChange({ targetLufs: target.value })} />
        )}
      </Field>
    </div>
  );
}
