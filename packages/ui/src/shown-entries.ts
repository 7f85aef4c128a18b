/** Nobody reads what has come into a place within that, and a finger that was on its way cannot be held back. */
export const UNREAD_MS = 700;

export interface ShownEntries {
  readonly query: string;
  readonly ids: readonly string[];
  /** When one of them last went by itself, and others moved up. */
  readonly movedAtMs: number;
}

interface Shown {
  readonly query: string;
  readonly ids: readonly string[];
  readonly nowMs: number;
}

/** After what is shown now. What typing brings or takes away is looked at by whoever types. */
export function shownNext(before: ShownEntries, { query, ids, nowMs }: Shown): ShownEntries {
  if (before.query !== query) return { query, ids, movedAtMs: Number.NEGATIVE_INFINITY };
  const standing = new Set(ids);
  return { query, ids, movedAtMs: before.ids.every((id) => standing.has(id)) ? before.movedAtMs : nowMs };
}
