import { useState } from "react";
import { meet, taking } from "./meet.ts";

export interface MetValues<Read, Values> {
  /** As it was read when the form was filled, and what others changed since that is not changed here. */
  readonly base: Read;
  readonly start: Values;
  readonly values: Values;
  /** What somebody else has changed since, and what is changed here too. */
  readonly met: readonly (keyof Values)[];
  change(values: Partial<Values>): void;
  loadTheirs(): void;
  keepMine(): void;
}

/** The values of a form over what others may change meanwhile: what is not changed here follows, and the rest is told. */
export function useMetValues<Values extends object, Read extends Record<keyof Values, unknown>>(
  read: Read,
  valuesOf: (read: Read) => Values,
  isSaving: boolean,
): MetValues<Read, Values> {
  const [base, setBase] = useState(read);
  const [values, setValues] = useState(() => valuesOf(read));
  const start = valuesOf(base);
  const theirs = valuesOf(read);
  const { followed, met } = meet(start, values, theirs);
  if (followed.length > 0) {
    setBase(taking<Read>(base, read, followed));
    setValues(taking(values, theirs, followed));
  }
  return {
    ...{ base, start, values },
    // What we save ourselves is read before the dialog goes.
    met: isSaving ? [] : met,
    change: (changed) => setValues((before) => ({ ...before, ...changed })),
    loadTheirs() {
      setBase(taking<Read>(base, read, met));
      setValues(taking(values, theirs, met));
    },
    keepMine: () => setBase(taking<Read>(base, read, met)),
  };
}
