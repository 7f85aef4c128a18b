/** One thing in the cache, as far as keeping or evicting it goes. */
export interface CacheEntry {
  readonly id: string;
  readonly bytes: number;
  /** Wall clock, because it outlives processes and boots. */
  readonly usedAtMs: number;
}

export interface Evictions {
  readonly ids: readonly string[];
  /** Nothing more may go, and it is still too much. */
  readonly isOverLimit: boolean;
}

/** What decides, beside the limit, what may go. */
export interface Keeping {
  readonly isPinned: (id: string) => boolean;
  readonly nowMs: number;
  readonly graceMs: number;
}

/** On air or to be, or used so lately that it may be on its way into a queue. A clock that was ahead makes no use last longer. */
export function isKept({ id, usedAtMs }: CacheEntry, { isPinned, nowMs, graceMs }: Keeping): boolean {
  return isPinned(id) || Math.abs(nowMs - usedAtMs) < graceMs;
}

/** What goes when the cache is too large: what was not used for longest, and nothing that is kept. */
export function chooseEvictions(options: Keeping & { readonly entries: Iterable<CacheEntry>; readonly limitBytes: number }): Evictions {
  const { limitBytes } = options;
  const entries = [...options.entries];
  let bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  if (bytes <= limitBytes) return { ids: [], isOverLimit: false };
  const ids: string[] = [];
  for (const entry of entries.toSorted((a, b) => a.usedAtMs - b.usedAtMs)) {
    if (bytes <= limitBytes) break;
    if (isKept(entry, options)) continue;
    ids.push(entry.id);
    bytes -= entry.bytes;
  }
  return { ids, isOverLimit: bytes > limitBytes };
}
