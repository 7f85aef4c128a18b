import type { StreamId, WallStream } from "@nightjar/contract";

/** What is told is up to four seconds old, and on a busy machine comes a second or two later: so none on the screen gets ten. */
export const LOOK_EVERY_MS = 3000;
/** While a live stream has no picture yet. */
export const LOOK_SOON_MS = 1000;
/** One that has had none for longer waits for something else: it may have failed. */
const SOON_FOR_MS = 30_000;

type Looked = Pick<WallStream, "streamId" | "picture">;

/** Since when streams have had no picture: it says when to look again. */
export class Pictureless {
  #sinceMs: ReadonlyMap<StreamId, number> = new Map();

  /** @param nowMs of a clock that is not set */
  lookAfterMs(streams: readonly Looked[], nowMs: number): number {
    const without = streams.filter(({ picture }) => picture === null);
    this.#sinceMs = new Map(without.map(({ streamId }) => [streamId, this.#sinceMs.get(streamId) ?? nowMs]));
    return [...this.#sinceMs.values()].some((sinceMs) => nowMs - sinceMs < SOON_FOR_MS) ? LOOK_SOON_MS : LOOK_EVERY_MS;
  }
}
