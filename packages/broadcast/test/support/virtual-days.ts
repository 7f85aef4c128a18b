import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect } from "vitest";
import { testFolder } from "./engine.ts";
import { seeded } from "./seeded.ts";
import { DAY_MS, type VirtualReport, VirtualStudio } from "./virtual-studio.ts";

const FRAME_MS = 1000 / 30;

/** Plays so many virtual days and asserts everything that must be true of them. */
export async function playVirtualDays(days: number, seed: number): Promise<VirtualReport> {
  const { dir, remove } = await testFolder();
  // Memory is compared behind a full collection.
  setFlagsFromString("--expose-gc");
  globalThis.gc = runInNewContext("gc");
  try {
    const report = new VirtualStudio(dir, seeded(seed)).run(days);
    expectSound(report, days);
    return report;
  } finally {
    await remove();
  }
}

function expectSound(report: VirtualReport, days: number): void {
  expect(report, "no packet lost or doubled, every time that of its counter").toMatchObject({
    wrongPackets: 0,
    wrongShown: 0,
    wrongTimes: 0,
    starved: 0,
  });
  expect(report.largestSkewMs).toBeLessThan(FRAME_MS);
  expect(Math.abs((report.pictures * 1000) / 30 - days * DAY_MS)).toBeLessThan(FRAME_MS);
  expect(Math.abs((report.packets * 64) / 3 - days * DAY_MS)).toBeLessThan(2 * FRAME_MS);
  expect(report.pictureChanges).toBeGreaterThan(days * 250);
  expect(report.pictureChangesShown).toBe(report.pictureChanges);
  expect(report.latestCutFrames).toBeLessThan(4.05);
  expect(report).toMatchObject({ edits: days * 24, restarts: days, openCursors: 2 });
  expect(report.trackStarts).toBeGreaterThan(days * 300);
  expect(report.joined / report.trackStarts).toBeGreaterThan(0.95);
  const [first = 0] = report.memory;
  expect((report.memory.at(-1) ?? 0) / first).toBeLessThan(1.05);
}

/** What is told of the run. */
export function summary(report: VirtualReport, days: number): string {
  const { pictures, packets, trackStarts, joined, edits, restarts, pictureChanges, largestSkewMs, memory } = report;
  const growth = (100 * ((memory.at(-1) ?? 0) / (memory[0] ?? 1) - 1)).toFixed(1);
  return `${days} days: ${pictures} pictures, ${packets} packets, ${trackStarts} tracks (${joined} over a crossfade), ${edits} edits, ${pictureChanges} changes of the picture within a track, ${restarts} restarts; skew at most ${largestSkewMs.toFixed(2)} ms, memory ${growth} % above the first day's`;
}
