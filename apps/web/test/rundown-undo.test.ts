// What this person did in a tracklist can be taken back where it was done, and is not offered where it was not.
import { type NewEntry, type StreamTrack, type TracklistStep } from "@nightjar/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type RundownStore, createRundownStore } from "../src/features/streams/tracklist/rundown-store.ts";
import { moveBy } from "../src/features/streams/tracklist/steps.ts";
import { toastStore } from "../src/lib/toast.ts";
import { queryClient } from "../src/lib/trpc.ts";
import { NIGHT, asRead } from "./support/as-read.ts";
import { entry } from "./support/entry.ts";

const [a, b, c, d] = [entry("a"), entry("b"), entry("c"), entry("d")];
const asOnScreen = { tracks: [a, b, c, d], revision: 3 };
const inOrder = asOnScreen.tracks.map(({ itemId }) => ({ itemId }));
const carriedOut = () => {
  asRead(asOnScreen.tracks, 4);
  return Promise.resolve(Response.json([{ result: { data: { revision: 4 } } }]));
};
const refused = () => {
  const data = { code: "INTERNAL_SERVER_ERROR", httpStatus: 500, appCode: "internal" };
  return Promise.resolve(Response.json([{ error: { message: "Something went wrong", code: -32603, data } }], { status: 500 }));
};
const lost = () => Promise.reject(new TypeError("Failed to fetch"));

let store: RundownStore;
const isStored = () => vi.waitFor(() => expect(store.snapshot().draft).toBeNull(), { timeout: 5000 });
const down = () => store.move(asOnScreen, moveBy(store.tracks(asOnScreen), [a.itemId], 1));
/** @returns the steps that are sent, which are answered like that */
function answered(by: () => Promise<Response>): TracklistStep[] {
  const sent: TracklistStep[] = [];
  vi.stubGlobal("fetch", (_address: unknown, { body }: { body?: string }) => {
    if (body !== undefined) sent.push(JSON.parse(body)[0].step);
    return by();
  });
  return sent;
}

beforeEach(() => {
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("document", { cookie: "" });
  asRead(asOnScreen.tracks, 3);
  store = createRundownStore(NIGHT);
});
afterEach(() => {
  for (const { id } of toastStore.entries()) toastStore.dismiss(id);
  vi.unstubAllGlobals();
  queryClient.clear();
});

describe("moves in a row, which are sent as one", () => {
  it("are not offered to be taken back where they waited behind a step whose answer was lost, and were never sent", async () => {
    const sent = answered(lost);
    store.remove(asOnScreen, [d.itemId]);
    down();
    down();
    await isStored();
    expect(sent).toMatchObject([{ is: "remove" }]);
    expect(store.snapshot().undos).toMatchObject([{ text: "removed d" }]);
  });

  it("are not offered to be taken back where the server refused them, nor are the ones before", async () => {
    const sent = answered(refused);
    down();
    down();
    await isStored();
    expect(sent).toMatchObject([{ is: "move", after: "c" }]);
    expect(store.snapshot().undos).toEqual([]);
  });

  it("are offered to be taken back where their answer was lost", async () => {
    answered(lost);
    down();
    down();
    await isStored();
    expect(store.snapshot().undos).toMatchObject([{ text: "moved a", before: inOrder }]);
  });

  it("are offered to be taken back where one was carried out and the next refused", async () => {
    const answers = [carriedOut, refused];
    const sent = answered(() => {
      // Pressed on while the first is on its way.
      if (answers.length > 1) down();
      return (answers.shift() ?? refused)();
    });
    down();
    await isStored();
    expect(sent).toMatchObject([{ after: "b" }, { after: "c" }]);
    expect(store.snapshot().undos).toMatchObject([{ text: "moved a", before: inOrder }]);
  });

  it.each<[string, () => void, string | null]>([
    ["moved on", down, "b"],
    [
      "moved on, and that was taken back",
      () => {
        down();
        store.takeBack(asOnScreen);
      },
      null,
    ],
  ])("are offered to be taken back where one was carried out, and what took its Undo's place refused: %s", async (_how, press, after) => {
    const answers = [carriedOut, refused];
    const sent = answered(() => {
      if (answers.length > 1) {
        store.takeBack(asOnScreen);
        press();
      }
      return (answers.shift() ?? refused)();
    });
    down();
    await isStored();
    expect(sent).toMatchObject([{ after: "b" }, { after }]);
    expect(store.snapshot().undos).toMatchObject([{ text: "moved a", before: inOrder }]);
  });

  it("are not offered again where they were taken back before they were sent, and that did not arrive", async () => {
    const sent = answered(lost);
    down();
    store.takeBack(asOnScreen);
    await isStored();
    expect(sent).toMatchObject([{ is: "move", after: null }]);
    expect(store.snapshot().undos).toEqual([]);
  });
});

