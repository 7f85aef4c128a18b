import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HEARD_PACKETS, pictureWindow, soundWindow } from "../src/asked/index.ts";
import { FlvStreamParser } from "../src/flv/stream-parser.ts";
import { MARK_PACKETS, type Mark } from "../src/timeline/marks.ts";
import { type SyntheticUnit, growTo, packets, pictures } from "./support/synthetic.ts";

let dir = "";
beforeAll(async () => void (dir = await mkdtemp(join(tmpdir(), "nightjar-window-"))));
afterAll(() => rm(dir, { recursive: true }));

const NONE = () => false;
const GOP_FRAMES = 60;

async function onDisk(unit: SyntheticUnit): Promise<SyntheticUnit> {
  unit.ref.path = join(dir, unit.ref.key);
  await writeFile(unit.ref.path, unit.bytes);
  return unit;
}

const markAt = ({ ref, edges }: SyntheticUnit, edge: number): Mark => ({
  unit: ref,
  offset: edge === 0 ? ref.firstTagOffset : (edges[edge - 1] ?? 0),
});
const edgeOf =
  ({ ref, edges }: SyntheticUnit) =>
  (offset: number) =>
    [ref.firstTagOffset, ...edges].indexOf(offset);

/** What a decoder is given, by what its tags say of themselves. */
const within = (flv: Buffer) =>
  [...new FlvStreamParser().push(flv)].flatMap(({ bytes }) => /[a-z]+:\d+(?=\|)/.exec(bytes.toString("latin1"))?.[0] ?? []);

describe("a window of a unit of pictures", () => {
  it("holds every second key picture, which stands for the one behind it, too", async () => {
    const unit = await onDisk(pictures("loop", 5));
    const { flv, shown } = await pictureWindow(markAt(unit, 1), NONE);
    expect(within(flv)).toEqual([`loop:${GOP_FRAMES}`, `loop:${3 * GOP_FRAMES}`]);
    expect(shown.map(({ offsets }) => offsets.map(edgeOf(unit)))).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(shown.map(({ lagsMs }) => lagsMs)).toEqual([
      [0, 2000],
      [0, 2000],
    ]);
  });

  it("ends after a minute, before what is known, and where a growing unit ends", async () => {
    const long = await onDisk(pictures("long", 40));
    expect((await pictureWindow(markAt(long, 2), NONE)).shown.flatMap(({ offsets }) => offsets)).toHaveLength(30);
    const known = markAt(long, 6).offset;
    const upToKnown = await pictureWindow(markAt(long, 2), (offset) => offset === known);
    expect(upToKnown.shown.flatMap(({ offsets }) => offsets).map(edgeOf(long))).toEqual([2, 3, 4, 5]);
    const growing = await onDisk(pictures("growing", 10));
    growTo(growing, 2);
    const upToEdge = await pictureWindow(markAt(growing, 0), NONE);
    expect(upToEdge.shown.flatMap(({ offsets }) => offsets).map(edgeOf(growing))).toEqual([0, 1, 2]);
  });
});

describe("a window of a unit of sound", () => {
  it("holds a quarter of each second from the mark on, and names the mark of each", async () => {
    const unit = await onDisk(packets("song", 200));
    const { flv, shown } = await soundWindow(markAt(unit, MARK_PACKETS), NONE);
    const heard = [1, 2, 3, 4].map((second) => second * MARK_PACKETS);
    expect(shown.map(({ offsets: [offset = 0] }) => edgeOf(unit)(offset))).toEqual(heard);
    const numbers = heard.flatMap((first) => Array.from({ length: HEARD_PACKETS }, (_, at) => first + at)).filter((number) => number < 200);
    expect(within(flv)).toEqual(numbers.map((number) => `song:${number}`));
  });

  it("ends before what is known, after a minute and with the unit, and names the mark behind it", async () => {
    const unit = await onDisk(packets("again", 100 * MARK_PACKETS));
    const known = markAt(unit, 3 * MARK_PACKETS).offset;
    const upToKnown = await soundWindow(markAt(unit, 0), (offset) => offset === known);
    expect([upToKnown.shown.length, upToKnown.nextOffset]).toEqual([3, known]);
    const aMinute = await soundWindow(markAt(unit, 0), NONE);
    expect([aMinute.shown.length, aMinute.nextOffset]).toEqual([60, markAt(unit, 60 * MARK_PACKETS).offset]);
    const theRest = await soundWindow(markAt(unit, 60 * MARK_PACKETS), NONE);
    expect([theRest.shown.length, theRest.nextOffset]).toEqual([40, null]);
  });
});
