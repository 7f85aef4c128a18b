import { ACTIVITIES } from "@nightjar/contract";
import { describe, expect, it } from "vitest";
import { sentenceOf } from "../src/lib/activity-sentence.ts";
import { byWhom } from "../src/lib/by-whom.ts";

describe("a sentence of what was done", () => {
  it("names one thing, and of several the newest with how many others there are", () => {
    expect(sentenceOf({ action: "tracks.create", name: "Moth", total: 1 })).toBe("“Moth” was added to the library");
    expect(sentenceOf({ action: "tracks.create", name: "Moth", total: 2 })).toBe("“Moth” and 1 other track were added to the library");
    expect(sentenceOf({ action: "tracks.delete", name: "Moth", total: 1201 })).toBe("“Moth” and 1,200 other tracks were deleted");
  });

  it("says of what kind it is where nothing is known of its name", () => {
    expect(sentenceOf({ action: "streams.stop", name: null, total: 1 })).toBe("A stream was stopped");
    expect(sentenceOf({ action: "streams.stop", name: null, total: 3 })).toBe("3 streams were stopped");
  });

  it("says of a rundown and of what is on air what was done there", () => {
    const sentences = (["streams.stepTracklist", "streams.setGapless", "streams.skip", "streams.jump"] as const).map((action) =>
      sentenceOf({ action, name: "Night", total: 1 }),
    );
    expect(sentences).toEqual([
      "“Night” was given other tracks or another order",
      "“Night” was told how two tracks join",
      "“Night” was told to skip a track",
      "“Night” was told to put a track on air",
    ]);
  });

  it("stands above who did it: an account, one that was deleted, or the studio", () => {
    expect(byWhom({ by: "a@label.example", isByStudio: false })).toBe("a@label.example");
    expect(byWhom({ by: null, isByStudio: false })).toBe("A deleted account");
    expect(byWhom({ by: null, isByStudio: true })).toBe("The studio");
  });

  it("is there for all that is told of", () => {
    for (const action of ACTIVITIES) expect(sentenceOf({ action, name: null, total: 1 })).toMatch(/^[A-Z][a-z ]+ (was|were) [a-z ]+$/u);
  });
});
