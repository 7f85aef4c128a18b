import type { Lane } from "@nightjar/media";

/** By when somebody needs a unit. */
export interface Claim {
  readonly lane: Lane;
  /** On the scheduler's clock; undefined: no date. */
  readonly dueAtMs?: number | undefined;
  /** The stream that shows it among what it waits for. */
  readonly streamId?: string | undefined;
}

const LANES: readonly Lane[] = ["air", "asked", "idle"];

/** Who needs a unit, and by when: the most urgent of them decides its turn. */
export class Claims {
  readonly #claims = new Map<string, Claim>();

  get isEmpty(): boolean {
    return this.#claims.size === 0;
  }

  has(claimant: string): boolean {
    return this.#claims.has(claimant);
  }

  /** In place of what the claimant wanted before, be it earlier or later. */
  set(claimant: string, claim: Claim): void {
    const streamId = claim.streamId ?? this.#claims.get(claimant)?.streamId;
    this.#claims.set(claimant, { ...claim, streamId });
  }

  /** The claimant asks for it once more: for another item, which makes what it asked for before no later. */
  add(claimant: string, claim: Claim): void {
    const known = this.#claims.get(claimant);
    if (!known || compareClaims(claim, known) < 0) this.set(claimant, claim);
  }

  /** @returns false when there was no such claim */
  release(claimant: string): boolean {
    return this.#claims.delete(claimant);
  }

  /** null: nobody needs it. */
  mostUrgent(): Claim | null {
    return [...this.#claims.values()].toSorted(compareClaims)[0] ?? null;
  }

  /** The most urgent of a stream's; null: it waits for something else. */
  ofStream(streamId: string): Claim | null {
    return [...this.#claims.values()].filter((claim) => claim.streamId === streamId).toSorted(compareClaims)[0] ?? null;
  }
}

export function dueOf({ dueAtMs }: Claim): number {
  return dueAtMs ?? Number.POSITIVE_INFINITY;
}

/** What is needed so soon is as good as lacking. */
const SOON_MS = 10_000;

/** A stream shows less than it wants without it, or will within moments. `nowMs`: on the scheduler's clock. */
export function isLacking(claim: Claim, nowMs: number): boolean {
  return claim.lane === "air" && dueOf(claim) - nowMs < SOON_MS;
}

function compareClaims(a: Claim, b: Claim): number {
  const byLane = LANES.indexOf(a.lane) - LANES.indexOf(b.lane);
  if (byLane !== 0 || dueOf(a) === dueOf(b)) return byLane;
  return dueOf(a) < dueOf(b) ? -1 : 1;
}
