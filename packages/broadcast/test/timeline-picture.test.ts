import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TagBatch } from "../src/timeline/batch.ts";
import type { PictureChange, Segment } from "../src/timeline/segment.ts";
import type { Timeline } from "../src/timeline/timeline.ts";
import { MemorySource, SILENCE, type SyntheticUnit, Tape, growTo, packets, pictures, segment, timelineOf } from "./support/synthetic.ts";

const FPS = 30;
const END_MS = 16_000;
const source = new MemorySource();
const first = segment(1, source.add(pictures("old", 3)), source.add(packets("a1", 400)));
const second = segment(2, source.add(pictures("next", 2)), source.add(packets("a2", 600)));
const via = source.add(pictures("via", 1));
const fresh = source.add(pictures("new", 3));

const change = (id: number, unit: SyntheticUnit, more: Partial<PictureChange> = {}): PictureChange => ({
  ...{ id, video: unit.ref, fromFrame: 0, at: "cut" },
  ...more,
});
const secondGop = { offset: fresh.edges[0] ?? 0, frame: 60 };
const overTransition = [change(1, via), change(2, fresh, { at: "loop-end", entry: secondGop })];

const frameOf = (tag: { dtsMs: number }) => Math.round((tag.dtsMs * FPS) / 1000);
/** "old:0..90" for each run of pictures of one unit. */
function runs(tape: Tape): string[] {
  const found: { unit: string; from: number; count: number }[] = [];
  for (const { unit, index, isKey } of tape.video) {
    const last = found.at(-1);
    if (last?.unit === unit && !(isKey && index === 0)) last.count += 1;
    else found.push({ unit, from: index, count: 1 });
  }
  return found.map(({ unit, from, count }) => `${unit}:${from}+${count}`);
}

/** Every moment once, each unit's first picture an IDR, timestamps computed from one counter. */
function expectSeamless(tape: Tape): void {
  const shown = tape.video.map(({ dtsMs, compositionMs }) => Math.round(((dtsMs + compositionMs) * FPS) / 1000)).toSorted((a, b) => a - b);
  // Where the tape ends, a picture may be there before those shown before it.
  expect(shown.slice(0, -2)).toEqual(shown.slice(0, -2).map((_, index) => index + 1));
  tape.video.forEach((tag, at) => {
    if (tape.video[at - 1]?.unit !== tag.unit) expect(tag.isKey, `the first of ${tag.unit}`).toBe(true);
    expect(tag.dtsMs).toBe(Math.round((at * 1000) / FPS));
  });
}

function airWith(commandAtMs: number, changes: readonly PictureChange[], segments: [Segment, ...Segment[]] = [first, second]) {
  const { timeline, events } = timelineOf(source, segments);
  const tape = new Tape();
  timeline.produce(commandAtMs, 0, tape);
  const headFrame = timeline.shown.frame;
  timeline.showPicture(1, changes);
  timeline.produce(END_MS, 0, tape);
  return { tape, events, timeline, headFrame };
}

