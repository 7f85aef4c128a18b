import type { ItemId, Stream } from "@nightjar/contract";
import { useEffect, useMemo, useRef } from "react";
import { useLiveEntry } from "../../../lib/live/use-live.ts";
import { api, trpc } from "../../../lib/trpc.ts";

export interface OnAirNow {
  /** The entry on air; null: none is. */
  readonly itemId: ItemId | null;
  readonly nextItemId: ItemId | null;
  /** When each entry will be on air, as far as that is known: Unix time. */
  readonly times: ReadonlyMap<ItemId, number>;
}

const NO_TIMES: OnAirNow["times"] = new Map();

/** What of the list is on air, what is next, and when each entry will be: asked again when another track sounds, or follows. */
export function useComing(stream: Stream): OnAirNow {
  const onAir = useLiveEntry(stream.id)?.onAir;
  const { id, isLive } = stream;
  const coming = trpc.streams.coming.useQuery({ id }, { enabled: isLive });
  const order = `${onAir?.track?.itemId} ${onAir?.track?.startedAt} ${onAir?.nextTrack?.itemId} ${onAir?.quarantine.length}`;
  const askedAt = useRef(order);
  useEffect(() => {
    if (askedAt.current === order) return;
    askedAt.current = order;
    void api.streams.coming.invalidate({ id });
  }, [id, order]);
  const times = useMemo(() => new Map(coming.data?.map(({ itemId, atMs }) => [itemId, atMs])), [coming.data]);
  return { itemId: onAir?.track?.itemId ?? null, nextItemId: onAir?.nextTrack?.itemId ?? null, times: isLive ? times : NO_TIMES };
}
