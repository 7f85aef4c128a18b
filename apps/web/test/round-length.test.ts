import { expect, it } from "vitest";
import { roundMs } from "../src/features/streams/tracklist/round-length.ts";

const track = (seconds: number, changes: { isGapless?: boolean; hasAudioFile?: boolean } = {}) => ({
  ...{ durationMs: seconds * 1000, isGapless: false, hasAudioFile: true },
  ...changes,
});

it("the total time of a list counts no crossfade where tracks are one recording, and of a short one no more than fits into it", () => {
  const inOrder = { order: "sequential", crossfadeMs: 6000 } as const;
  expect(roundMs([], inOrder)).toBe(0);
  expect(roundMs([track(60), track(60), track(60)], inOrder)).toBe(162_000);
  expect(roundMs([track(60), track(60, { isGapless: true }), track(60)], inOrder)).toBe(168_000);
  // What stands between cannot be played, so they are not one recording.
  expect(roundMs([track(60), track(60, { hasAudioFile: false }), track(60, { isGapless: true })], inOrder)).toBe(108_000);
  expect(roundMs([track(60), track(7.4), track(60)], inOrder)).toBe(127_400 - 3000 - 3000 - 6000);
  const shuffled = { ...inOrder, order: "shuffled" } as const;
  expect(roundMs([track(60), track(60, { isGapless: true })], shuffled)).toBe(108_000);
});
