import type { StreamHead, StreamPatch } from "@nightjar/contract";
import { useState } from "react";
import { useMetValues, type MetValues } from "../../../layout/use-met-values.ts";
import { checkStream, isChanged, streamForm, type CheckedStream, type StreamFieldName, type StreamFormValues } from "./stream-changes.ts";

export interface StreamForm extends MetValues<StreamHead, StreamFormValues> {
  readonly errors: CheckedStream["errors"];
  readonly isTyped: boolean;
  /** @returns what was changed, and what that was read as; null: something is wrong with it */
  check(): StreamPatch | null;
}

/** The form of a stream: sends what was changed, and sees what others change meanwhile. */
export function useStreamForm(stream: StreamHead, isSaving: boolean): StreamForm {
  const form = useMetValues(stream, streamForm, isSaving);
  const [errors, setErrors] = useState<CheckedStream["errors"]>({});
  const { base, start, values } = form;
  return {
    ...form,
    ...{ errors, isTyped: isChanged(start, values) },
    check() {
      const { patch, errors: found } = checkStream(start, values);
      setErrors(found);
      return patch && { ...patch, was: Object.fromEntries(Object.keys(patch).map((name) => [name, base[name as StreamFieldName]])) };
    },
  };
}
