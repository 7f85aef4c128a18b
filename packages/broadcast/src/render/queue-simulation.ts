import { type QueueEntry, pickNext } from "@nightjar/media";

/** A picture that is to be rendered, or is half way. */
export interface SimulatedRender extends Omit<QueueEntry, "sequence"> {
  readonly isRunning: boolean;
  /** What is left of it, in time of the whole machine. */
  readonly leftMs: number;
  /** Of that, what is left until its beginning can be read. */
  readonly leftToReadMs: number;
}

export interface SimulatedEnd {
  readonly readableAtMs: number;
  readonly completeAtMs: number;
}

interface Running extends QueueEntry {
  readonly index: number;
  leftMs: number;
  leftToReadMs: number;
  readableAtMs: number | null;
}

/**
 * When each of these renders is readable and complete, if nothing else is asked for: in the scheduler's own order, on so many
 * places, those that run at once sharing the machine. @returns in the order of `renders`, oldest first
 */
export function simulateQueue(renders: readonly SimulatedRender[], nowMs: number, places: number): SimulatedEnd[] {
  const entries = renders.map((render, index): Running => {
    const { lane, dueAtMs, key, render: length, leftMs, leftToReadMs } = render;
    return { lane, dueAtMs, key, render: length, sequence: index, index, leftMs, leftToReadMs, readableAtMs: null };
  });
  const queued = new Set(entries.filter(({ index }) => !renders[index]?.isRunning));
  const running = new Set(entries.filter(({ index }) => renders[index]?.isRunning));
  const ends = Array.from(renders, (): SimulatedEnd => ({ readableAtMs: nowMs, completeAtMs: nowMs }));
  let atMs = nowMs;
  for (;;) {
    for (let next = pickNext(queued, [...running], places); next; next = pickNext(queued, [...running], places)) {
      queued.delete(next);
      running.add(next);
    }
    if (running.size === 0) return ends;
    const chargedMs = Math.min(...[...running].map(({ leftMs }) => leftMs));
    for (const entry of running) advance(entry, chargedMs, atMs, running.size);
    atMs += chargedMs * running.size;
    for (const entry of running) {
      if (entry.leftMs > 0) continue;
      running.delete(entry);
      ends[entry.index] = { readableAtMs: entry.readableAtMs ?? atMs, completeAtMs: atMs };
    }
  }
}

function advance(entry: Running, chargedMs: number, atMs: number, sharers: number): void {
  if (entry.readableAtMs === null && entry.leftToReadMs <= chargedMs) entry.readableAtMs = atMs + Math.max(0, entry.leftToReadMs) * sharers;
  entry.leftMs -= chargedMs;
  entry.leftToReadMs -= chargedMs;
}