it("keeps of a list of thousands its order and what was taken out of it, and no other track", async () => {
  answered(carriedOut);
  const tracks = Array.from({ length: 2000 }, (_, index) => entry(`t${index}`));
  const [first, second] = tracks;
  if (!first || !second) throw new Error("there are two thousand");
  asRead(tracks, 3);
  const long = { tracks, revision: 3 };
  store.move(long, moveBy(tracks, [first.itemId], 1));
  store.remove(long, [second.itemId]);
  const [removal, move] = store.snapshot().undos;
  expect([removal?.removed, move?.removed]).toEqual([[second], []]);
  for (const kept of move?.before ?? []) expect(Object.keys(kept)).toEqual(["itemId"]);
  expect(move?.before).toHaveLength(2000);
  await isStored();
});

describe("tracks that are added once more because the answer was lost", () => {
  const [x, y] = [entry("x"), entry("y")];
  const insert = async (by: () => Promise<Response>, ...tracks: readonly StreamTrack[]) => {
    answered(by);
    const entries: NewEntry[] = tracks.map((track) => ({ itemId: track.itemId, trackId: track.id, isGapless: null }));
    await store.insert(asOnScreen, entries, a.itemId);
    await isStored();
    return store.snapshot().undos.map(({ text }) => text);
  };
  beforeEach(async () => void (await insert(lost, x)));

  it("are taken back once, with those that were chosen beside them, whether or not that is answered", async () => {
    expect(await insert(lost, x, y)).toEqual(["added 2 tracks"]);
    expect(await insert(carriedOut, x, y)).toEqual(["added 2 tracks"]);
  });

  it("can still be taken back where the server refuses them now, for they may have been added then", async () => {
    expect(await insert(refused, x, y)).toEqual(["added 1 track"]);
  });

  it("leave what was added beside them and is chosen no more its own way back", async () => {
    await insert(lost, x, y);
    expect(await insert(carriedOut, y)).toEqual(["added 1 track", "added 2 tracks"]);
  });
});

describe("tracks that are added at the end, by a call of their own", () => {
  const [x, y] = [entry("x"), entry("y")];
  const entries: readonly NewEntry[] = [x, y].map((track) => ({ itemId: track.itemId, trackId: track.id, isGapless: null }));
  const withThem = { tracks: [a, b, c, x, y], revision: 5 };
  const added = () => {
    asRead(withThem.tracks, withThem.revision);
    store.added(entries);
  };

  it("are what is taken back first, and the step before them after that", async () => {
    const sent = answered(carriedOut);
    store.remove(asOnScreen, [d.itemId]);
    await isStored();
    added();
    expect(store.snapshot().undos.map(({ text }) => text)).toEqual(["added 2 tracks", "removed d"]);
    store.takeBack(withThem);
    await isStored();
    expect(sent.at(-1)).toEqual({ is: "remove", itemIds: ["x", "y"] });
    expect(store.snapshot().undos).toMatchObject([{ text: "removed d" }]);
  });

  it("are taken back once where they were added once more because the answer was lost", () => {
    added();
    added();
    expect(store.snapshot().undos).toMatchObject([{ text: "added 2 tracks" }]);
  });

  it("can be taken back still once they are shown, where an older step is under way", async () => {
    const answer = Promise.withResolvers<Response>();
    const sent = answered(() => answer.promise);
    store.remove(asOnScreen, [d.itemId]);
    added();
    store.takeBack(withThem);
    expect(store.snapshot().undos).toMatchObject([{ text: "added 2 tracks" }, { text: "removed d" }]);
    answer.resolve(await carriedOut());
    asRead(withThem.tracks, withThem.revision);
    await isStored();
    store.takeBack(withThem);
    await vi.waitFor(() => expect(sent.at(-1)).toEqual({ is: "remove", itemIds: ["x", "y"] }));
    await isStored();
  });
});
