import { SPOTIFY_CONNECTION } from "@nightjar/contract";
import { QueryObserver, notifyManager } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { READS, ownChangesAreRead, readAgain as readOwnAgain } from "../src/lib/live/reads.ts";
import { queryClient, trpc } from "../src/lib/trpc.ts";

const [A, B] = ["0b8f3f6e-95a7-4d4c-9a55-0d8a3d1b7c11", "0b8f3f6e-95a7-4d4c-9a55-0d8a3d1b7c12"];
/** What a screen with a stream and the list beside it has read, of two streams. */
const READ = new Map<string, readonly unknown[]>([
  ["list", getQueryKey(trpc.streams.summaries, undefined, "query")],
  ...["A", "B"].flatMap((name): [string, readonly unknown[]][] => {
    const id = name === "A" ? A : B;
    return [
      [`get ${name}`, [["streams", "get"], { input: { id }, type: "query" }]],
      [`live ${name}`, [["streams", "live"], { input: { id }, type: "query" }]],
      [`log ${name}`, [["streams", "asRun"], { input: { id, limit: 50 }, type: "query" }]],
      [`changes ${name}`, [["streams", "history"], { input: { id, limit: 20 }, type: "infinite" }]],
      [`youtube ${name}`, [["youtube", "status"], { input: { streamId: id }, type: "query" }]],
      [`test ${name}`, [["testStream", "info"], { input: { streamId: id }, type: "query" }]],
      [`price ${name}`, [["streams", "motionPrice"], { input: { id, templateId: "of the template" }, type: "query" }]],
    ];
  }),
  ["uses of a background", [["backgrounds", "uses"], { input: { id: "of the background" }, type: "query" }]],
  ["usage of a template", [["overlays", "templateUsage"], { input: { id: "of the template" }, type: "query" }]],
  ["settings", [["settings", "get"], { type: "query" }]],
  ["sample channel", [["sample", "status"], { type: "query" }]],
]);

beforeEach(() => {
  vi.stubGlobal("localStorage", { getItem: () => null });
  for (const queryKey of READ.values()) queryClient.setQueryData(queryKey, {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const readAgain = () => [...READ].filter(([, queryKey]) => queryClient.getQueryState(queryKey)?.isInvalidated).map(([name]) => name);

it("a number of viewers is read again in the list and in what is live of that stream, and in no tracklist", async () => {
  await READS.viewers(new Set([A ?? ""]));
  expect(readAgain()).toEqual(["list", "live A"]);
});

it("a change of one stream has nothing of another one read again", async () => {
  await READS.streams(new Set([A ?? ""]));
  const ofA = ["get A", "live A", "log A", "changes A", "youtube A", "test A", "price A"];
  expect(readAgain()).toEqual(["list", ...ofA, "uses of a background", "usage of a template", "settings", "sample channel"]);
});

it("what was done to a stream that changes nothing of it is read again as that alone", async () => {
  await READS.history(new Set([A ?? ""]));
  expect(readAgain()).toEqual(["changes A"]);
});

it("what happened lately is read again once an account is gone, and so are the changes of the streams that it stood in", async () => {
  const recent = getQueryKey(trpc.activity.recent, undefined, "query");
  queryClient.setQueryData(recent, []);
  await READS.history(new Set(["of the account", B ?? ""]));
  expect([...readAgain(), queryClient.getQueryState(recent)?.isInvalidated]).toEqual(["changes B", true]);
});

it("a loudness that was measured has nothing read again, with an open tracklist and a library: no screen shows it", async () => {
  const library = [["tracks", "list"], { input: { sort: "plays" }, type: "infinite" }];
  queryClient.setQueryData(library, { pages: [] });
  await READS.loudness(new Set(["of a track"]));
  expect([...readAgain(), queryClient.getQueryState(library)?.isInvalidated]).toEqual([false]);
});

it("the channels of an account are asked of Google again for no change of a stream", async () => {
  const queryKey = getQueryKey(trpc.youtube.channels, { streamId: A ?? "" }, "query");
  queryClient.setQueryData(queryKey, []);
  await READS.streams(new Set([A ?? ""]));
  await READS.streams();
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(false);
});

it("a change that names no stream has all of them read again", async () => {
  await READS.streams();
  expect(readAgain()).toEqual([...READ.keys()]);
});

it("a change of the backgrounds or the settings has it read again whether somebody has built on the sample channel", async () => {
  await READS.backgrounds();
  expect(readAgain()).toContain("sample channel");
  queryClient.setQueryData(READ.get("sample channel") ?? [], {});
  expect(readAgain()).not.toContain("sample channel");
  await READS.settings();
  expect(readAgain()).toContain("sample channel");
});

it("a change of a track has it read again what a template costs, and whether somebody has built on the sample channel", async () => {
  await READS.tracks();
  expect(readAgain()).toEqual(["price A", "price B", "sample channel"]);
});

it("the playlists of the account at Spotify are read again when it is another one, and not at a change of one of ours", async () => {
  const queryKey = getQueryKey(trpc.spotify.playlists, undefined, "query");
  queryClient.setQueryData(queryKey, []);
  await READS.playlists(new Set([A ?? ""]));
  await READS.playlists();
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(false);
  await READS.playlists(new Set([SPOTIFY_CONNECTION]));
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

it("what our own calls changed is read once every screen that shows it was told, whichever is read first", async () => {
  const shown = new Map<string, unknown>();
  const leave = ["changes A", "list"].map((name) => {
    const observer = new QueryObserver(queryClient, { queryKey: READ.get(name) ?? [], queryFn: () => Promise.resolve("new") });
    // As a screen subscribes.
    return observer.subscribe(notifyManager.batchCalls(() => void shown.set(name, observer.getCurrentResult().data)));
  });
  readOwnAgain(["streams"]);
  await ownChangesAreRead();
  expect(Object.fromEntries(shown)).toEqual({ "changes A": "new", list: "new" });
  for (const end of leave) end();
});