describe("the picture of a segment that sounds", () => {
  it("is replaced at most 4 frames behind the production head, wherever that stands, and the sound does not notice", () => {
    const untouched = airWith(0, []).tape.audio;
    for (let atMs = 0; atMs < 2_200; atMs += 33) {
      const { tape, headFrame } = airWith(atMs, [change(1, fresh)]);
      const cut = tape.video.find(({ unit }) => unit === "new");
      const lateFrames = frameOf(cut ?? { dtsMs: Number.POSITIVE_INFINITY }) - headFrame;
      expect(lateFrames, `at ${atMs} ms`).toBeGreaterThanOrEqual(0);
      expect(lateFrames, `at ${atMs} ms`).toBeLessThanOrEqual(4);
      expectSeamless(tape);
      expect(tape.audio).toEqual(untouched);
    }
  });

  it("goes on where it is under a fade into silence, and begins anew with a track that shows the same", () => {
    const short = segment(1, source.add(pictures("old", 3)), source.add(packets("a3", 100)));
    const silence = { ...short, serial: 2, audio: SILENCE.ref, isSlate: true };
    const faded = airWith(0, [], [short, silence]);
    expect(runs(faded.tape)).toEqual(["old:0+180", "old:0+180", "old:0+120"]);
    expectSeamless(faded.tape);
    const again = airWith(0, [], [short, { ...second, video: short.video }]);
    expect(runs(again.tape)[0]).toMatch(/^old:0\+6\d$/);
  });

  it("waits for the frame that was named, or for the end of the pass that runs", () => {
    const named = airWith(500, [change(1, fresh, { fromFrame: 91 })]);
    expect(runs(named.tape).slice(0, 2)).toEqual(["old:0+91", "new:0+166"]);
    const atEnd = airWith(500, [change(1, fresh, { at: "loop-end" })]);
    expect(runs(atEnd.tape).slice(0, 2)).toEqual(["old:0+180", "new:0+79"]);
    expectSeamless(atEnd.tape);
  });

  it("comes in over a transition, and goes on behind the part of it that was in the transition", () => {
    const { tape, events, timeline } = airWith(500, overTransition);
    const [, transition, rest, again] = runs(tape);
    expect([transition, rest, again?.split("+")[0]]).toEqual(["via:0+60", "new:60+120", "new:0"]);
    expectSeamless(tape);
    const cuts = events.filter(({ type }) => type === "cut");
    expect(cuts).toEqual([1, 1, 2].map((serial, index) => expect.objectContaining({ serial, pictureId: [1, 2, 0][index] })));
    expect(timeline.shown).toMatchObject({ serial: 2, pictureId: 0 });
  });

  it("gives way to the next segment's, with all that still waited", () => {
    const { tape } = airWith(500, [change(1, fresh, { fromFrame: 5_000 })]);
    expect(runs(tape).map((run) => run.split(":")[0])).toEqual(["old", "old", "next", "next"]);
  });

  it("is the newest wish: what waited before is forgotten, what is shown is not", () => {
    const { timeline } = timelineOf(source, [first, second]);
    const tape = new Tape();
    timeline.showPicture(1, overTransition);
    timeline.produce(1_000, 0, tape);
    timeline.showPicture(1, [change(3, source.add(pictures("newest", 3)))]);
    timeline.produce(5_000, 0, tape);
    expect(runs(tape).map((run) => run.split(":")[0])).toEqual(["via", "newest"]);
    expect(timeline.segments[0]?.pictures?.map(({ id }) => id)).toEqual([1, 3]);
  });

  it("stays as long as the one to come cannot be read", () => {
    const growing = source.add(pictures("growing", 2));
    growTo(growing, -1);
    const { timeline } = timelineOf(source, [first, second]);
    const tape = new Tape();
    timeline.showPicture(1, [change(1, growing)]);
    timeline.produce(1_000, 0, tape);
    growTo(growing, 0);
    timeline.produce(1_200, 0, tape);
    expect(runs(tape).map((run) => run.split(":")[0])).toEqual(["old", "growing"]);
    expectSeamless(tape);
  });
});

function bytesTo(timeline: Timeline, untilMs: number): Buffer {
  const batch = new TagBatch();
  timeline.produce(untilMs, 0, batch);
  return Buffer.from(batch.bytes);
}

const moment = fc.integer({ min: 0, max: 7_000 });

describe("a process that goes on from a recorded state", () => {
  it("gives the same bytes, wherever it stopped between a command and the picture it brings, also from states before the command", () => {
    fc.assert(
      fc.property(moment, moment, fc.boolean(), (commandAtMs, diesAtMs, isLoopEnd) => {
        const command = isLoopEnd ? [change(1, fresh, { at: "loop-end" })] : overTransition;
        const { timeline } = timelineOf(source, [first, second]);
        const parts: Buffer[] = [];
        const before = timeline.state;
        parts.push(bytesTo(timeline, commandAtMs));
        timeline.showPicture(1, command);
        parts.push(bytesTo(timeline, commandAtMs + diesAtMs));
        const kept = JSON.parse(JSON.stringify({ state: timeline.state, segments: timeline.segments }));
        const last = bytesTo(timeline, END_MS);

        const { timeline: resumed } = timelineOf(source, kept.segments, kept.state);
        expect(bytesTo(resumed, END_MS).equals(last)).toBe(true);
        expect(resumed.state).toEqual(timeline.state);

        // A slow destination's bytes are made again from where it stands, with what is known by now.
        const { timeline: replayed } = timelineOf(source, kept.segments[0].serial === 1 ? kept.segments : [first, second], before);
        if (kept.segments[0].serial === 1) expect(bytesTo(replayed, END_MS).equals(Buffer.concat([...parts, last]))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});
