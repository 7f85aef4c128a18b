import { expect, test } from "vitest";
import { interrupts } from "../src/features/streams/settings/on-air-texts.ts";
import { checkStream, isChanged, type StreamFormValues } from "../src/features/streams/settings/stream-changes.ts";
import { meet, taking } from "../src/layout/meet.ts";

const START: StreamFormValues = {
  ...{ title: "Night Radio", description: "", channelName: "Nightjar", targetLufs: "-14", artworkUrl: null },
  ...{ profile: "1080p30", quality: "standard", order: "sequential", crossfadeMs: 0 },
  ...{ transition: null, autoSwitch: null, timeZone: null, ytRollOverHours: null, ytSendsBackup: false },
};

test("only what was changed of a stream is sent, so that what others change meanwhile stays", () => {
  expect(checkStream(START, START).patch).toEqual({});
  expect(isChanged(START, START)).toBe(false);
  const typed = { ...START, channelName: " ", targetLufs: "−16,5", artworkUrl: "/api/files/artwork/a.jpg" };
  expect(isChanged(START, typed)).toBe(true);
  expect(checkStream(START, typed)).toEqual({
    patch: { channelName: null, targetLufs: -16.5, artworkUrl: "/api/files/artwork/a.jpg" },
    errors: {},
  });
});

test("what is chosen for how it plays, how backgrounds change, by which clocks it goes, how long a broadcast lasts and whether it has a backup is sent where it was changed", () => {
  const chosen = {
    order: "shuffled",
    crossfadeMs: 2000,
    transition: "slide",
    autoSwitch: "never",
    timeZone: "Europe/Berlin",
    ytRollOverHours: 11,
    ytSendsBackup: true,
  } as const;
  expect(checkStream(START, { ...START, ...chosen }).patch).toEqual(chosen);
  const followed = { ...START, ...chosen };
  expect(checkStream(followed, { ...followed, transition: null }).patch).toEqual({ transition: null });
});

test("only another profile interrupts what is sent", () => {
  expect(interrupts(START, { ...START, quality: "high", crossfadeMs: 2000, targetLufs: "-16" })).toBe(false);
  expect(interrupts(START, { ...START, profile: "720p30" })).toBe(true);
});

test("a loudness that is none, or far from any, is refused with a sentence at its field", () => {
  for (const targetLufs of ["", "loud", "0", "-50"]) {
    expect(checkStream(START, { ...START, targetLufs }), targetLufs).toEqual({
      patch: null,
      errors: { targetLufs: "The loudness must be from -40 to -5 LUFS" },
    });
  }
});

test("what others changed of a stream is followed where nothing was typed, and met where something else was", () => {
  const typed = { ...START, title: "Mine", channelName: "Both" };
  const theirs = { ...START, title: "Theirs", channelName: "Both", crossfadeMs: 3000 };
  expect(meet(START, typed, theirs)).toEqual({ followed: ["channelName", "crossfadeMs"], met: ["title"] });
  expect(taking(typed, theirs, ["channelName", "crossfadeMs"])).toEqual({ ...typed, crossfadeMs: 3000 });
  expect(meet(START, typed, START)).toEqual({ followed: [], met: [] });
});
