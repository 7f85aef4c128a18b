import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ContactSheets } from "../src/asked/index.ts";
import { MARK_PACKETS, type Mark } from "../src/timeline/marks.ts";
import { memoryLog, testFolder } from "./support/engine.ts";
import { type SyntheticUnit, growTo, packets } from "./support/synthetic.ts";

/** As many as a window has; what is asked for is how far it is known. */
const DECODER = "#!/bin/sh\ncat >/dev/null\nfor _ in $(seq 60); do echo lavfi.astats.Overall.RMS_level=-20; done\n";

let folder: Awaited<ReturnType<typeof testFolder>>;
beforeAll(async () => {
  folder = await testFolder();
  await writeFile(join(folder.dir, "decoder"), DECODER, { mode: 0o700 });
});
afterAll(() => folder.remove());

let sheets: ContactSheets;
beforeEach(() => void (sheets = new ContactSheets({ ffmpegPath: join(folder.dir, "decoder"), log: memoryLog().log })));
afterEach(() => sheets.close());

async function onDisk(unit: SyntheticUnit): Promise<SyntheticUnit> {
  unit.ref.path = join(folder.dir, unit.ref.key);
  await writeFile(unit.ref.path, unit.bytes);
  return unit;
}

const markAt = ({ ref, edges }: SyntheticUnit, second: number): Mark => ({
  unit: { ...ref },
  offset: second === 0 ? ref.firstTagOffset : (edges[second * MARK_PACKETS - 1] ?? 0),
});

/** How many levels follow each other from a mark on. */
function known({ unit, offset }: Mark): number {
  const level = sheets.level({ unit, offset });
  return level ? 1 + (level.nextOffset === null ? 0 : known({ unit, offset: level.nextOffset })) : 0;
}

describe("the levels of a unit", () => {
  it("go on behind each minute that was listened to: the next is ordered before they run out", async () => {
    const song = await onDisk(packets("song", 150 * MARK_PACKETS));
    await sheets.wanted([], [markAt(song, 0)]);
    expect(known(markAt(song, 0))).toBe(60);
    sheets.listenAhead([markAt(song, 56)]);
    await expect.poll(() => known(markAt(song, 56))).toBe(64);
    expect(known(markAt(song, 0))).toBe(120);
  });

  it("go on where the unit has grown since, and are joined to those that are known", async () => {
    const song = await onDisk(packets("growing", 100 * MARK_PACKETS));
    growTo(song, 30 * MARK_PACKETS - 1);
    await sheets.wanted([], [markAt(song, 0)]);
    growTo(song, 100 * MARK_PACKETS - 1);
    await sheets.wanted([], [markAt(song, 35)]);
    expect(known(markAt(song, 0))).toBe(30);
    sheets.listenAhead([markAt(song, 28)]);
    await expect.poll(() => known(markAt(song, 0))).toBe(95);
  });
});
