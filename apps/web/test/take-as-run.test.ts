import { InfiniteQueryObserver, QueryObserver } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mayBeInTracklist, takeAsRun, type AsRunEvent } from "../src/lib/live/take-as-run.ts";
import { api, queryClient, trpc } from "../src/lib/trpc.ts";

const ids = { track: "t1" as never, stream: "s1" as never };
const track = (id: string, playCount = 0) => ({ id, title: id, playCount }) as never;
const event = (more: Partial<AsRunEvent["entry"]> = {}): AsRunEvent => ({
  type: "as-run",
  entry: {
    entryId: "e2",
    streamId: ids.stream,
    trackId: ids.track,
    startedAt: "2026-03-01T10:00:00.000Z",
    endedAt: null,
    ...more,
  } as never,
  playCount: 7,
  currentTrackId: ids.track,
});

const fetched = vi.fn(() => Promise.reject(new Error("nothing is read here")));
beforeEach(() => {
  // Tests of other files share the process, and the client with it.
  queryClient.clear();
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

test("a log that is searched is read again: what is looked for in it is known to the server alone", () => {
  const log = { items: [], nextCursor: null };
  for (const narrowed of [{ text: "moth" }, { kind: "unheard" as const }]) {
    api.streams.asRun.setData({ id: ids.stream, limit: 20, ...narrowed }, log as never);
    takeAsRun(event());
    expect(api.streams.asRun.getData({ id: ids.stream, limit: 20, ...narrowed })?.items).toEqual([]);
    const [query] = queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.isInvalidated });
    expect(JSON.stringify(query?.queryKey)).toContain(JSON.stringify(narrowed).slice(1, -1));
    queryClient.clear();
  }
});

test("a track start leaves as stale what was stale: what a colleague changed is read when it is looked at again", async () => {
  api.tracks.list.setInfiniteData(
    { sort: "recent" },
    { pages: [{ items: [track("t1")], nextCursor: null, total: 1 }], pageParams: [null] },
  );
  api.streams.summaries.setData(undefined, [{ id: "s1", currentTrackId: null }] as never);
  api.streams.get.setData({ id: ids.stream }, { id: "s1", currentTrackId: null, tracks: [] } as never);
  const stale = () => queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.isInvalidated }).length;
  await queryClient.invalidateQueries({ refetchType: "none" });
  expect(stale()).toBe(3);
  takeAsRun(event());
  expect([stale(), api.streams.summaries.getData()?.[0]?.currentTrackId]).toEqual([3, ids.track]);
});

/** Whatever is read now is shown by a screen, which would read again what it is told to be stale. @returns leaves it */
function show(): () => void {
  const queryFn = fetched;
  const shown = queryClient.getQueryCache().findAll();
  const leave = shown.map(({ queryKey }) => {
    const isPaged = JSON.stringify(queryKey).includes("infinite");
    const paged = { queryKey, queryFn, initialPageParam: null, getNextPageParam: () => null };
    const screen = isPaged ? new InfiniteQueryObserver(queryClient, paged) : new QueryObserver(queryClient, { queryKey, queryFn });
    return screen.subscribe(() => undefined);
  });
  return () => leave.forEach((end) => end());
}

test("a track start brings every list that is shown up to date, and reads none again", () => {
  const inPages = (...items: never[]) => ({ pages: [{ items, nextCursor: null, total: 2 }], pageParams: [null] });
  api.tracks.list.setInfiniteData({ sort: "recent" }, inPages(track("t0"), track("t1")));
  api.tracks.list.setInfiniteData({ sort: "plays" }, inPages(track("t0", 3), track("t1", 2)));
  api.tracks.list.setData({ limit: 1 }, { items: [track("t1")], nextCursor: null, total: 2 });
  api.tracks.get.setData({ id: ids.track }, track("t1"));
  api.streams.summaries.setData(undefined, [
    { id: "s1", currentTrackId: null },
    { id: "s2", currentTrackId: null },
  ] as never);
  api.streams.get.setData({ id: ids.stream }, { id: "s1", currentTrackId: null, tracks: [{ id: "t1" }] } as never);
  const log = { items: [{ entryId: "e1", startedAt: "2026-03-01T09:57:00.000Z" }], nextCursor: null };
  api.streams.asRun.setData({ id: ids.stream, limit: 20 }, log as never);

  const leave = show();

  takeAsRun(event());

  const plays = (sort: "recent" | "plays") =>
    api.tracks.list.getInfiniteData({ sort })?.pages.flatMap(({ items }) => items.map(({ id, playCount }) => [id, playCount]));
  expect(plays("recent")).toEqual([
    ["t0", 0],
    ["t1", 7],
  ]);
  expect(plays("plays")).toEqual([
    ["t1", 7],
    ["t0", 3],
  ]);
  expect(api.tracks.list.getData({ limit: 1 })?.items[0]?.playCount).toBe(7);
  expect(api.tracks.get.getData({ id: ids.track })?.playCount).toBe(7);
  expect(api.streams.summaries.getData()?.map(({ currentTrackId }) => currentTrackId)).toEqual(["t1", null]);
  expect(api.streams.get.getData({ id: ids.stream })?.currentTrackId).toBe("t1");
  const entries = api.streams.asRun.getData({ id: ids.stream, limit: 20 })?.items;
  expect(entries?.map(({ entryId }) => entryId)).toEqual(["e2", "e1"]);
  expect(fetched).not.toHaveBeenCalled();
  leave();
});

test("a track start leaves what is live as old as it was read: the state in it does not take the place of one that was told since", () => {
  const queryKey = [["streams", "live"], { input: { id: ids.stream }, type: "query" }];
  queryClient.setQueryData(queryKey, { stream: { currentTrackId: null }, onAir: { state: "stopping" } }, { updatedAt: 5000 });
  takeAsRun(event());
  expect(queryClient.getQueryData(queryKey)).toMatchObject({ stream: { currentTrackId: ids.track } });
  expect(queryClient.getQueryState(queryKey)?.dataUpdatedAt).toBe(5000);
});

test("the log of a day that is over takes no entry of today", () => {
  const span = { id: ids.stream, limit: 20, to: "2026-02-01T00:00:00.000Z" };
  api.streams.asRun.setData(span, { items: [], nextCursor: null });
  takeAsRun(event());
  expect(api.streams.asRun.getData(span)?.items).toEqual([]);
});

test("a tracklist that was read is known to hold its tracks", () => {
  api.streams.get.setData({ id: ids.stream }, { id: "s1", tracks: [{ id: "t1" }] } as never);
  expect(mayBeInTracklist("t1")).toBe(true);
  expect(mayBeInTracklist("t2")).toBe(false);
});

test("a stream that is being read while a track of it begins is read once more, and no other stream", async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<object[]>();
  const keyOf = (id: string) => [["streams", "get"], { input: { id }, type: "query" }];
  const read = [getQueryKey(trpc.streams.summaries, undefined, "query"), keyOf("s1"), keyOf("s2")];
  const readings = read.map((queryKey) => queryClient.fetchQuery({ queryKey, queryFn: () => answered }));
  takeAsRun(event());
  answer([]);
  await Promise.all(readings);
  await expect.poll(() => read.map((queryKey) => queryClient.getQueryState(queryKey)?.isInvalidated)).toEqual([true, true, false]);
});
