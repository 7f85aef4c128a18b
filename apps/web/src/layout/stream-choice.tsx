import type { StreamHead, StreamId } from "@nightjar/contract";
import { Field, Select } from "@nightjar/ui";
import type { ComponentProps } from "react";

export interface StreamChoiceProps extends Pick<ComponentProps<typeof Field>, "hint" | "className"> {
  streams: readonly Pick<StreamHead, "id" | "title">[];
  /** null: none yet; the same where it is none of them any more. */
  value: StreamId | null;
  onChange: (id: StreamId) => void;
}

/** Chooses one of the streams; who has chosen cannot go back to none. */
export function StreamChoice({ streams, value, onChange, ...field }: StreamChoiceProps) {
  const chosen = streams.find(({ id }) => id === value);
  const choose = (id: string) => {
    const stream = streams.find((each) => each.id === id);
    if (stream) onChange(stream.id);
  };
  return (
    <Field label="Stream" {...field}>
      {(control) => (
        <Select {...control} value={chosen?.id ?? ""} onChange={({ target }) => choose(target.value)}>
          {!chosen && <option value="">Choose a stream</option>}
          {streams.map(({ id, title }) => (
            <option key={id} value={id} dir="auto">
              {title}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
