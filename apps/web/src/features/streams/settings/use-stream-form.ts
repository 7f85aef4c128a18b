import type { StreamHead, StreamPatch } from "@nightjar/contract";
import { useState } from "react";
import { meet, taking } from "../../../layout/meet.ts";
import { checkStream, isChanged, streamForm, type CheckedStream, type StreamFieldName, type StreamFormValues } from "./stream-changes.ts";

export interface StreamForm {
  /** As the stream was read. */
  readonly start: StreamFormValues;
  readonly values: StreamFormValues;
  readonly errors: CheckedStream["errors"];
  readonly isTyped: boolean;
  /** What somebody else has changed since, and what is changed here too. */
  readonly met: readonly StreamFieldName[];
  change(fields: Partial<StreamFormValues>): void;
  /** @returns what was changed, and what that was read as; null: something is wrong with it */
  check(): StreamPatch | null;
  loadTheirs(): void;
  keepMine(): void;
}

/** The form of a stream: sends what was changed, and sees what others change meanwhile. */
export function useStreamForm(stream: StreamHead, isSaving: boolean): StreamForm {
  const [base, setBase] = useState(stream);
  const [values, setValues] = useState(() => streamForm(stream));
  const [errors, setErrors] = useState<CheckedStream["errors"]>({});
  const start = streamForm(base);
  const theirs = streamForm(stream);
  const { followed, met } = meet(start, values, theirs);
  if (followed.length > 0) {
    setBase(taking(base, stream, followed));
    setValues(taking(values, theirs, followed));
  }
  return {
    ...{ start, values, errors, isTyped: isChanged(start, values) },
    // What we save ourselves is read before the dialog goes.
    met: isSaving ? [] : met,
    change: (fields) => setValues((before) => ({ ...before, ...fields })),
    check() {
      const { patch, errors: found } = checkStream(start, values);
      setErrors(found);
      return patch && { ...patch, was: Object.fromEntries(Object.keys(patch).map((name) => [name, base[name as StreamFieldName]])) };
    },
    loadTheirs() {
      setBase(taking(base, stream, met));
      setValues(taking(values, theirs, met));
    },
    keepMine: () => setBase(taking(base, stream, met)),
  };
}
