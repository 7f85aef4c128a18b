import { useCallback, useMemo, useState } from "react";

/** Rows that are ticked, in the order they were: they stay so when the list shows others. */
export interface Chosen<Id> {
  readonly ids: ReadonlySet<Id>;
  toggle(id: Id): void;
  add(ids: readonly Id[]): void;
  clear(): void;
}

export function useChosen<Id>(): Chosen<Id> {
  const [ids, setIds] = useState<ReadonlySet<Id>>(new Set());
  const toggle = useCallback((id: Id) => {
    setIds((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }, []);
  const add = useCallback((more: readonly Id[]) => setIds((before) => new Set([...before, ...more])), []);
  const clear = useCallback(() => setIds(new Set()), []);
  return useMemo(() => ({ ids, toggle, add, clear }), [ids, toggle, add, clear]);
}
