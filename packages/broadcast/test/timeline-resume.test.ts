import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TagBatch } from "../src/timeline/batch.ts";
import type { Segment } from "../src/timeline/segment.ts";
import type { Timeline } from "../src/timeline/timeline.ts";
import { MemorySource, packets, pictures, segment, timelineOf } from "./support/synthetic.ts";

const source = new MemorySource();
const show = (index: number, count: number, gops: number, isSlate = false) =>
  segment(index + 1, source.add(pictures(`v${index}`, gops)), source.add(packets(`a${index}`, count)), isSlate);
// Short and long, one shorter than the way to its cut, a slate in between.
const segments: [Segment, ...Segment[]] = [show(0, 40, 1), show(1, 3, 2), show(2, 90, 1), show(3, 30, 1, true), show(4, 150, 2)];
const END_MS = 5_500;

function bytesTo(timeline: Timeline, untilMs: number): Buffer {
  const batch = new TagBatch();
  timeline.produce(untilMs, 0, batch);
  return Buffer.from(batch.bytes);
}

const whole = bytesTo(timelineOf(source, segments).timeline, END_MS);

/** Stops after `untilMs`, forgets all but what a record holds, goes on in a new timeline. */
function resumedAt(momentsMs: readonly number[]): Buffer {
  let { timeline } = timelineOf(source, segments);
  const parts: Buffer[] = [];
  for (const atMs of momentsMs) {
    parts.push(bytesTo(timeline, atMs));
    const record = JSON.parse(JSON.stringify({ state: timeline.state, segments: timeline.segments }));
    ({ timeline } = timelineOf(source, record.segments, record.state));
  }
  parts.push(bytesTo(timeline, END_MS));
  return Buffer.concat(parts);
}

describe("a timeline that goes on from a recorded state", () => {
  it("gives the bytes of an uninterrupted one, from whichever tag it goes on", () => {
    const { timeline } = timelineOf(source, segments);
    const parts: Buffer[] = [];
    for (let atMs = 1; atMs <= END_MS; atMs += 1) {
      const more = bytesTo(timeline, atMs);
      if (more.length === 0) continue;
      parts.push(more);
      const { timeline: resumed } = timelineOf(source, [...timeline.segments] as [Segment, ...Segment[]], timeline.state);
      const soFar = Buffer.concat(parts);
      // Not to the end each time: 300 tags reach over the next cut.
      const rest = bytesTo(resumed, Math.min(END_MS, atMs + 1_200));
      expect(rest.equals(whole.subarray(soFar.length, soFar.length + rest.length)), `resumed at ${atMs} ms`).toBe(true);
      expect(rest.length).toBeGreaterThan(atMs < END_MS - 100 ? 100 : -1);
    }
    expect(Buffer.concat(parts).equals(whole)).toBe(true);
  });

  it("gives the same bytes however often it was interrupted", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: END_MS }), { maxLength: 12 }), (moments) => {
        expect(resumedAt(moments.toSorted((a, b) => a - b)).equals(whole)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it("gives the same bytes also while silence stands in for a sound that is not there", () => {
    const only: [Segment, ...Segment[]] = [show(9, 20, 1)];
    const starved = (timeline: Timeline, untilMs: number) => {
      const batch = new TagBatch();
      timeline.produce(untilMs, untilMs, batch);
      return Buffer.from(batch.bytes);
    };
    const all = starved(timelineOf(source, only).timeline, 2_000);
    for (let atMs = 430; atMs < 900; atMs += 23) {
      const { timeline } = timelineOf(source, only);
      const before = starved(timeline, atMs);
      const after = starved(timelineOf(source, only, timeline.state).timeline, 2_000);
      expect(Buffer.concat([before, after]).equals(all), `resumed at ${atMs} ms`).toBe(true);
    }
  });

  it("does not tell a second time of the segment that sounds", () => {
    const { timeline } = timelineOf(source, segments);
    bytesTo(timeline, 500);
    const { events } = timelineOf(source, [...timeline.segments] as [Segment, ...Segment[]], timeline.state);
    expect(events).toEqual([]);
  });

  it("counts on: the number of a tag is the same before and after", () => {
    const { timeline } = timelineOf(source, segments);
    bytesTo(timeline, 2_000);
    const { timeline: resumed } = timelineOf(source, [...timeline.segments] as [Segment, ...Segment[]], timeline.state);
    bytesTo(timeline, END_MS);
    bytesTo(resumed, END_MS);
    expect(resumed.state).toEqual(timeline.state);
  });
});
