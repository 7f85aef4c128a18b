import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Segment } from "../src/timeline/segment.ts";
import { type Aired, LABEL, MemorySource, Tape, packets, pictures, segment, timelineOf } from "./support/synthetic.ts";

const HOUR_MS = 3_600_000;
/** By the definition of the clock, worked out here on its own. */
const videoDtsMs = (frame: number) => Math.round((frame * 1000) / 30);
const videoPtsMs = (frame: number) => Math.round(((frame + 1) * 1000) / 30);
const audioPtsMs = (packet: number) => videoPtsMs(0) + Math.round((packet * 1_024_000) / 48_000);

/** Segments with sound of these lengths, each with pictures and sound of its own. */
function programme(packetCounts: readonly number[], gops = (index: number) => 1 + (index % 3)) {
  const source = new MemorySource();
  const segments = packetCounts.map((count, index) =>
    segment(index + 1, source.add(pictures(`v${index}`, gops(index))), source.add(packets(`a${index}`, count))),
  );
  const [first, ...rest] = segments;
  if (!first) throw new Error("a programme has segments");
  return { source, segments: [first, ...rest] as const, packetCount: packetCounts.reduce((sum, count) => sum + count, 0) };
}

const lengths = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 2, maxLength: 12 });

/** Plays it to its end and the last picture unit a little on. */
function play({ source, segments, packetCount }: ReturnType<typeof programme>) {
  const { timeline, events } = timelineOf(source, segments);
  const tape = new Tape();
  const endMs = audioPtsMs(packetCount);
  timeline.produce(endMs, 0, tape);
  return { tape, events, timeline, endMs };
}

