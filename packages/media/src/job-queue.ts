/** What is needed on air, what somebody waits for, what can wait. */
export type Lane = "air" | "asked" | "idle";

export interface Urgency {
  readonly lane: Lane;
  /** Monotonic or wall clock, the same for all jobs; Infinity when there is no date. */
  readonly dueAtMs: number;
}

export interface QueueEntry extends Urgency {
  /** Grows with each job: the older one has the smaller. */
  readonly sequence: number;
  readonly key: string | undefined;
}

const LANE_RANK: Readonly<Record<Lane, number>> = { air: 0, asked: 1, idle: 2 };

/** Negative when `a` is more urgent: by lane, then by date. */
export function compareUrgency(a: Urgency, b: Urgency): number {
  const byLane = LANE_RANK[a.lane] - LANE_RANK[b.lane];
  if (byLane !== 0 || a.dueAtMs === b.dueAtMs) return byLane;
  return a.dueAtMs < b.dueAtMs ? -1 : 1;
}

/** Order of service: by urgency, the older first among equals. */
export function compareEntries(a: QueueEntry, b: QueueEntry): number {
  return compareUrgency(a, b) || a.sequence - b.sequence;
}

/**
 * The entry to start now, or null. Beyond `concurrency` one `air` job may start where something less urgent holds a
 * place; an entry waits while one with its key is still running (being cancelled), so that a key never runs twice.
 */
export function pickNext<T extends QueueEntry>(queued: Iterable<T>, running: readonly QueueEntry[], concurrency: number): T | null {
  const busyKeys = new Set(running.map((entry) => entry.key).filter((key) => key !== undefined));
  let best: T | null = null;
  for (const entry of queued) {
    if (entry.key !== undefined && busyKeys.has(entry.key)) continue;
    if (best === null || compareEntries(entry, best) < 0) best = entry;
  }
  if (best === null || running.length < concurrency) return best;
  const blockedByLess = running.some((entry) => entry.lane !== "air");
  return best.lane === "air" && blockedByLess && running.length < concurrency + 1 ? best : null;
}
