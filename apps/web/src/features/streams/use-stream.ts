import { LIVE_REFRESH_MS, type Stream, type StreamWithTracks } from "@nightjar/contract";
import { useEffect } from "react";
import { live } from "../../lib/live/live.ts";
import { trpc } from "../../lib/trpc.ts";

export interface ChosenStream {
  readonly stream: Stream;
  /** undefined until its tracks are read. */
  readonly withTracks: StreamWithTracks | undefined;
}

/** The chosen stream whole; while it is live it is read again every five seconds, and its actual state with it. */
export function useStream(summary: Stream): ChosenStream {
  const query = trpc.streams.get.useQuery(
    { id: summary.id },
    { refetchInterval: ({ state }) => (state.data?.isLive === true ? LIVE_REFRESH_MS : false) },
  );
  const stream = query.data ?? summary;
  const onAir = trpc.streams.onAir.useQuery({ id: summary.id }, { refetchInterval: stream.isLive ? LIVE_REFRESH_MS : false });
  const { data, dataUpdatedAt } = onAir;
  useEffect(() => {
    if (data) live.put(summary.id, data, dataUpdatedAt);
  }, [data, dataUpdatedAt, summary.id]);
  return { stream, withTracks: query.data };
}
