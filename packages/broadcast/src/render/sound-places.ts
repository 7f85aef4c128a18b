import { type Scheduler, createScheduler } from "@nightjar/media";
import { type Claim, type Claims, dueOf } from "./claims.ts";

/** Where a render waits for its turn. */
export interface RenderPlace {
  readonly scheduler: Scheduler;
  /** How long it holds its place there. */
  readonly holdsPlaceUntil: "readable" | "made";
}

/** A sound that is to be made. */
interface WaitingSound {
  readonly claims: Claims;
  /** null while it waits. */
  readonly startedAtMs: number | null;
  /** To the place that is its own now. */
  moveOn(): void;
}

/** Until they can be read: one after the other the first is heard soon and the last no later, and what sends keeps the processor. */
const SOON_AT_ONCE = 3;
const LATER_AT_ONCE = 1;
const SMALL_AT_ONCE = 2;
/** What is due in less has to be begun: on a busy machine the end of a line of others may be minutes away. */
const SOON_MS = 20_000;

/** A sound that the air needs now, or within moments. */
export function isSoundSoon(claim: Claim, nowMs: number): boolean {
  return claim.lane === "air" && dueOf(claim) - nowMs <= SOON_MS;
}

/**
 * Where sounds wait for their turn. They are aired while they grow, and nothing airs without them: they do not wait behind pictures. But
 * what is due in a while only waits in a line of its own, because a dozen of them at once would take the machine from the pictures
 * that are lacking; whatever becomes due there leaves the line.
 */
export class SoundPlaces {
  readonly #soon: RenderPlace = { scheduler: newScheduler(SOON_AT_ONCE), holdsPlaceUntil: "readable" };
  readonly #later: RenderPlace = { scheduler: newScheduler(LATER_AT_ONCE), holdsPlaceUntil: "made" };
  /** For what is made within a moment, and must not wait for a place behind the long ones. */
  readonly small: RenderPlace = { scheduler: newScheduler(SMALL_AT_ONCE), holdsPlaceUntil: "made" };
  readonly #moving = new Map<WaitingSound, NodeJS.Timeout>();

  placeFor(claim: Claim): RenderPlace {
    return isSoundSoon(claim, performance.now()) ? this.#soon : this.#later;
  }

  /** Somebody needs it by another time. */
  follow(sound: WaitingSound): void {
    this.forget(sound);
    const most = sound.claims.mostUrgent();
    if (sound.startedAtMs !== null || most?.lane !== "air" || !Number.isFinite(dueOf(most))) return;
    const inMs = dueOf(most) - SOON_MS - performance.now();
    if (inMs <= 0) return sound.moveOn();
    // The clock of timers may run a little ahead of the one that is asked.
    this.#moving.set(sound, setTimeout(() => this.follow(sound), Math.ceil(inMs) + 1).unref());
  }

  /** It is made, or given up. */
  forget(sound: WaitingSound): void {
    clearTimeout(this.#moving.get(sound));
    this.#moving.delete(sound);
  }
}

function newScheduler(concurrency: number) {
  return createScheduler({ concurrency, now: () => performance.now() });
}
