import { describe, expect, it, vi } from "vitest";
import { playAloud } from "../src/features/watch/play-aloud.ts";

const refused = new DOMException("", "NotAllowedError");
const gone = new DOMException("", "AbortError");

/** Once each play of it has come to what the test says; null: it plays. */
async function played(...outcomes: readonly (DOMException | null)[]) {
  const told: string[] = [];
  const element = { muted: false, play: vi.fn<() => Promise<void>>() };
  for (const outcome of outcomes) {
    if (outcome) element.play.mockRejectedValueOnce(outcome);
    else element.play.mockResolvedValueOnce();
  }
  playAloud(element, { onSilenced: () => void told.push("silenced"), onBlocked: () => void told.push("blocked") });
  await Promise.allSettled(element.play.mock.results.map(({ value }) => value));
  await new Promise(setImmediate);
  return { told, isMuted: element.muted, plays: element.play.mock.calls.length };
}

describe("what is to be played with its sound", () => {
  it("is, where the browser lets it", async () => {
    expect(await played(null)).toEqual({ told: [], isMuted: false, plays: 1 });
  });

  it("is played without it where the browser refuses only that, and is blocked where it refuses both", async () => {
    expect(await played(refused, null)).toEqual({ told: ["silenced"], isMuted: true, plays: 2 });
    expect(await played(refused, refused)).toEqual({ told: ["silenced", "blocked"], isMuted: true, plays: 2 });
  });

  it("is neither where it was only left meanwhile", async () => {
    expect(await played(gone)).toEqual({ told: [], isMuted: false, plays: 1 });
    expect(await played(refused, gone)).toEqual({ told: ["silenced"], isMuted: true, plays: 2 });
  });
});
