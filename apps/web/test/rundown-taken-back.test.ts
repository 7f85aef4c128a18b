// Undo takes back what this person did, and asks where somebody else has done something to the same entries since.
import { type Known, type ListEntry, type StreamTrack, type TracklistStep, mergeStep } from "@nightjar/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { leftBehind } from "../src/features/streams/tracklist/renewed.ts";
import { type RundownStore, createRundownStore } from "../src/features/streams/tracklist/rundown-store.ts";
import type { MoveStep } from "../src/features/streams/tracklist/steps.ts";
import { toastStore } from "../src/lib/toast.ts";
import { queryClient } from "../src/lib/trpc.ts";
import { NIGHT, asRead } from "./support/as-read.ts";
import { entry } from "./support/entry.ts";

interface Asked extends Known {
  readonly step: TracklistStep;
}
type Stored = StreamTrack & ListEntry;

const [a, b, c, d] = [entry("a"), entry("b"), entry("c"), entry("d")];
const CONFLICT = { code: "CONFLICT", httpStatus: 409, appCode: "conflict" };

let stored: { tracks: Stored[]; revision: number };
let store: RundownStore;
let asked: Asked[] = [];
/** So many answers to come are lost, of steps that are carried out. */
let lostCount = 0;

const isDone = (step: TracklistStep) =>
  step.is === "remove" && !stored.tracks.some(({ itemId }) => step.itemIds.some((removed) => removed === itemId));

/** As the server does, for whoever asks. @returns the revision it answers; null: refused */
function carriedOut({ step, readAt, own }: Asked, isSeen = true): number | null {
  if (isDone(step)) return own.at(-1) ?? readAt;
  const made = (placed: { itemId: string }) => ({ ...([a, b, c, d].find(({ itemId }) => itemId === placed.itemId) ?? a), placedAt: 0 });
  const merged = mergeStep(stored.tracks, step, { readAt, own }, made);
  if (merged.conflicts) return null;
  const revision = stored.revision + 1;
  const touched = new Set(step.is === "insert" ? step.entries.map(({ itemId }) => itemId) : step.itemIds);
  stored = { revision, tracks: merged.list.map((track) => (touched.has(track.itemId) ? { ...track, placedAt: revision } : track)) };
  if (isSeen) asRead(stored.tracks, revision);
  return revision;
}

const byTheOther = (step: TracklistStep, isSeen = true) =>
  expect(carriedOut({ step, readAt: stored.revision, own: [] }, isSeen)).not.toBeNull();
const isStored = () => vi.waitFor(() => expect(store.snapshot().draft).toBeNull(), { timeout: 5000 });
const order = () => stored.tracks.map(({ title }) => title).join("");
const first = (track: StreamTrack): MoveStep => ({ is: "move", itemIds: [track.itemId], after: null });
const under = (track: StreamTrack, above: StreamTrack): MoveStep => ({ ...first(track), after: above.itemId });
const move = async (step: MoveStep) => {
  store.move(stored, step);
  await isStored();
};

beforeEach(() => {
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("document", { cookie: "" });
  vi.stubGlobal("fetch", (_address: unknown, { body }: { body?: string }) => {
    if (body === undefined) return Promise.reject(new TypeError("Failed to fetch"));
    const one: Asked = JSON.parse(body)[0];
    asked.push(one);
    const revision = carriedOut(one);
    if (lostCount > 0) {
      lostCount -= 1;
      return Promise.reject(new TypeError("Failed to fetch"));
    }
    if (revision !== null) return Promise.resolve(Response.json([{ result: { data: { revision } } }]));
    return Promise.resolve(Response.json([{ error: { message: "Changed", code: -32009, data: CONFLICT } }], { status: 409 }));
  });
  stored = { tracks: [a, b, c, d].map((track) => ({ ...track, placedAt: 0 })), revision: 3 };
  asRead(stored.tracks, stored.revision);
  asked = [];
  lostCount = 0;
  store = createRundownStore(NIGHT);
});
afterEach(() => {
  for (const { id } of toastStore.entries()) toastStore.dismiss(id);
  vi.unstubAllGlobals();
  queryClient.clear();
});

