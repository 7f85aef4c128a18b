import { afterEach, beforeEach, expect, it } from "vitest";
import { createBroadcast } from "../../src/youtube/broadcast-verbs.ts";
import { ytDescription, ytTitle } from "../../src/youtube/rows.ts";
import { withBroadcast } from "../support/at-youtube.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";

let studio: Studio;
beforeEach(async () => void (studio = await openStudio()));
afterEach(() => studio.close());

it("a description is cut to the bytes that YouTube takes, between two characters and before our mark", () => {
  for (const letter of ["a", "ÿ", "蛾", "🦋"]) {
    const text = ytDescription(letter.repeat(5000), "mark");
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(5000);
    expect(text).toMatch(new RegExp(`^${letter}{1200,}\\n\\n\\[nightjar mark\\]$`, "u"));
  }
});

it("a title is cut to what YouTube takes, whichever way it counts characters, and between two of them", () => {
  expect(ytTitle("x".repeat(101))).toBe("x".repeat(100));
  expect(ytTitle("🦋".repeat(60))).toBe("🦋".repeat(50));
  expect(ytTitle(`x${"🦋".repeat(60)}`)).toBe(`x${"🦋".repeat(49)}`);
});

it("who makes a broadcast by hand is told whether there is one that waits, or one on air", async () => {
  const { id } = await withBroadcast(studio);
  expect((await studio.refusal(createBroadcast, { streamId: id })).message).toContain("on air with a broadcast of its own");
});
