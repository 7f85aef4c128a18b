import { describe, expect, it } from "vitest";
import { TakenHistory } from "../src/egress/taken-history.ts";

const STEP_MS = 15_000;
const STEPS = 240;
const BEGIN_MS = 1_000 * STEP_MS;

/** Looked at once a second, as the sweep does. */
function lookedAt(history: TakenHistory, fromMs: number, lastingMs: number, bytesPerSecond: number): number {
  for (let ms = 1000; ms <= lastingMs; ms += 1000) history.note(bytesPerSecond, 1000, fromMs + ms - 1);
  return fromMs + lastingMs;
}

describe("what a far end took over the last hour", () => {
  it("is told by steps, oldest first, as bits of the time in which it was looked at", () => {
    const history = new TakenHistory();
    const halfMs = lookedAt(history, BEGIN_MS, 4 * STEP_MS, 500_000);
    const endMs = lookedAt(history, halfMs, 2 * STEP_MS, 250_000);
    const { stepMs, kbps } = history.hour(endMs);
    expect([stepMs, kbps.length]).toEqual([STEP_MS, STEPS]);
    expect(kbps.slice(-7)).toEqual([null, 4000, 4000, 4000, 4000, 2000, 2000]);
  });

  it("is not known where nobody looked, is nothing where nothing was taken, and does not count the step under way", () => {
    const history = new TakenHistory();
    const awayMs = lookedAt(history, BEGIN_MS, STEP_MS, 500_000);
    const backMs = lookedAt(history, awayMs + STEP_MS, STEP_MS, 0);
    const nowMs = lookedAt(history, backMs, 5000, 500_000);
    expect(history.hour(nowMs).kbps.slice(-4)).toEqual([null, 4000, null, 0]);
  });

  it("keeps an hour and no more", () => {
    const history = new TakenHistory();
    const endMs = lookedAt(history, BEGIN_MS, (STEPS + 20) * STEP_MS, 125_000);
    expect(history.hour(endMs).kbps).toEqual(Array.from({ length: STEPS }, () => 1000));
    expect(history.hour(endMs + STEPS * STEP_MS).kbps.every((step) => step === null)).toBe(true);
  });
});
