import { OFF_AIR, backgroundId, itemId, streamId, templateId, trackId } from "@nightjar/contract";
import type { TrackId } from "@nightjar/contract";
import { expect, test } from "vitest";
import { editText } from "../src/features/library/on-air.ts";
import { willShow, willShowInTurns } from "../src/features/streams/background/will-show.ts";
import { willChange } from "../src/features/streams/overlays/will-change.ts";
import type { LiveEntry } from "../src/lib/live/live-store.ts";

const [words, bar] = [templateId.parse("w"), templateId.parse("b")];
const templates = [
  { id: words, name: "Words" },
  { id: bar, name: "bar" },
];

test("what a template does on air is said by what takes the place of what, and that it is nothing where it shows already", () => {
  const when = "within the track, as soon as its picture is rendered. The sound goes on.";
  expect(willChange(words, bar, templates)).toBe(`Applying puts “bar” in the place of “Words” ${when}`);
  expect(willChange(null, bar, templates)).toBe(`Applying puts “bar” in the place of artwork, title and artist ${when}`);
  expect(willChange(bar, null, templates)).toBe(`Applying puts artwork, title and artist in the place of “bar” ${when}`);
  for (const same of [words, null]) expect(willChange(same, same, templates)).toBe("This is what it shows now: nothing changes.");
});

const [rain, city, sea] = [
  { id: backgroundId.parse("r"), title: "Rain" },
  { id: backgroundId.parse("c"), title: "City" },
  { id: backgroundId.parse("s"), title: "Sea" },
];
const rendered = "within the track, as soon as it is rendered. The sound goes on.";

test("what a background does on air is said the same way", () => {
  expect(willShow(city, rain)).toBe(`Changing puts “Rain” in the place of “City” ${rendered}`);
  expect(willShow(undefined, rain)).toBe(`Changing puts “Rain” in the place of the plain default ${rendered}`);
  expect(willShow(rain, undefined)).toBe(`Changing puts the plain default in the place of “Rain” ${rendered}`);
  for (const same of [rain, undefined]) expect(willShow(same, same)).toBe("This is what it shows now: nothing changes.");
});

test("where backgrounds take turns it is said by what has its turn, never by the choice, and how long it stays", () => {
  const until = "Backgrounds take turns: it stays until the next one's.";
  expect(willShowInTurns(rain, sea, [city])).toBe(`Changing puts “Sea” in the place of “City” ${rendered} ${until}`);
  expect(willShowInTurns(rain, sea, [])).toBe(`Changing puts “Sea” on air ${rendered} ${until}`);
  expect(willShowInTurns(rain, city, [sea, city])).toBe("“City” has its turn now: nothing changes until the next one's.");
  expect(willShowInTurns(rain, sea, "looking")).toBe("Looking what has its turn now…");
  expect(willShowInTurns(rain, sea, "unread")).toBe("What has its turn now could not be read: what this changes on air is not known.");
  for (const now of [[city], [rain], [], "looking", "unread"] as const)
    expect(willShowInTurns(rain, rain, now)).toBe("Nothing changes on air: backgrounds go on taking turns.");
});

test("what an edit of a track does on air is said with the streams that play it now, and nothing where none does", () => {
  const [moth, owl, lamp] = [trackId.parse("moth"), trackId.parse("owl"), trackId.parse("lamp")];
  const streams = ["Night Shift", "Day Desk", "Owl FM"].map((title) => ({ id: streamId.parse(title), title }));
  const playing = (id: TrackId): LiveEntry => {
    const track = { id, itemId: itemId.parse("item"), title: "", artist: "", startedAt: "", durationMs: 1000, because: null };
    return { receivedAtMs: 0, onAir: { ...OFF_AIR, state: "on-air", track } };
  };
  const live = new Map<string, LiveEntry>([
    ["Night Shift", playing(moth)],
    ["Day Desk", playing(moth)],
    ["Owl FM", playing(owl)],
    // A test of a stream, which is nobody's air.
    ["test-Night Shift", playing(lamp)],
  ]);
  const changes = "title, artist and cover change on air as soon as you update it, where the overlay shows them. The sound goes on.";
  expect(editText(moth, streams, live)).toBe(`Night Shift and Day Desk play it now: ${changes}`);
  expect(editText(owl, streams, live)).toBe(`Owl FM plays it now: ${changes}`);
  expect(editText(lamp, streams, live)).toBeNull();
  expect(editText(moth, streams, new Map([["Night Shift", { receivedAtMs: 0, onAir: OFF_AIR }]]))).toBeNull();
});
