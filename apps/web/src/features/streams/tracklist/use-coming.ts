import type { ItemId, StreamWithTracks } from "@nightjar/contract";
import { useMemo } from "react";
import type { LiveEntry, LiveSnapshot } from "../../../lib/live/live-store.ts";
import { useConnection, useLiveEntry } from "../../../lib/live/use-live.ts";
import { airTimes } from "./air-times.ts";
import type { Airing } from "./steps.ts";

export interface OnAirNow extends Airing {
  /** Something is on air, and that is so now. */
  readonly isHeard: boolean;
  /** When each entry will be on air, as far as that is known: Unix time. */
  readonly times: ReadonlyMap<ItemId, number>;
}

const NO_TIMES: OnAirNow["times"] = new Map();

/** What of the list is on air, what is next, and when each entry will be: worked out here from what is told anyway. */
export function useComing(stream: StreamWithTracks): OnAirNow {
  const connection = useConnection();
  const entry = useLiveEntry(stream.id);
  const onAir = entry?.onAir;
  const times = useMemo(() => (onAir && stream.isLive ? airTimes(stream.tracks, stream, onAir) : NO_TIMES), [onAir, stream]);
  return { ...airingOf(connection, entry), times };
}

/** What was heard before a rest or a break is left by now. When what follows begins is told by the server's clock, which may be another. */
export function airingOf(connection: LiveSnapshot["connection"], entry: LiveEntry | undefined): Omit<OnAirNow, "times"> {
  const { track, nextTrack, positionMs = 0 } = entry?.onAir ?? {};
  const inMs = track && nextTrack ? Date.parse(nextTrack.startedAt) - Date.parse(track.startedAt) - positionMs : Infinity;
  return {
    isHeard: connection === "open" && !!track,
    itemId: track?.itemId ?? null,
    nextItemId: nextTrack?.itemId ?? null,
    nextStartsAtMs: (entry?.receivedAtMs ?? 0) + inMs,
  };
}
