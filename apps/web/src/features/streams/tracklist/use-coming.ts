import type { ItemId, StreamWithTracks } from "@nightjar/contract";
import { useMemo } from "react";
import { useLiveEntry } from "../../../lib/live/use-live.ts";
import { airTimes } from "./air-times.ts";

export interface OnAirNow {
  /** The entry on air; null: none is. */
  readonly itemId: ItemId | null;
  readonly nextItemId: ItemId | null;
  /** When each entry will be on air, as far as that is known: Unix time. */
  readonly times: ReadonlyMap<ItemId, number>;
}

const NO_TIMES: OnAirNow["times"] = new Map();

/** What of the list is on air, what is next, and when each entry will be: worked out here from what is told anyway. */
export function useComing(stream: StreamWithTracks): OnAirNow {
  const onAir = useLiveEntry(stream.id)?.onAir;
  const times = useMemo(() => (onAir && stream.isLive ? airTimes(stream.tracks, stream, onAir) : NO_TIMES), [onAir, stream]);
  return { itemId: onAir?.track?.itemId ?? null, nextItemId: onAir?.nextTrack?.itemId ?? null, times };
}
