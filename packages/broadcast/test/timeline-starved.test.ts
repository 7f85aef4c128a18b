import { describe, expect, it } from "vitest";
import { MemorySource, Tape, growTo, packets, pictures, segment, timelineOf } from "./support/synthetic.ts";

function growing() {
  const source = new MemorySource();
  const video = source.add(pictures("v", 4));
  const audio = source.add(packets("a", 400));
  growTo(video, 0);
  growTo(audio, 49);
  return { source, video, audio, ...timelineOf(source, [segment(1, video, audio)]) };
}

describe("at the edge of a growing unit", () => {
  it("the timeline waits, as long as there is lead, and goes on where it stopped", () => {
    const { timeline, audio, video, events } = growing();
    const tape = new Tape();
    timeline.produce(10_000, 0, tape);
    expect(tape.audio).toHaveLength(50);
    expect(tape.video.length).toBeLessThanOrEqual(60);
    growTo(audio, 399);
    timeline.produce(10_000, 0, tape);
    expect(tape.video).toHaveLength(60);
    growTo(video, 3);
    timeline.produce(7_000, 0, tape);
    expect(tape.audio.map(({ index }) => index)).toEqual(tape.audio.map((_, place) => place));
    expect(tape.video.map(({ index }) => index)).toEqual(tape.video.map((_, place) => place));
    expect(tape.video.length).toBeGreaterThan(200);
    expect(events.map(({ type }) => type)).toEqual(["segment"]);
  });

  it("a unit whose render was given up ends where it stands, and the next segment follows", () => {
    const { timeline, audio, video } = growing();
    growTo(video, 3);
    const tape = new Tape();
    timeline.produce(10_000, 0, tape);
    const source = new MemorySource();
    expect(source.openCursors).toBe(0);
    audio.ref.isComplete = true;
    timeline.produce(10_000, 0, tape);
    expect(tape.audio).toHaveLength(50);
  });
});

describe("a starved timeline", () => {
  it("gives nothing but what it has while the floor is not reached", () => {
    const { timeline, events } = growing();
    const tape = new Tape();
    timeline.produce(10_000, 900, tape);
    expect(tape.audio).toHaveLength(50);
    expect(events.some(({ type }) => type === "starved")).toBe(false);
  });

  it("gives silence below the floor, no more than needed, and says so once", () => {
    const { timeline, events, audio } = growing();
    const tape = new Tape();
    for (let floorMs = 1_000; floorMs <= 1_800; floorMs += 100) timeline.produce(10_000, floorMs, tape);
    const silent = tape.audio.filter(({ unit }) => unit === "silence");
    expect(silent.length).toBeGreaterThan(25);
    expect(tape.audio.at(-1)?.dtsMs).toBeLessThan(1_800);
    expect(tape.audio.at(-1)?.dtsMs).toBeGreaterThan(1_800 - 22);
    expect(events.filter(({ type }) => type === "starved")).toEqual([{ type: "starved", what: "audio", atMs: silent[0]?.dtsMs }]);
    growTo(audio, 399);
    timeline.produce(4_000, 0, tape);
    expect(
      tape.audio
        .filter(({ unit }) => unit === "a")
        .map(({ index }) => index)
        .slice(0, 60),
    ).toEqual(Array.from({ length: 60 }, (_, index) => index));
    for (const [index, { dtsMs }] of tape.audio.entries()) expect(dtsMs).toBe(33 + Math.round((index * 1_024_000) / 48_000));
  });

  it("repeats the picture below the floor, from an IDR, and says so once an occurrence", () => {
    const { timeline, events, video, audio } = growing();
    growTo(audio, 399);
    const tape = new Tape();
    timeline.produce(10_000, 3_000, tape);
    expect(tape.video[60]).toMatchObject({ index: 0, isKey: true, dtsMs: 2_000 });
    expect(tape.video.at(-1)?.dtsMs).toBeLessThan(10_000);
    timeline.produce(10_000, 4_500, tape);
    expect(events.filter(({ type }) => type === "starved").length).toBeGreaterThan(0);
    const toldBefore = events.length;
    growTo(video, 3);
    timeline.produce(7_000, 0, tape);
    expect(events).toHaveLength(toldBefore);
    const shownMs = tape.video.map(({ dtsMs, compositionMs }) => dtsMs + compositionMs).toSorted((a, b) => a - b);
    expect(shownMs.slice(0, -3)).toEqual(shownMs.slice(0, -3).map((_, frame) => Math.round(((frame + 1) * 1000) / 30)));
  });

  it("does not enter a segment of which nothing can be read yet, and enters it as soon as something can", () => {
    const source = new MemorySource();
    const first = segment(1, source.add(pictures("v1", 1)), source.add(packets("a1", 40)));
    const late = { video: source.add(pictures("v2", 2)), audio: source.add(packets("a2", 60)) };
    growTo(late.video, -1);
    growTo(late.audio, -1);
    const { timeline, events } = timelineOf(source, [first, segment(2, late.video, late.audio)]);
    const tape = new Tape();
    timeline.produce(10_000, 1_200, tape);
    expect(tape.audio.slice(40).every(({ unit }) => unit === "silence")).toBe(true);
    growTo(late.audio, 10);
    timeline.produce(10_000, 1_300, tape);
    expect(tape.audio.at(-1)?.unit).toBe("silence");
    growTo(late.video, 0);
    timeline.produce(10_000, 1_300, tape);
    expect(tape.audio.at(-1)).toMatchObject({ unit: "a2", index: 10 });
    expect(events.filter(({ type }) => type === "segment")).toHaveLength(2);
  });
});

