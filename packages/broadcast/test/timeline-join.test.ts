import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TagBatch } from "../src/timeline/batch.ts";
import type { Segment, SegmentJoin } from "../src/timeline/segment.ts";
import { MemorySource, Tape, growTo, packets, pictures, segment, timelineOf } from "./support/synthetic.ts";

const source = new MemorySource();
const END_MS = 6_000;
const LEAVE = 50;
const RESUME = 9;
const JOIN_PACKETS = 13;
const ENTER = 4;

const joinUnit = source.add(packets("join", JOIN_PACKETS));
const fits: SegmentJoin = { unit: joinUnit.ref, afterSerial: 1, leaveAtPacket: LEAVE, enterAtPacket: ENTER, resumeAtPacket: RESUME };

function pair(join: SegmentJoin | undefined): [Segment, Segment] {
  const first = segment(1, source.add(pictures("v1", 1)), source.add(packets("a1", 60)));
  const second = segment(2, source.add(pictures("v2", 1)), source.add(packets("a2", 120)));
  return [first, join ? { ...second, join } : second];
}

function air(segments: [Segment, ...Segment[]]) {
  const { timeline, events } = timelineOf(source, segments);
  const tape = new Tape();
  timeline.produce(END_MS, END_MS - 2_000, tape);
  return { tape, events, timeline };
}

/** "a1:0..49" for a run of packets that follow each other. */
function runs(tape: Tape): string[] {
  const found: { unit: string; from: number; to: number }[] = [];
  for (const { unit, index } of tape.audio) {
    const last = found.at(-1);
    if (last?.unit === unit && last.to === index - 1) last.to = index;
    else found.push({ unit, from: index, to: index });
  }
  return found.map(({ unit, from, to }) => `${unit}:${from}..${to}`);
}

