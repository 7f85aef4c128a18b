import { useCallback, useMemo, useRef, useState } from "react";
import type { KeyTable } from "./keys.ts";
import { useShownKeys } from "./use-keys.ts";

/** Of each list whose rows are ticked: `press` is told of them by the box. */
export const CHOICE_KEYS: KeyTable = {
  of: "The boxes of a list",
  lines: [{ by: "Shift + Space, Shift + click", does: "Choose all from the last one to this" }],
};

/** Rows that are ticked, in the order they were: they stay so when the list shows others. */
export interface Chosen<Id> {
  readonly ids: ReadonlySet<Id>;
  add(ids: readonly Id[]): void;
  /** The others are ticked no more. */
  keep(isKept: (id: Id) => boolean): void;
  /** As a press does it: with Shift all from the one pressed before to this one, in the order of `shown`. */
  press(id: Id, withShift: boolean, shown: readonly Id[]): void;
  clear(): void;
}

/** @param first ticked at the beginning */
export function useChosen<Id>(first: readonly Id[] = []): Chosen<Id> {
  useShownKeys(CHOICE_KEYS);
  const [ids, setIds] = useState<ReadonlySet<Id>>(() => new Set(first));
  const pressed = useRef<Id>(undefined);
  const add = useCallback((more: readonly Id[]) => setIds((before) => new Set([...before, ...more])), []);
  const keep = useCallback((isKept: (id: Id) => boolean) => setIds((before) => new Set([...before].filter(isKept))), []);
  const press = useCallback(
    (id: Id, withShift: boolean, shown: readonly Id[]) => {
      const range = withShift ? rangeOf(shown, pressed.current, id) : [];
      pressed.current = id;
      if (range.length > 0) return add(range);
      setIds((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      });
    },
    [add],
  );
  const clear = useCallback(() => setIds(new Set()), []);
  return useMemo(() => ({ ids, add, keep, press, clear }), [ids, add, keep, press, clear]);
}

/** All from one to the other, whichever is the first; none where one of them is not there. */
export function rangeOf<Id>(list: readonly Id[], from: Id | undefined, to: Id): readonly Id[] {
  const ends = [list.findIndex((id) => id === from), list.indexOf(to)];
  return ends.includes(-1) ? [] : list.slice(Math.min(...ends), Math.max(...ends) + 1);
}
