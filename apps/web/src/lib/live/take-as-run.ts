import type { AsRunEntry, AsRunPage, LiveEvent, StreamId, StreamSummary, StreamWithTracks, TrackId, TrackPage } from "@nightjar/contract";
import { getQueryKey } from "@trpc/react-query";
import { api, queryClient, trpc } from "../trpc.ts";
import { type Pages, type Shown, sortedByPlays, withEntry, withPlays } from "./patches.ts";

export type AsRunEvent = Extract<LiveEvent, { type: "as-run" }>;

/** The log of a stream that is shown for weeks grows with every track: from here on it is read anew. */
const LONGEST_PAGE = 60;

/** A track began or ended: what was read before is brought up to date in place. */
export function takeAsRun(event: AsRunEvent): void {
  queryClient.patch(() => patchAll(event));
}

function patchAll({ entry, playCount, currentTrackId }: AsRunEvent): void {
  if (playCount !== null) takePlays(entry.trackId, playCount);
  takeCurrentTrack(entry.streamId, currentTrackId);
  readWhatIsUnderWay(entry);
  const queryKey = getQueryKey(trpc.streams.asRun, { id: entry.streamId }, "query");
  for (const [key, page] of queryClient.getQueriesData<AsRunPage>({ queryKey })) {
    if (!page) continue;
    if (isNarrowed(key[1])) {
      // What is looked for in it is known to the server alone.
      void queryClient.invalidateQueries({ queryKey: key });
      continue;
    }
    const next = withEntry(page, entry, shownBy(key[1]));
    if (next.items.length > LONGEST_PAGE) void queryClient.invalidateQueries({ queryKey: key });
    else queryClient.setQueryData(key, next);
  }
}

/** Its answer may not know of this yet. */
function readWhatIsUnderWay({ streamId: id, trackId }: AsRunEntry): void {
  const { streams, tracks } = trpc;
  const ofStream = [streams.get, streams.live, streams.asRun].map((call) => getQueryKey(call, { id }));
  const ofTrack = getQueryKey(tracks.get, { id: trackId });
  for (const queryKey of [getQueryKey(streams.summaries), getQueryKey(tracks.list), ofTrack, ...ofStream])
    void queryClient.readOnceMore({ queryKey });
}

/** While a stream is live it is looked at again and again; an answer from before its end would be the last word. */
export function takeOff(id: string): void {
  void queryClient.readOnceMore({ queryKey: getQueryKey(trpc.streams.live, { id }) });
}

function takePlays(trackId: TrackId, playCount: number): void {
  api.tracks.get.setData({ id: trackId }, (track) => track && { ...track, playCount });
  const patch = (page: TrackPage) => withPlays(page, trackId, playCount);
  queryClient.setQueriesData<TrackPage>({ queryKey: getQueryKey(trpc.tracks.list, undefined, "query") }, (page) => page && patch(page));
  queryClient.setQueriesData<Pages<TrackPage>>(
    { queryKey: getQueryKey(trpc.tracks.list, undefined, "infinite") },
    (data) => data && { ...data, pages: data.pages.map(patch) },
  );
  const byPlays = { queryKey: getQueryKey(trpc.tracks.list, { sort: "plays" }, "infinite") };
  queryClient.setQueriesData<Pages<TrackPage>>(byPlays, (data) => data && sortedByPlays(data));
  // A track that stood behind what was read may belong into it now: it is found at the next visit.
  void queryClient.invalidateQueries({ ...byPlays, refetchType: "none" });
}

function takeCurrentTrack(id: StreamId, currentTrackId: TrackId | null): void {
  api.streams.summaries.setData(undefined, (all) =>
    all?.map((stream: StreamSummary) => (stream.id === id ? { ...stream, currentTrackId } : stream)),
  );
  api.streams.get.setData({ id }, (stream) => stream && { ...stream, currentTrackId });
  // As old as it was: its actual state may not take the place of one that was told since.
  const updatedAt = queryClient.getQueryState(getQueryKey(trpc.streams.live, { id }, "query"))?.dataUpdatedAt ?? 0;
  api.streams.live.setData({ id }, (live) => live && { ...live, stream: { ...live.stream, currentTrackId } }, { updatedAt });
}

/** Whether a tracklist that was read holds a track; one that is being read may, as it was before. */
export function mayBeInTracklist(id: string): boolean {
  const filters = { queryKey: getQueryKey(trpc.streams.get, undefined, "query") };
  const lists = queryClient.getQueriesData<StreamWithTracks>(filters);
  return queryClient.isFetching(filters) > 0 || lists.some(([, stream]) => stream?.tracks.some((track) => track.id === id));
}

/** Whether a query of the log shows only what is of a kind, or has a text, as its key says. */
const isNarrowed = (keyed: unknown): boolean => ["kind", "text"].some((name) => fieldOf(fieldOf(keyed, "input"), name) !== undefined);

/** What a query of the log shows, as its key says. */
function shownBy(keyed: unknown): Shown {
  const input = fieldOf(keyed, "input");
  const given = (name: string) => {
    const value = fieldOf(input, name);
    return typeof value === "string" ? value : undefined;
  };
  return { from: given("from"), to: given("to"), cursor: given("cursor") };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