describe("what is taken back", () => {
  it("is carried out where others changed something else since, after however many steps of one's own", async () => {
    await move(first(d));
    byTheOther(under(b, c));
    await move(under(d, a));
    store.takeBack(stored);
    await isStored();
    store.takeBack(stored);
    await isStored();
    expect([order(), store.snapshot().conflict]).toEqual(["acdb", null]);
  });

  it("is asked about where somebody else has moved the same track since, also where that was seen", async () => {
    await move(first(d));
    byTheOther(under(d, b));
    store.takeBack(stored);
    await vi.waitFor(() => expect(store.snapshot().conflict).not.toBeNull());
    expect(order()).toBe("abdc");
    expect(store.snapshot().conflict?.met).toEqual({ readAt: 4, own: [] });
  });

  it("is asked about where it is pressed behind other steps that are on their way, which are carried out", async () => {
    await move(first(d));
    byTheOther(under(d, b));
    store.remove(stored, [c.itemId]);
    store.takeBack(stored);
    store.takeBack(stored);
    await vi.waitFor(() => expect(store.snapshot().conflict).not.toBeNull());
    expect(asked.map(({ step }) => step.is)).toEqual(["move", "remove", "insert", "move"]);
    expect(store.snapshot().conflict?.met).toEqual({ readAt: 4, own: [6, 7] });
    expect(order()).toBe("abdc");
  });

  it("is still asked about by itself where one before it is given up", async () => {
    await move(first(d));
    await move(first(c));
    byTheOther(under(c, b));
    byTheOther(under(d, b));
    store.takeBack(stored);
    store.takeBack(stored);
    await vi.waitFor(() => expect(store.snapshot().conflict?.steps).toHaveLength(2));
    store.giveWay(stored, (step) => leftBehind(step, { steps: [], error: null }));
    await vi.waitFor(() => expect(store.snapshot().conflict?.steps).toHaveLength(1));
    expect(store.snapshot().conflict?.met).toEqual({ readAt: 4, own: [5] });
  });

  it("is carried out when it is pressed again because its answer was lost, and so are those before it", async () => {
    await move(first(c));
    await move(first(d));
    lostCount = 1;
    store.takeBack(stored);
    await isStored();
    expect(store.snapshot().undos).toHaveLength(2);
    for (const left of [1, 0]) {
      store.takeBack(stored);
      await isStored();
      expect([store.snapshot().conflict, store.snapshot().undos.length]).toEqual([null, left]);
    }
    expect(order()).toBe("abcd");
  });

  it("is asked about, too, behind a removal that somebody else had made already, which made nothing of one's own", async () => {
    await move(first(d));
    byTheOther(under(d, b));
    const seen = stored;
    byTheOther({ is: "remove", itemIds: [c.itemId] }, false);
    store.remove(seen, [c.itemId]);
    await isStored();
    asRead(stored.tracks, stored.revision);
    store.takeBack(stored);
    await isStored();
    store.takeBack(stored);
    await vi.waitFor(() => expect(store.snapshot().conflict).not.toBeNull());
    expect(store.snapshot().conflict?.met).toEqual({ readAt: 4, own: [7] });
  });

  it("takes away no track that was added and that somebody else has put elsewhere since, without being asked", async () => {
    store.remove(stored, [d.itemId]);
    await isStored();
    const added = store.insert(stored, [{ itemId: d.itemId, trackId: d.id, isGapless: null }], a.itemId);
    expect(await added).toBe("done");
    await isStored();
    byTheOther(first(d));
    store.takeBack(stored);
    await vi.waitFor(() => expect(store.snapshot().conflict).not.toBeNull());
    expect(order()).toBe("dabc");
  });
});
