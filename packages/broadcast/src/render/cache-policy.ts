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

/**
 * What goes when the cache is too large: what was not used for longest, never what is on air or to be, and nothing that
 * was used within `graceMs`: it may be on its way into a queue.
 */
export function chooseEvictions(options: {
  entries: Iterable<CacheEntry>;
  limitBytes: number;
  isPinned: (id: string) => boolean;
  nowMs: number;
  graceMs: number;
}): Evictions {
  const { limitBytes, isPinned, nowMs, graceMs } = options;
  const entries = [...options.entries];
  let bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  if (bytes <= limitBytes) return { ids: [], isOverLimit: false };
  const ids: string[] = [];
  for (const entry of entries.toSorted((a, b) => a.usedAtMs - b.usedAtMs)) {
    if (bytes <= limitBytes) break;
    if (isPinned(entry.id) || nowMs - entry.usedAtMs < graceMs) continue;
    ids.push(entry.id);
    bytes -= entry.bytes;
  }
  return { ids, isOverLimit: bytes > limitBytes };
}
