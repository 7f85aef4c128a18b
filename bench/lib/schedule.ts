/** A render that is known from the beginning; times count from then. */
export interface DueRender {
  readonly id: string;
  readonly dueMs: number;
  readonly tookMs: number;
}

/**
 * When each would be done if nothing else were rendered: the earliest due first, what is listed first among equals, and each to its end,
 * by so many workers that are never idle.
 */
export function earliestDueFirst(renders: readonly DueRender[], workers: number): ReadonlyMap<string, number> {
  const freeAtMs = Array.from({ length: workers }, () => 0);
  const endsAtMs = new Map<string, number>();
  for (const { id, tookMs } of renders.toSorted((a, b) => a.dueMs - b.dueMs)) {
    const worker = freeAtMs.indexOf(Math.min(...freeAtMs));
    const endMs = (freeAtMs[worker] ?? 0) + tookMs;
    freeAtMs[worker] = endMs;
    endsAtMs.set(id, endMs);
  }
  return endsAtMs;
}

/** What a stream sounds, and the id of the render that is its picture. */
export interface Sounding {
  readonly id: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** When the first of these pictures is on air that is done before its sound has ended; Infinity: none is. What `endsAtMs` does not know is there. */
export function firstShownMs(sounding: readonly Sounding[], endsAtMs: ReadonlyMap<string, number>): number {
  for (const { id, fromMs, toMs } of sounding) {
    const shownMs = Math.max(fromMs, endsAtMs.get(id) ?? 0);
    if (shownMs < toMs) return shownMs;
  }
  return Number.POSITIVE_INFINITY;
}
