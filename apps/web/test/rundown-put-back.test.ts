// A removal is taken back with what is still there, and says what is not.
import { type StreamTrack, type TracklistStep, itemId } from "@nightjar/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renewed } from "../src/features/streams/tracklist/renewed.ts";
import { type RundownStore, createRundownStore } from "../src/features/streams/tracklist/rundown-store.ts";
import { askOnce } from "../src/lib/ask-once.ts";
import { goneTracksOf } from "../src/lib/errors.ts";
import { toastStore } from "../src/lib/toast.ts";
import { queryClient, trpcClient } from "../src/lib/trpc.ts";
import { NIGHT, asRead } from "./support/as-read.ts";
import { entry } from "./support/entry.ts";

const REFUSED = [{ error: { message: "The tracks were changed.", code: -32009, data: { code: "CONFLICT", httpStatus: 409 } } }];

describe("a removal that is taken back", () => {
  const [a, b, c] = [entry("a"), entry("b"), entry("c")];
  const asOnScreen = { tracks: [a, b, c], revision: 3 };
  const asked: TracklistStep[] = [];
  /** As each step was sent. */
  const shown: string[] = [];
  let stored: typeof asOnScreen;
  let store: RundownStore;
  const isStored = () => vi.waitFor(() => expect(store.snapshot().draft).toBeNull());
  const notices = () => toastStore.entries().filter(({ open }) => open);
  const refusedFor = (missing: readonly string[]) => {
    const data = { code: "NOT_FOUND", httpStatus: 404, appCode: "not-found", details: { missing } };
    return Response.json([{ error: { message: "Track not found", code: -32004, data } }], { status: 404 });
  };
  const carriedOut = (tracks: StreamTrack[]) => {
    stored = { tracks, revision: stored.revision + 1 };
    asRead(stored.tracks, stored.revision);
    return Response.json([{ result: { data: { revision: stored.revision } } }]);
  };
  const answer = (step: TracklistStep, library: readonly StreamTrack[]): Response => {
    asked.push(step);
    shown.push(
      store
        .tracks(asOnScreen)
        .map(({ title }) => title)
        .join(""),
    );
    if (step.is === "remove") return carriedOut(stored.tracks.filter((track) => !step.itemIds.includes(track.itemId)));
    const wanted = step.is === "insert" ? step.entries.map((each) => each.trackId) : [];
    const missing = wanted.filter((id) => !library.some((track) => track.id === id));
    return missing.length > 0 ? refusedFor(missing) : carriedOut(library.filter(({ id }) => wanted.includes(id)));
  };
  const withLibrary = (...library: readonly StreamTrack[]) =>
    vi.stubGlobal("fetch", (_address: unknown, { body }: { body: string }) => Promise.resolve(answer(JSON.parse(body)[0].step, library)));
  beforeEach(async () => {
    vi.stubGlobal("localStorage", { getItem: () => null });
    vi.stubGlobal("document", { cookie: "" });
    stored = asOnScreen;
    asRead(stored.tracks, stored.revision);
    store = createRundownStore(NIGHT);
    withLibrary(a, b, c);
    store.remove(asOnScreen, [c.itemId]);
    store.remove(asOnScreen, [a.itemId, b.itemId]);
    await isStored();
    asked.length = shown.length = 0;
  });
  afterEach(() => {
    for (const { id } of toastStore.entries()) toastStore.dismiss(id);
    vi.unstubAllGlobals();
    queryClient.clear();
  });

  it("brings back all but what was deleted from the library since, says how many that is, and leaves what was done before", async () => {
    withLibrary(b, c);
    store.takeBack(asOnScreen);
    await isStored();
    expect(asked).toMatchObject([{ entries: [{ trackId: "a" }, { trackId: "b" }] }, { entries: [{ trackId: "b" }] }]);
    expect(store.tracks(asOnScreen)).toEqual([b]);
    expect(notices()).toMatchObject([{ title: "Not Put Back", description: "1 track was deleted meanwhile" }]);
    expect(store.snapshot().undos).toMatchObject([{ text: "removed c" }]);
  });

  it("says so too where all of it was deleted, and shows the list as it is", async () => {
    withLibrary(c);
    store.takeBack(asOnScreen);
    await isStored();
    expect(asked).toHaveLength(1);
    expect(store.tracks(asOnScreen)).toEqual([]);
    expect(notices()).toMatchObject([{ title: "Not Put Back", description: "2 tracks were deleted meanwhile" }]);
    expect(store.snapshot().undos).toMatchObject([{ text: "removed c" }]);
  });

  it("leaves out of what is shown what did not come back, and puts what was to stand under that under what is above", async () => {
    withLibrary(a, c);
    store.takeBack(asOnScreen);
    store.takeBack(asOnScreen);
    await isStored();
    expect(asked).toMatchObject([{ entries: [{ trackId: "a" }, { trackId: "b" }] }, { entries: [{ trackId: "a" }] }, { after: "a" }]);
    expect(shown).toEqual(["abc", "abc", "ac"]);
    expect(store.snapshot()).toMatchObject({ conflict: null, undos: [] });
  });

  it("says once how many stay away, also where the removed ones did not stand together", async () => {
    stored = { tracks: [a, b, c], revision: 9 };
    asRead(stored.tracks, stored.revision);
    const base = stored;
    store.remove(base, [a.itemId, c.itemId]);
    await isStored();
    withLibrary(b);
    store.takeBack(base);
    await isStored();
    expect(store.tracks(base)).toEqual([b]);
    expect(notices()).toMatchObject([{ title: "Not Put Back", description: "2 tracks were deleted meanwhile" }]);
  });

  it("can be taken back again where that did not arrive, and so can what was done before", async () => {
    const lost = vi.fn(() => Promise.reject(new TypeError("Failed to fetch")));
    vi.stubGlobal("fetch", lost);
    const { undos } = store.snapshot();
    store.takeBack(asOnScreen);
    store.takeBack(asOnScreen);
    // Waits behind them, and is never sent.
    store.remove(asOnScreen, [a.itemId]);
    await isStored();
    expect(lost).toHaveBeenCalledTimes(1);
    expect(store.snapshot().undos).toEqual(undos);
    withLibrary(a, b, c);
    store.takeBack(asOnScreen);
    await isStored();
    expect(store.tracks(asOnScreen)).toEqual([a, b]);
    expect(store.snapshot().undos).toMatchObject([{ text: "removed c" }]);
  });

  it("has its way back where its own answer was lost, and none where the server refused it", async () => {
    const { undos } = store.snapshot();
    const base = { tracks: [a, b], revision: 9 };
    asRead(base.tracks, base.revision);
    vi.stubGlobal("fetch", () => Promise.resolve(refusedFor([])));
    store.remove(base, [a.itemId]);
    await isStored();
    expect(store.snapshot().undos).toEqual(undos);
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    store.remove(base, [a.itemId]);
    await isStored();
    expect(store.snapshot().undos).toMatchObject([{ text: "removed a" }, ...undos]);
  });

  it("is not as tracks that are added, in spite of what somebody else did: those are refused as a whole then too", async () => {
    store.subscribe(() => undefined);
    const met = [Response.json(REFUSED, { status: 409 })];
    vi.stubGlobal("fetch", (_address: unknown, { body }: { body?: string }) => {
      // Not in a list: the same for each of those that travel together.
      if (body === undefined) return Promise.resolve(Response.json({ result: { data: stored } }));
      return Promise.resolve(met.shift() ?? answer(JSON.parse(body)[0].step, [b, c]));
    });
    const entries = [a, b].map(({ id }) => ({ itemId: itemId.parse(`new ${id}`), trackId: id, isGapless: null }));
    expect(await store.insert(asOnScreen, entries, c.itemId)).toBe("met");
    await store.insist(renewed, () => askOnce(trpcClient.streams.get, { id: NIGHT }));
    await isStored();
    expect(asked).toHaveLength(1);
    expect(notices()).toMatchObject([{ title: "Update Failed", variant: "destructive" }]);
  });

  it("is not as tracks that are added: of those none is where one is gone, and who chose them is told which", async () => {
    withLibrary(b, c);
    const entries = [a, b].map(({ id }) => ({ itemId: itemId.parse(`new ${id}`), trackId: id, isGapless: null }));
    const outcome = await store.insert(asOnScreen, entries, c.itemId);
    expect(typeof outcome === "object" && [...goneTracksOf(outcome.error)]).toEqual(["a"]);
    expect(asked).toHaveLength(1);
    await isStored();
  });
});
