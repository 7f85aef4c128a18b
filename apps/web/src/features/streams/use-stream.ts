import { LIVE_REFRESH_MS, type StreamHead, type StreamWithTracks } from "@nightjar/contract";
import { use, useEffect } from "react";
import { live } from "../../lib/live/live.ts";
import { api, queryClient, trpc } from "../../lib/trpc.ts";
import { Deleted } from "./state/deleted.ts";

export interface ChosenStream {
  readonly stream: StreamHead;
  /** undefined until its tracks are read. */
  readonly withTracks: StreamWithTracks | undefined;
}

/** The chosen stream whole; while it is live, what is live is read again every five seconds, and its actual state with it. */
export function useStream(summary: StreamHead): ChosenStream {
  const { id } = summary;
  const whole = trpc.streams.get.useQuery({ id });
  // What was read of one that is deleted may say that it is live.
  const stream = (!use(Deleted) && whole.data) || summary;
  const { data, dataUpdatedAt } = trpc.streams.live.useQuery({ id }, { refetchInterval: stream.isLive ? LIVE_REFRESH_MS : false });
  useEffect(() => {
    if (!data) return;
    live.put(id, data.onAir, dataUpdatedAt);
    takeHead(data.stream);
  }, [data, dataUpdatedAt, id]);
  return { stream, withTracks: whole.data };
}

/** All but the tracklist is as it was just read; the tracklist is read again where it is another one. */
function takeHead({ revision, ...head }: StreamHead): void {
  const known = api.streams.get.getData({ id: head.id });
  if (!known) return;
  queryClient.patch(() => void api.streams.get.setData({ id: head.id }, { ...known, ...head }));
  if (revision > known.revision) void api.streams.get.refetch({ id: head.id }, undefined, { cancelRefetch: false });
}