describe("the timeline", () => {
  it("gives picture n the decoding time round(n * 1000 / 30) and packet n the first picture's time and n packets more", () => {
    fc.assert(
      fc.property(lengths, (counts) => {
        const { tape } = play(programme(counts));
        expect(tape.video.map(({ dtsMs }) => dtsMs)).toEqual(tape.video.map((_, frame) => videoDtsMs(frame)));
        expect(tape.audio.map(({ dtsMs }) => dtsMs)).toEqual(tape.audio.map((_, packet) => audioPtsMs(packet)));
      }),
      { numRuns: 40 },
    );
  });

  it("gives tags in the order of their decoding times, which rise for pictures and for sound", () => {
    fc.assert(
      fc.property(lengths, (counts) => {
        const { tape } = play(programme(counts));
        const isInOrder = ({ dtsMs }: Aired, index: number, all: readonly Aired[]) => dtsMs >= (all[index - 1]?.dtsMs ?? 0);
        const isRising = ({ dtsMs }: Aired, index: number, all: readonly Aired[]) => dtsMs > (all[index - 1]?.dtsMs ?? -1);
        expect(tape.aired.every(isInOrder)).toBe(true);
        expect(tape.video.every(isRising) && tape.audio.every(isRising)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it("shows every moment of the picture exactly once, over loops and cuts, and cuts only where nothing is left to be shown", () => {
    fc.assert(
      fc.property(lengths, (counts) => {
        const { tape } = play(programme(counts));
        const shownMs = tape.video.map(({ dtsMs, compositionMs }) => dtsMs + compositionMs);
        // At each cut all pictures decoded so far fill the time so far: a P whose B-frames were cut off would leave a hole.
        for (const [at, { index }] of tape.video.entries()) {
          if (index !== 0) continue;
          expect(shownMs.slice(0, at).toSorted((a, b) => a - b)).toEqual(Array.from({ length: at }, (_, frame) => videoPtsMs(frame)));
        }
        expect(tape.video.every(({ index, isKey }) => index !== 0 || isKey)).toBe(true);
        expect(tape.video.every(({ compositionMs }) => compositionMs >= 0)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it("plays each unit of pictures in order, from its beginning, again and again while its sound lasts", () => {
    const { tape } = play(programme([700, 300], () => 2));
    const first = tape.video.filter(({ unit }) => unit === "v0");
    expect(first.length).toBeGreaterThan(360);
    expect(first.map(({ index }) => index)).toEqual(first.map((_, place) => place % 120));
  });

  it("cuts the picture at most 4 frames after the sound's boundary, and never before it", () => {
    fc.assert(
      fc.property(lengths, (counts) => {
        const { events, tape } = play(programme(counts));
        for (const boundary of events) {
          if (boundary.type !== "segment" || boundary.serial === 1) continue;
          const cut = tape.video.find(({ unit }) => unit === `v${boundary.serial - 1}`);
          // Of a track so short that the next began before a cut was legal, no picture is ever shown.
          if (!cut) continue;
          const lateFrames = (cut.dtsMs + cut.compositionMs - boundary.atMs) / (1000 / 30);
          expect(lateFrames).toBeGreaterThan(0);
          expect(lateFrames).toBeLessThan(4.05);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("tells of every segment at the time of its first packet, and of the cut to its picture", () => {
    const { events, tape } = play(programme([90, 120, 75]));
    const firstOf = (unit: string) => tape.aired.find((aired) => aired.unit === unit)?.dtsMs;
    expect(events).toEqual([
      { type: "segment", serial: 1, atMs: firstOf("a0") },
      { type: "segment", serial: 2, atMs: firstOf("a1") },
      { type: "cut", serial: 2, pictureId: 0, atMs: firstOf("v1") },
      { type: "segment", serial: 3, atMs: firstOf("a2") },
      { type: "cut", serial: 3, pictureId: 0, atMs: firstOf("v2") },
    ]);
  });

  it("loses no AAC packet and plays none twice over 3000 segments", () => {
    const source = new MemorySource();
    const picture = source.add(pictures("v", 1));
    const count = (serial: number) => 1 + ((serial * 37) % 60);
    const sound = (serial: number) => segment(serial, picture, source.add(packets(`a${serial}`, count(serial))));
    const { timeline, events } = timelineOf(source, [sound(1)]);
    const heard: string[] = [];
    const sink = { tag: (...tag: Parameters<Tape["tag"]>) => (tag[0].info.kind === "audio" ? heard.push(...spoken(tag)) : 0) };
    let queued = 1;
    while (queued < 3000) {
      const upcoming = [...timeline.segments];
      while (upcoming.length < 6) upcoming.push(sound((queued += 1)));
      timeline.replaceUpcoming(upcoming);
      timeline.produce(timeline.producedMs + 400, 0, sink);
    }
    timeline.produce(Number.MAX_SAFE_INTEGER, 0, sink);
    const wanted = Array.from({ length: queued }, (_, at) =>
      Array.from({ length: count(at + 1) }, (__, index) => `a${at + 1}:${index}`),
    ).flat();
    expect(heard).toEqual(wanted);
    expect(events.some(({ type }) => type === "starved")).toBe(false);
    expect(source.openCursors).toBe(2);
  });

  it("keeps picture and sound together within one frame after a week, as in the first minute", () => {
    const { source, segments } = programme([1_000]);
    const week = { frames: 7 * 24 * 3600 * 30, packets: (7 * 24 * 3600 * 48_000) / 1024 };
    const begun = timelineOf(source, segments).timeline.state;
    const { timeline } = timelineOf(source, segments, { ...begun, ...week, passStartFrame: week.frames });
    const tape = new Tape();
    timeline.produce(videoDtsMs(week.frames) + 20_000, 0, tape);
    expect(tape.audio[0]?.dtsMs).toBe(7 * 24 * HOUR_MS + 33);
    for (const [place, { dtsMs }] of tape.audio.entries()) {
      const soundedMs = (place * 1024 * 1000) / 48_000;
      const frame = Math.floor(soundedMs / (1000 / 30));
      const shownAtMs = (tape.video[frame]?.dtsMs ?? 0) + 1000 / 30;
      if (frame < tape.video.length) expect(Math.abs(dtsMs - shownAtMs)).toBeLessThan(1000 / 30 + 1);
    }
  });

  it("holds its file cursors to two, whatever it has played", () => {
    const { source, segments, packetCount } = programme(Array.from({ length: 50 }, (_, index) => 10 + index));
    const { timeline } = timelineOf(source, segments);
    timeline.produce(audioPtsMs(packetCount), 0, new Tape());
    expect(source.openCursors).toBe(2);
    timeline.close();
    expect(source.openCursors).toBe(0);
  });
});

function spoken([{ buffer, offset }]: Parameters<Tape["tag"]>): string[] {
  return [buffer.toString("latin1", offset + 13, buffer.indexOf("|", offset + 13))];
}

describe("segments to come", () => {
  it("are replaced without touching what sounds and what is shown", () => {
    const { source, segments } = programme([200, 200, 200]);
    const undisturbed = new Tape();
    timelineOf(source, segments).timeline.produce(audioPtsMs(150), 0, undisturbed);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: audioPtsMs(150) }), { maxLength: 8 }), (momentsMs) => {
        const { timeline } = timelineOf(source, segments);
        const tape = new Tape();
        let serial = 10;
        for (const atMs of momentsMs.toSorted((a, b) => a - b)) {
          timeline.produce(atMs, 0, tape);
          timeline.replaceUpcoming(segments.slice(1).map((next) => ({ ...next, serial: (serial += 1) })));
        }
        timeline.produce(audioPtsMs(150), 0, tape);
        expect(tape.aired).toEqual(undisturbed.aired);
      }),
    );
  });

  it("that name what already sounds are not played a second time", () => {
    const { source, segments } = programme([50, 60, 70]);
    const { timeline } = timelineOf(source, segments);
    const tape = new Tape();
    timeline.produce(audioPtsMs(80), 0, tape);
    timeline.replaceUpcoming(segments);
    timeline.produce(audioPtsMs(180), 0, tape);
    expect(tape.audio.map(({ unit, index }) => `${unit}:${index}`)).toEqual(
      [50, 60, 70].flatMap((count, at) => Array.from({ length: count }, (_, index) => `a${at}:${index}`)),
    );
  });

  it("replace those told before, so that a taken-out track is never heard", () => {
    const { source, segments } = programme([50, 60, 70]);
    const { timeline } = timelineOf(source, segments);
    const tape = new Tape();
    timeline.produce(audioPtsMs(20), 0, tape);
    const last: Segment = { ...segments[0], serial: 9, audio: source.add(packets("new", 30)).ref, label: LABEL };
    timeline.replaceUpcoming([last]);
    timeline.produce(audioPtsMs(80), 0, tape);
    expect(new Set(tape.audio.map(({ unit }) => unit))).toEqual(new Set(["a0", "new"]));
  });
});
