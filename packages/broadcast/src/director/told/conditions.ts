import type { Condition } from "@nightjar/contract";

export type ConditionCode = Condition["code"];

interface Patience {
  /** How long it must hold before it is told. */
  readonly raiseMs: number;
  /** How long it must be over before it is no longer told. */
  readonly clearMs: number;
}

/** What takes turns with itself for a moment is no news: hysteresis, per kind. */
export const PATIENCE: Readonly<Record<ConditionCode, Patience>> = {
  silence: { raiseMs: 15_000, clearMs: 3000 },
  "black-picture": { raiseMs: 10_000, clearMs: 3000 },
  "frozen-picture": { raiseMs: 30_000, clearMs: 5000 },
  "picture-fallback": { raiseMs: 2000, clearMs: 2000 },
  "render-behind": { raiseMs: 2000, clearMs: 5000 },
  // Counted every few seconds while it holds: it does not take turns with itself.
  "render-capacity": { raiseMs: 5000, clearMs: 5000 },
  "disk-full": { raiseMs: 0, clearMs: 0 },
  "cache-full": { raiseMs: 0, clearMs: 10_000 },
  "track-skipped": { raiseMs: 0, clearMs: 0 },
  // Retries come and go, and what they end with is one trouble.
  "destination-refused": { raiseMs: 0, clearMs: 8000 },
  "destination-down": { raiseMs: 5000, clearMs: 8000 },
  // One that is too slow is lost and connected anew for ever: it is not less slow while that is made.
  "destination-slow": { raiseMs: 0, clearMs: 60_000 },
};

interface Watched {
  text: string;
  /** ISO 8601, once it is told of: the wall clock may be set later. */
  since: string | null;
  readonly beganMs: number;
  lastSeenMs: number;
}

/** What is wrong with one stream: told when it lasts, and until it is over for good. Times are the caller's. */
export class ConditionBook {
  readonly #watched = new Map<ConditionCode, Watched>();
  readonly #wallTime: (atMs: number) => string;
  #list: readonly Condition[] = [];

  /** @param wallTime ISO 8601 of a time of `observe` */
  constructor(wallTime: (atMs: number) => string) {
    this.#wallTime = wallTime;
  }

  get list(): readonly Condition[] {
    return this.#list;
  }

  /** What is the case now, by its sentence. True when the list changed. */
  observe(seen: ReadonlyMap<ConditionCode, string>, nowMs: number): boolean {
    for (const [code, text] of seen) this.#see(code, text, nowMs);
    for (const [code, { since, lastSeenMs }] of this.#watched) {
      const isOver = !seen.has(code) && (since === null || nowMs - lastSeenMs >= PATIENCE[code].clearMs);
      if (isOver) this.#watched.delete(code);
    }
    const list = [...this.#watched]
      .toSorted(([, a], [, b]) => a.beganMs - b.beganMs)
      .flatMap(([code, { text, since }]) => (since === null ? [] : [{ code, text, since }]));
    const isSame = list.length === this.#list.length && list.every(({ code, text }, at) => matches(this.#list[at], code, text));
    if (!isSame) this.#list = list;
    return !isSame;
  }

  #see(code: ConditionCode, text: string, nowMs: number): void {
    const watched = this.#watched.get(code) ?? { text, since: null, beganMs: nowMs, lastSeenMs: nowMs };
    watched.text = text;
    watched.lastSeenMs = nowMs;
    if (nowMs - watched.beganMs >= PATIENCE[code].raiseMs) watched.since ??= this.#wallTime(watched.beganMs);
    this.#watched.set(code, watched);
  }
}

function matches(condition: Condition | undefined, code: ConditionCode, text: string): boolean {
  return condition?.code === code && condition.text === text;
}
