import type { EnginePort, ItemId, StreamId } from "@nightjar/contract";
import { Recent } from "@nightjar/kit";
import type { Clock } from "../ports.ts";

/** A change is heard within a few seconds (decision 0018): what is heard still was not left, for the engine may drop a jump. */
const REMEMBERED_MS = 10_000;
/** Whoever asks again does so within minutes; a dozen streams may be skipped by one press. */
const PRESSES_MAX = 1000;

/** Who leaves a track. */
export interface Press {
  readonly sessionKey: string;
  /** The same for each try of one press; undefined: it is tried once. */
  readonly pressId?: string | undefined;
}

/** What a skip is asked because of. */
export interface Heard extends Pick<Press, "sessionKey"> {
  readonly itemId: ItemId;
}

/** Who has left the track that is heard: it sounds a moment longer, and others who press because of it want no more than that. */
export interface LeftTracks {
  /** @returns whether another track is heard by now, or this one was left: by somebody else, for who presses twice wants two left */
  isLeft(id: StreamId, heard: Heard): boolean;
  /** @returns whether that press has left one already, and only its answer was lost */
  isCarriedOut(id: StreamId, press: Press): boolean;
  /** The track that is heard was left. */
  leave(id: StreamId, press: Press): void;
}

export function createLeftTracks({ engine, clock }: { readonly engine: Pick<EnginePort, "onAir">; readonly clock: Clock }): LeftTracks {
  /** By its beginning: the same entry may be heard again. */
  const left = new Map<StreamId, { readonly startedAt: string; readonly sessionKey: string; readonly atMs: number }>();
  const carriedOut = new Recent<string, true>({ most: PRESSES_MAX });
  // A clock that was set back makes nothing last longer.
  const isRecent = (atMs: number) => Math.abs(clock.nowMs() - atMs) < REMEMBERED_MS;
  return {
    isLeft(id, { itemId, sessionKey }) {
      const { track } = engine.onAir(id);
      // Nothing is heard that could be left twice, or it is not known yet what.
      if (track === null) return false;
      const last = left.get(id);
      if (track.itemId !== itemId) return true;
      return last?.startedAt === track.startedAt && last.sessionKey !== sessionKey && isRecent(last.atMs);
    },
    isCarriedOut: (id, { pressId }) => pressId !== undefined && carriedOut.get(`${id} ${pressId}`) !== undefined,
    leave(id, { sessionKey, pressId }) {
      if (pressId !== undefined) carriedOut.set(`${id} ${pressId}`, true);
      const { track } = engine.onAir(id);
      if (track !== null) left.set(id, { startedAt: track.startedAt, sessionKey, atMs: clock.nowMs() });
    },
  };
}
