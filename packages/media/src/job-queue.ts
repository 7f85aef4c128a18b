/** What is needed on air, what somebody waits for, what can wait. */
export type Lane = "air" | "asked" | "idle";

/** A picture's render takes the whole machine: how long it holds its place. `long` is minutes. */
export type RenderLength = "short" | "long";

export interface Urgency {
  readonly lane: Lane;
  /** Monotonic or wall clock, the same for all jobs; Infinity when there is no date. */
  readonly dueAtMs: number;
}

export interface QueueEntry extends Urgency {
  /** Grows with each job: the older one has the smaller. */
  readonly sequence: number;
  readonly key: string | undefined;
  /** undefined: it renders no picture. */
  readonly render: RenderLength | undefined;
}

const LANE_RANK: Readonly<Record<Lane, number>> = { air: 0, asked: 1, idle: 2 };

/** Negative when `a` is more urgent: by lane, then by date. What is past due since longest comes first. */
export function compareUrgency(a: Urgency, b: Urgency): number {
  const byLane = LANE_RANK[a.lane] - LANE_RANK[b.lane];
  if (byLane !== 0 || a.dueAtMs === b.dueAtMs) return byLane;
  return a.dueAtMs < b.dueAtMs ? -1 : 1;
}

/** Order of service: by urgency, the older first among equals. */
export function compareEntries(a: QueueEntry, b: QueueEntry): number {
  return compareUrgency(a, b) || a.sequence - b.sequence;
}

/** The most urgent entry that may start now, or null. */
export function pickNext<T extends QueueEntry>(queued: Iterable<T>, running: readonly QueueEntry[], concurrency: number): T | null {
  const mayStart = gate(running, concurrency);
  let best: T | null = null;
  for (const entry of queued) {
    if (best !== null && compareEntries(entry, best) >= 0) continue;
    if (mayStart(entry)) best = entry;
  }
  return best;
}

/**
 * What may start beside what runs. Beyond `concurrency` one `air` job may start where something less urgent holds a place, but no
 * more pictures are rendered at once than there are places, and beside them at most one that nobody waits for. An entry waits while one with its key is still running (being
 * cancelled), so that a key never runs twice.
 */
function gate(running: readonly QueueEntry[], concurrency: number): (entry: QueueEntry) => boolean {
  const busyKeys = new Set(running.map((entry) => entry.key).filter((key) => key !== undefined));
  const renders = running.filter(({ render }) => render !== undefined);
  const neededRenders = renders.filter(({ lane }) => lane !== "idle");
  const slow = renders.filter(isSlow).length;
  // With a single place, which a slow one may hold for minutes, there is one more beside it.
  const places = Math.max(concurrency, slow + 1);
  const isBlockedByLess = running.some(({ lane }) => lane !== "air");
  return (entry) => {
    if (entry.key !== undefined && busyKeys.has(entry.key)) return false;
    if (isSlow(entry) && slow >= Math.max(1, concurrency - 1)) return false;
    const rivals = entry.lane === "air" ? neededRenders : renders;
    if (entry.render !== undefined && rivals.length >= places) return false;
    return running.length < places || (entry.lane === "air" && isBlockedByLess && running.length === places);
  };
}

/** Never holds the last place: what is needed on air at once would wait for minutes, or behind what nobody waits for. */
function isSlow({ lane, render }: QueueEntry): boolean {
  return render === "long" || (render === "short" && lane === "idle");
}
