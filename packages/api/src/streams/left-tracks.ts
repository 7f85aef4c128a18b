import type { EnginePort, ItemId, StreamId } from "@nightjar/contract";

/** Who has left the track that is heard: it sounds a moment longer, and others who press because of it want no more than that. */
export interface LeftTracks {
  /** @returns whether another track is heard by now, or somebody else has left this one: who presses twice wants two left */
  isLeft(id: StreamId, itemId: ItemId, sessionKey: string): boolean;
  /** The track that is heard was left. */
  leave(id: StreamId, sessionKey: string): void;
}

export function createLeftTracks({ engine }: { readonly engine: Pick<EnginePort, "onAir"> }): LeftTracks {
  /** By its beginning: the same entry may be heard again. */
  const left = new Map<StreamId, { readonly startedAt: string; readonly sessionKey: string }>();
  return {
    isLeft(id, itemId, sessionKey) {
      const { track } = engine.onAir(id);
      // Nothing is heard that could be left twice, or it is not known yet what.
      if (track === null) return false;
      const last = left.get(id);
      return track.itemId !== itemId || (last?.startedAt === track.startedAt && last.sessionKey !== sessionKey);
    },
    leave(id, sessionKey) {
      const { track } = engine.onAir(id);
      if (track !== null) left.set(id, { startedAt: track.startedAt, sessionKey });
    },
  };
}