describe("a join", () => {
  it("replaces the end of the one track and the beginning of the next, packet for packet", () => {
    const { tape } = air(pair(fits));
    expect(runs(tape).slice(0, 3)).toEqual([`a1:0..${LEAVE - 1}`, `join:0..${JOIN_PACKETS - 1}`, `a2:${RESUME}..119`]);
  });

  it("begins the next segment with the packet it names, and the picture follows there", () => {
    const { tape, events } = air(pair(fits));
    const entered = tape.audio[LEAVE + ENTER];
    const begins = events.filter((event) => event.type === "segment");
    expect(begins.map(({ serial, atMs }) => [serial, atMs])).toEqual([
      [1, tape.audio[0]?.dtsMs],
      [2, entered?.dtsMs],
    ]);
    const cut = tape.video.find(({ unit }) => unit === "v2");
    expect((cut?.dtsMs ?? 0) - (entered?.dtsMs ?? 0)).toBeGreaterThanOrEqual(-34);
    expect((cut?.dtsMs ?? 0) - (entered?.dtsMs ?? 0)).toBeLessThanOrEqual(134);
  });

  it("is left out when it comes too late, and the sound follows whole", () => {
    const { timeline } = timelineOf(source, [pair(undefined)[0]]);
    const tape = new Tape();
    timeline.produce(1_200, 0, tape);
    expect(tape.audio.length).toBeGreaterThan(LEAVE);
    timeline.replaceUpcoming([pair(fits)[1]]);
    timeline.produce(4_000, 0, tape);
    expect(runs(tape).slice(0, 2)).toEqual(["a1:0..59", expect.stringMatching(/^a2:0\.\./)]);
  });

  it("is left out behind another segment than the one it was made for, and while its unit is not complete", () => {
    expect(runs(air(pair({ ...fits, afterSerial: 7 })).tape)[1]).toBe("a2:0..119");
    const growing = source.add(packets("growing", JOIN_PACKETS));
    growTo(growing, 3);
    expect(runs(air(pair({ ...fits, unit: growing.ref })).tape)[1]).toBe("a2:0..119");
  });

  it("waits for a growing unit to reach the packet that follows it, and repeats nothing of what it played itself", () => {
    const unit = source.add(packets("slow", 120));
    const [first, second] = pair(fits);
    const slow = segment(2, source.add(pictures("v2", 1)), unit);
    growTo(unit, RESUME - 4);
    const { timeline } = timelineOf(source, [first, { ...slow, join: second.join ?? fits }]);
    const tape = new Tape();
    timeline.produce(END_MS, 0, tape);
    expect(runs(tape)).toEqual([`a1:0..${LEAVE - 1}`, `join:0..${JOIN_PACKETS - 1}`]);
    growTo(unit, 119);
    timeline.produce(END_MS, 0, tape);
    expect(runs(tape).slice(2)).toEqual([expect.stringMatching(`^slow:${RESUME}\\.\\.`)]);
  });

  it("once begun cannot be taken back: what comes after it can", () => {
    const { timeline } = timelineOf(source, pair(fits));
    const tape = new Tape();
    timeline.produce(((LEAVE + 2) * 1024) / 48 + 34, 0, tape);
    expect(tape.audio.at(-1)?.unit).toBe("join");
    timeline.replaceUpcoming([segment(3, source.add(pictures("v3", 1)), source.add(packets("a3", 40)))]);
    timeline.produce(5_000, 0, tape);
    expect(runs(tape).slice(0, 4)).toEqual([
      `a1:0..${LEAVE - 1}`,
      `join:0..${JOIN_PACKETS - 1}`,
      `a2:${RESUME}..119`,
      expect.stringMatching(/^a3:/),
    ]);
  });

  it("can leave another join before it has come over, or right behind it", () => {
    const cutUnit = source.add(packets("cut", 6));
    const third = segment(3, source.add(pictures("v3", 1)), source.add(packets("a3", 200)));
    const cut: SegmentJoin = { unit: cutUnit.ref, afterSerial: 2, leaveAtPacket: 5, isFromJoin: true, enterAtPacket: 3, resumeAtPacket: 2 };
    const inside: [Segment, ...Segment[]] = [...pair(fits), { ...third, join: cut }];
    expect(runs(air(inside).tape).slice(0, 4)).toEqual([`a1:0..${LEAVE - 1}`, "join:0..4", "cut:0..5", expect.stringMatching(/^a3:2\.\./)]);
    const behind: [Segment, ...Segment[]] = [...pair(fits), { ...third, join: { ...cut, leaveAtPacket: RESUME, isFromJoin: false } }];
    expect(runs(air(behind).tape).slice(1, 4)).toEqual([`join:0..${JOIN_PACKETS - 1}`, "cut:0..5", expect.stringMatching(/^a3:2\.\./)]);
  });

  it("that begins a session is heard from its first packet", () => {
    const [first, second] = pair(undefined);
    const fadeIn: SegmentJoin = { ...fits, afterSerial: 0, leaveAtPacket: 0, enterAtPacket: 0 };
    const { tape, events } = air([{ ...first, join: fadeIn }, second]);
    expect(runs(tape).slice(0, 2)).toEqual([`join:0..${JOIN_PACKETS - 1}`, `a1:${RESUME}..59`]);
    expect(events[0]).toMatchObject({ type: "segment", serial: 1, atMs: tape.audio[0]?.dtsMs });
  });

  it("is gone on with at any tag by another process, byte for byte", () => {
    const bytesTo = (timeline: ReturnType<typeof timelineOf>["timeline"], untilMs: number) => {
      const batch = new TagBatch();
      timeline.produce(untilMs, 0, batch);
      return Buffer.from(batch.bytes);
    };
    const third = segment(3, source.add(pictures("v3", 1)), source.add(packets("a3", 40)));
    const joins: [Segment, ...Segment[]] = [...pair(fits), { ...third, join: { ...fits, afterSerial: 2, leaveAtPacket: 110 } }];
    const whole = bytesTo(timelineOf(source, joins).timeline, 4_500);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4_500 }), { minLength: 1, maxLength: 10 }), (moments) => {
        let { timeline } = timelineOf(source, joins);
        const parts: Buffer[] = [];
        for (const atMs of moments.toSorted((a, b) => a - b)) {
          parts.push(bytesTo(timeline, atMs));
          ({ timeline } = timelineOf(source, [...timeline.segments] as [Segment, ...Segment[]], timeline.state));
        }
        parts.push(bytesTo(timeline, 4_500));
        expect(Buffer.concat(parts).equals(whole)).toBe(true);
      }),
      { numRuns: 80 },
    );
  });
});
