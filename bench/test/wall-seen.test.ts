import { describe, expect, it } from "vitest";
import { objections, type Seen, worstFirst } from "../lib/wall-seen.ts";

const stream = (title: string, samples = 20, largestMs = 4000) => ({ title, agesMs: [1000, 3000, largestMs], samples }) as const;
const seen = (more: Partial<Seen> = {}): Seen => ({
  streams: [stream("North"), stream("South")],
  agesMs: [1000, 3000, 4000],
  fewestDifferent: 2,
  frames: { shown: 600, dropped: 0 },
  ...more,
});
const SUBJECT = { streams: 2, pictures: 2, samples: 20 };

describe("what was seen of the wall", () => {
  it("is what was to be measured where each stream had a picture of its own at nearly all samples", () => {
    expect(objections(seen({ streams: [stream("North"), stream("South", 19)] }), SUBJECT)).toEqual([]);
  });

  it("is refused where a stream was never seen, or seldom, which is named", () => {
    expect(objections(seen({ streams: [stream("North")] }), SUBJECT)).toEqual(["only 1 of 2 streams had a picture"]);
    expect(objections(seen({ streams: [stream("North"), stream("South", 9)] }), SUBJECT)).toEqual([
      "South had a picture at 9 of 20 samples",
    ]);
  });

  it("is refused where streams showed one picture that were to have their own", () => {
    expect(objections(seen({ fewestDifferent: 1 }), SUBJECT)).toEqual(["at times only 1 of 2 different pictures"]);
    expect(objections(seen({ fewestDifferent: 1 }), { ...SUBJECT, pictures: 1 })).toEqual([]);
  });

  it("is told with the stream first whose picture was oldest", () => {
    const streams = [stream("North"), stream("South", 20, 9000), stream("West", 20, 6000)];
    expect(worstFirst(streams).map(({ title }) => title)).toEqual(["South", "West", "North"]);
  });
});
