import type { EnginePort, ItemId, StreamId } from "@nightjar/contract";
import type { Clock } from "../ports.ts";

/** A change is heard within a few seconds (decision 0018): what is heard still was not left, for the engine may drop a jump. */
const REMEMBERED_MS = 10_000;

/** What a skip is asked because of. */
export interface Heard {
  readonly itemId: ItemId;
  readonly sessionKey: string;
  /** Asked before, and the answer was lost. */
  readonly isAgain: boolean;
}

/** Who has left the track that is heard: it sounds a moment longer, and others who press because of it want no more than that. */
export interface LeftTracks {
  /** @returns whether another track is heard by now, or this one was left: by somebody else, for who presses twice wants two left */
  isLeft(id: StreamId, heard: Heard): boolean;
  /** The track that is heard was left. */
  leave(id: StreamId, sessionKey: string): void;
}

export function createLeftTracks({ engine, clock }: { readonly engine: Pick<EnginePort, "onAir">; readonly clock: Clock }): LeftTracks {
  /** By its beginning: the same entry may be heard again. */
  const left = new Map<StreamId, { readonly startedAt: string; readonly sessionKey: string; readonly atMs: number }>();
  // A clock that was set back makes nothing last longer.
  const isRecent = (atMs: number) => Math.abs(clock.nowMs() - atMs) < REMEMBERED_MS;
  return {
    isLeft(id, { itemId, sessionKey, isAgain }) {
      const { track } = engine.onAir(id);
      // Nothing is heard that could be left twice, or it is not known yet what.
      if (track === null) return false;
      const last = left.get(id);
      if (track.itemId !== itemId) return true;
      return last?.startedAt === track.startedAt && (isAgain || last.sessionKey !== sessionKey) && isRecent(last.atMs);
    },
    leave(id, sessionKey) {
      const { track } = engine.onAir(id);
      if (track !== null) left.set(id, { startedAt: track.startedAt, sessionKey, atMs: clock.nowMs() });
    },
  };
}