describe("a slate", () => {
  it("repeats its sound and picture for as long as nothing follows, without ever starving", () => {
    const source = new MemorySource();
    const { timeline, events } = timelineOf(source, [segment(1, source.add(pictures("sv", 1)), source.add(packets("bed", 25)), true)]);
    const tape = new Tape();
    timeline.produce(20_000, 20_000, tape);
    expect(tape.audio.map(({ index }) => index)).toEqual(tape.audio.map((_, place) => place % 25));
    expect(tape.audio.length).toBeGreaterThan(900);
    expect(events).toHaveLength(1);
  });

  it("gives way at the next packet once the next segment can be read, not before", () => {
    const source = new MemorySource();
    const next = { video: source.add(pictures("v", 2)), audio: source.add(packets("a", 60)) };
    growTo(next.video, -1);
    const slate = segment(1, source.add(pictures("sv", 1)), source.add(packets("bed", 500)), true);
    const { timeline } = timelineOf(source, [slate]);
    const tape = new Tape();
    timeline.produce(1_000, 0, tape);
    timeline.replaceUpcoming([segment(2, next.video, next.audio)]);
    timeline.produce(1_500, 0, tape);
    expect(tape.audio.every(({ unit }) => unit === "bed")).toBe(true);
    const slatePackets = tape.audio.length;
    growTo(next.video, 0);
    timeline.produce(1_800, 0, tape);
    expect(tape.audio[slatePackets]).toMatchObject({ unit: "a", index: 0 });
    expect(tape.video.some(({ unit }) => unit === "v")).toBe(true);
  });
});

describe("a segment of which nothing can be read any more", () => {
  it("is passed over: it is never told to have begun, and what follows it follows at once", () => {
    const source = new MemorySource();
    const segments = [1, 2, 3].map((serial) =>
      segment(serial, source.add(pictures(`v${serial}`, 4)), source.add(packets(`a${serial}`, 100))),
    );
    const [first, second, third] = segments;
    if (!first || !second || !third) throw new Error("three were made");
    const { timeline, events } = timelineOf(source, [first, second, third]);
    for (const key of ["a2", "v2"]) source.remove(key);
    const tape = new Tape();
    timeline.produce(4_000, 0, tape);
    expect(events.flatMap((event) => (event.type === "segment" ? [event.serial] : []))).toEqual([1, 3]);
    expect(tape.audio.map(({ unit }) => unit)).toEqual([
      ...Array<string>(100).fill("a1"),
      ...Array<string>(tape.audio.length - 100).fill("a3"),
    ]);
    expect(new Set(tape.video.map(({ unit }) => unit))).toEqual(new Set(["v1", "v3"]));
  });

  it("is passed over behind a crossfade that is gone as well", () => {
    const source = new MemorySource();
    const [first, gone, third] = [1, 2, 3].map((serial) =>
      segment(serial, source.add(pictures(`v${serial}`, 4)), source.add(packets(`a${serial}`, 100))),
    );
    if (!first || !gone || !third) throw new Error("three were made");
    const unit = source.add(packets("j", 40)).ref;
    const join = { afterSerial: 1, unit, leaveAtPacket: 80, resumeAtPacket: 20, enterAtPacket: 20 };
    for (const key of ["a2", "v2", "j"]) source.remove(key);
    const { timeline, events } = timelineOf(source, [first, { ...gone, join }, third]);
    const tape = new Tape();
    timeline.produce(4_000, 0, tape);
    expect(events.flatMap((event) => (event.type === "segment" ? [event.serial] : []))).toEqual([1, 3]);
    expect(tape.audio.map((packet) => packet.unit)).toEqual([...Array<string>(80).fill("a1"), ...Array<string>(100).fill("a3")]);
  });

  it("begins where nothing follows it: what is missing is told, and made again", () => {
    const source = new MemorySource();
    const [video, audio] = [source.add(pictures("v", 4)), source.add(packets("a", 100))];
    source.remove("a");
    const { timeline, events } = timelineOf(source, [segment(1, video, audio)]);
    timeline.produce(1_000, 500, new Tape());
    expect(events.map(({ type }) => type)).toEqual(["segment", "starved"]);
  });
});
