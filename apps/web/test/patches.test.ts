import type { AsRunEntry, AsRunPage, Track, TrackId, TrackPage } from "@nightjar/contract";
import { expect, test } from "vitest";
import { type Pages, sortedByPlays, withEntry, withPlays } from "../src/lib/live/patches.ts";

const track = (id: string, playCount: number) => ({ id, title: id, playCount }) as Track;
const page = (...items: Track[]): TrackPage => ({ items, nextCursor: null, total: items.length });
const pages = <Page>(...all: Page[]): Pages<Page> => ({ pages: all, pageParams: all.map(() => null) });
const entry = (n: number, more: Partial<AsRunEntry> = {}) =>
  ({ entryId: `e${n}`, startedAt: `2026-03-01T10:0${n}:00.000Z`, endedAt: null, ...more }) as AsRunEntry;
const log = (...items: AsRunEntry[]): AsRunPage => ({ items, nextCursor: "behind" });
const idsOf = ({ items }: AsRunPage) => items.map(({ entryId }) => entryId);

test("a page is given the plays of its track, and stays the same page where the track is not in it", () => {
  const before = page(track("a", 1), track("b", 2));
  expect(withPlays(before, "b" as TrackId, 3).items.map(({ playCount }) => playCount)).toEqual([1, 3]);
  expect(withPlays(before, "c" as TrackId, 3)).toBe(before);
  expect(withPlays(before, "b" as TrackId, 2)).toBe(before);
});

test("a library sorted by plays is in its order again, with pages as long as before", () => {
  const sorted = sortedByPlays(pages(page(track("a", 5), track("b", 3)), page(track("c", 4))));
  expect(sorted.pages.map(({ items }) => items.map(({ id }) => id))).toEqual([["a", "c"], ["b"]]);
});

test("an entry that is known is replaced where it stands, and a new one stands in front", () => {
  const before = log(entry(3), entry(2));
  const ended = withEntry(before, entry(2, { endedAt: "2026-03-01T10:03:00.000Z" }), {});
  expect(idsOf(ended)).toEqual(["e3", "e2"]);
  expect(ended.items[1]?.endedAt).toBe("2026-03-01T10:03:00.000Z");
  expect(idsOf(withEntry(before, entry(4), {}))).toEqual(["e4", "e3", "e2"]);
  expect(idsOf(withEntry(log(), entry(4), {}))).toEqual(["e4"]);
});

test("an entry that stands on another page, or outside of what is shown, changes nothing", () => {
  const before = log(entry(3), entry(2));
  expect(withEntry(before, entry(1), {})).toBe(before);
  expect(withEntry(before, entry(4), { cursor: "behind" })).toBe(before);
  expect(withEntry(before, entry(4), { to: "2026-03-01T10:04:00.000Z" })).toBe(before);
  expect(withEntry(before, entry(4, { endedAt: "2026-03-01T10:05:00.000Z" }), { from: "2026-03-01T10:05:00.000Z" })).toBe(before);
  expect(idsOf(withEntry(before, entry(4), { from: "2026-03-01T10:05:00.000Z" }))).toEqual(["e4", "e3", "e2"]);
});
