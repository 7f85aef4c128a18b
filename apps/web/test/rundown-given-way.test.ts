// Of steps that came back together the one that met somebody else's is given up, and no other.
import { type NewEntry, type TracklistStep, itemId } from "@nightjar/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { leftBehind } from "../src/features/streams/tracklist/renewed.ts";
import { type RundownStore, createRundownStore } from "../src/features/streams/tracklist/rundown-store.ts";
import { moveToTop } from "../src/features/streams/tracklist/steps.ts";
import { toastStore } from "../src/lib/toast.ts";
import { queryClient } from "../src/lib/trpc.ts";
import { NIGHT, asRead } from "./support/as-read.ts";
import { entry } from "./support/entry.ts";

const [a, b, c, d] = [entry("a"), entry("b"), entry("c"), entry("d")];
const asOnScreen = { tracks: [a, b, c, d], revision: 3 };
/** Somebody else has moved the first one meanwhile. */
const theirs = [b, c, d, a];

interface Asked {
  readonly step: TracklistStep;
  readonly readAt: number;
  readonly own: readonly number[];
}
let asked: Asked[];
/** Of each of the next calls the entry that met somebody; null, and once there are no more: it is carried out. */
let met: (string | null)[];
let store: RundownStore;

function answer(call: Asked): Response {
  const name = met[asked.push(call) - 1] ?? null;
  asRead(theirs, 4 + asked.length);
  if (name === null) return Response.json([{ result: { data: { revision: 4 + asked.length } } }]);
  const details = { revision: 4, conflicts: [{ itemId: name, was: "moved" }] };
  const data = { code: "CONFLICT", httpStatus: 409, appCode: "conflict", details };
  return Response.json([{ error: { message: "The tracklist was changed", code: -32009, data } }], { status: 409 });
}
const isMet = () =>
  vi.waitFor(() => {
    expect(store.snapshot().conflict).not.toBeNull();
    expect(store.snapshot().draft).toBeNull();
  });
const keepTheirs = () => store.giveWay({ tracks: theirs, revision: 4 }, leftBehind);
const isStored = () => vi.waitFor(() => expect(store.snapshot()).toMatchObject({ draft: null, conflict: null }));
const newEntry = (name: string): NewEntry => ({ itemId: itemId.parse(name), trackId: b.id, isGapless: null });

beforeEach(() => {
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("document", { cookie: "" });
  vi.stubGlobal("fetch", (_address: unknown, { body }: { body: string }) => Promise.resolve(answer(JSON.parse(body)[0])));
  asked = [];
  met = ["a"];
  asRead(asOnScreen.tracks, 3);
  store = createRundownStore(NIGHT);
  // It is on the screen.
  store.subscribe(() => undefined);
});
afterEach(() => {
  for (const { id } of toastStore.entries()) toastStore.dismiss(id);
  vi.unstubAllGlobals();
  queryClient.clear();
});

describe("steps that waited behind one that met somebody else's, which is kept", () => {
  it("go on, as what they were when they were pressed, and are on the screen at once", async () => {
    store.remove(asOnScreen, [a.itemId]);
    store.remove(asOnScreen, [b.itemId]);
    const added = store.insert(asOnScreen, [newEntry("x")], c.itemId);
    await isMet();
    expect(await added).toBe("met");
    keepTheirs();
    expect(store.tracks(asOnScreen)).toEqual([c, d, a]);
    await isStored();
    expect(asked.slice(1)).toMatchObject([
      { step: { is: "remove", itemIds: ["b"] }, readAt: 3, own: [] },
      { step: { is: "insert", entries: [{ itemId: "x" }], after: "c" }, readAt: 3, own: [6] },
    ]);
  });

  it("tell as their own what was carried out before it was met", async () => {
    met = [null, "a"];
    for (const { itemId: id } of [d, a, b]) store.remove(asOnScreen, [id]);
    await isMet();
    keepTheirs();
    await isStored();
    expect(asked[2]).toMatchObject({ step: { itemIds: ["b"] }, readAt: 3, own: [5] });
  });

  it("are asked about by themselves where they met somebody too", async () => {
    met = ["a", "b"];
    for (const { itemId: id } of [a, b, c]) store.remove(asOnScreen, [id]);
    await isMet();
    keepTheirs();
    await isMet();
    expect(store.snapshot().conflict?.steps).toMatchObject([{ itemIds: ["b"] }, { itemIds: ["c"] }]);
    keepTheirs();
    await isStored();
    expect(asked.map(({ step }) => step)).toMatchObject([{ itemIds: ["a"] }, { itemIds: ["b"] }, { itemIds: ["c"] }]);
  });

  it("leave what met somebody where that one has put it, and do the rest", async () => {
    store.remove(asOnScreen, [a.itemId]);
    store.takeBack(asOnScreen);
    store.move(asOnScreen, moveToTop(asOnScreen.tracks, [a.itemId, d.itemId]));
    await isMet();
    keepTheirs();
    await isStored();
    expect(asked.slice(1).map(({ step }) => step)).toEqual([{ is: "move", itemIds: ["d"], after: null }]);
  });

  it("are none where all that was chosen is given up with the question", async () => {
    store.remove(asOnScreen, [a.itemId]);
    store.remove(asOnScreen, [b.itemId]);
    await isMet();
    store.giveWay({ tracks: theirs, revision: 4 }, () => []);
    expect(store.snapshot()).toMatchObject({ draft: null, conflict: null });
    expect(asked).toHaveLength(1);
  });
});

it("of what waited behind tracks that were not added nothing is done to those, and what was to stand under them stands where they were to", () => {
  const steps: TracklistStep[] = [{ is: "insert", entries: [newEntry("x"), newEntry("y")], after: a.itemId }];
  const [x, y] = [itemId.parse("x"), itemId.parse("y")];
  const left = (step: TracklistStep) => leftBehind(step, { steps, error: null });
  expect(left({ is: "remove", itemIds: [x, y] })).toEqual([]);
  expect(left({ is: "move", itemIds: [x, b.itemId], after: y })).toEqual([{ is: "move", itemIds: [b.itemId], after: a.itemId }]);
  expect(left({ is: "insert", entries: [newEntry("z")], after: x })).toMatchObject([{ entries: [{ itemId: "z" }], after: a.itemId }]);
});
