import { itemId, trackId } from "@nightjar/contract";
import { describe, expect, it } from "vitest";
import { type TimedEntry, airTimes, roundMs } from "../src/features/streams/tracklist/air-times.ts";

const entry = (name: string, seconds: number, changes: Partial<TimedEntry> = {}): TimedEntry => ({
  ...{ itemId: itemId.parse(name), id: trackId.parse(`track ${name}`), durationMs: seconds * 1000 },
  ...{ isGapless: false, hasAudioFile: true },
  ...changes,
});
const inOrder = { order: "sequential", crossfadeMs: 6000 } as const;
const shuffled = { ...inOrder, order: "shuffled" } as const;
const [a, b, c] = [entry("a", 60), entry("b", 60), entry("c", 60)];

it("the total time of a list counts no crossfade where tracks are one recording, and of a short one no more than fits into it", () => {
  expect(roundMs([], inOrder)).toBe(0);
  expect(roundMs([a, b, c], inOrder)).toBe(162_000);
  expect(roundMs([a, { ...b, isGapless: true }, c], inOrder)).toBe(168_000);
  // What stands between cannot be played, so they are not one recording.
  expect(roundMs([a, { ...b, hasAudioFile: false }, { ...c, isGapless: true }], inOrder)).toBe(108_000);
  expect(roundMs([a, entry("b", 7.4), c], inOrder)).toBe(127_400 - 3000 - 3000 - 6000);
  expect(roundMs([a, { ...b, isGapless: true }], shuffled)).toBe(108_000);
});

describe("when each entry of the list will be on air", () => {
  const NOW_MS = Date.parse("2026-05-01T20:00:00.000Z");
  const next = ({ itemId: id, id: track }: TimedEntry) => ({
    ...{ itemId: id, id: track, title: "Moth", artist: "Cold Harbour", durationMs: 60_000, because: null },
    startedAt: new Date(NOW_MS).toISOString(),
  });
  const leftOut = ({ id }: TimedEntry) => ({ trackId: id, title: "Moth", artist: "Cold Harbour", reason: "", since: "" });
  const seconds = (list: readonly TimedEntry[], joining: Parameters<typeof airTimes>[1], following: Parameters<typeof airTimes>[2]) =>
    [...airTimes(list, joining, following)].map(([id, atMs]) => `${id} ${(atMs - NOW_MS) / 1000}`);

  it("is told once round from what is next, through joins as they are made, without what cannot be played", () => {
    const following = { nextTrack: next(b), quarantine: [] };
    expect(seconds([a, b, c], { ...inOrder, crossfadeMs: 0 }, following)).toEqual(["b 0", "c 60", "a 120"]);
    expect(seconds([a, b, c], inOrder, following)).toEqual(["b 0", "c 54", "a 108"]);
    expect(seconds([a, b, { ...c, isGapless: true }], inOrder, following)).toEqual(["b 0", "c 60", "a 114"]);
    expect(seconds([a, b, entry("c", 7.4)], { ...inOrder, crossfadeMs: 12_000 }, following)).toEqual(["b 0", "c 57", "a 61.4"]);
    expect(seconds([a, b, { ...c, hasAudioFile: false }], inOrder, following)).toEqual(["b 0", "a 54"]);
    expect(seconds([a, b, c], inOrder, { ...following, quarantine: [leftOut(c)] })).toEqual(["b 0", "a 54"]);
  });

  it("is known of a shuffled list for the next entry alone, and of none where nothing is next", () => {
    expect(seconds([a, b, c], shuffled, { nextTrack: next(c), quarantine: [] })).toEqual(["c 0"]);
    expect(seconds([a, b, c], inOrder, { nextTrack: null, quarantine: [] })).toEqual([]);
    expect(seconds([a, b], inOrder, { nextTrack: next(c), quarantine: [] })).toEqual([]);
  });
});
