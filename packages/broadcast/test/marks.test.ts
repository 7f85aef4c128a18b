import { describe, expect, it } from "vitest";
import { MARK_PACKETS, type WrittenMark } from "../src/timeline/marks.ts";
import { MemorySource, type SyntheticUnit, Tape, packets, pictures, segment, timelineOf } from "./support/synthetic.ts";

const source = new MemorySource();
const loop = source.add(pictures("loop", 2));
const other = source.add(pictures("other", 3));
const short = source.add(packets("short", 150));
const long = source.add(packets("long", 600));

const named = (units: readonly SyntheticUnit[]) => (mark: WrittenMark) => {
  const found = units.find(({ ref }) => ref.key === mark.unit.key);
  const at = found ? [found.ref.firstTagOffset, ...found.edges].indexOf(mark.offset) : -1;
  return `${mark.unit.key}:${at}@${mark.atMs}`;
};

function airFor(ms: number) {
  const { timeline } = timelineOf(source, [segment(1, loop, short), segment(2, other, long)]);
  const tape = new Tape();
  timeline.produce(ms, ms, tape);
  return { tape, marks: timeline.marks };
}

describe("the marks of what was written", () => {
  it("name each key picture by its place in its unit and the time at which it is shown, round after round and over a change of unit", () => {
    const { tape, marks } = airFor(10_000);
    const keys = tape.video.filter(({ isKey }) => isKey);
    const gops = keys.map(({ unit, index, dtsMs, compositionMs }) => `${unit}:${index / 60}@${dtsMs + compositionMs}`);
    expect(marks.pictures.list.map(named([loop, other]))).toEqual(gops);
    expect(gops.slice(0, 3)).toEqual(["loop:0@33", "loop:1@2033", "other:0@3367"]);
  });

  it("name every 47th packet of each unit, so that a unit has its marks at the same places each time it airs", () => {
    const { tape, marks } = airFor(10_000);
    const seconds = tape.audio.filter(({ index }) => index % MARK_PACKETS === 0);
    const told = marks.sounds.list.map(named([short, long]));
    expect(told).toEqual(seconds.map(({ unit, index, dtsMs }) => `${unit}:${index}@${dtsMs}`));
    expect(told.slice(0, 5)).toEqual(["short:0@33", "short:47@1036", "short:94@2038", "short:141@3041", "long:0@3233"]);
  });

  it("are kept for longer than is written ahead, and no longer, however long a session lasts", () => {
    const { marks } = airFor(60_000);
    expect(marks.pictures.list).toHaveLength(12);
    expect(marks.sounds.list).toHaveLength(12);
    expect(marks.sounds.list.at(-1)?.atMs).toBeGreaterThan(10_000);
  });
});
