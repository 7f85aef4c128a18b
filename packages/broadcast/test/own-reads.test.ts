import { describe, expect, it } from "vitest";
import { learnOwnReads } from "../src/egress/own-reads.ts";

const reading = (readBytes: number) => ({ readBytes, waitingBytes: 0 });

describe("what a publisher reads beside its FIFO", () => {
  it("is sure when it is found twice, with more fed in between", () => {
    const once = learnOwnReads(undefined, reading(1700), 1000);
    expect(once).toEqual({ bytes: 700, atFedBytes: 1000, isSure: false });
    expect(learnOwnReads(once, reading(2700), 2000)).toEqual({ bytes: 700, atFedBytes: 1000, isSure: true });
  });

  it("is not sure as long as nothing more was fed: the same unrecorded bytes would be found again", () => {
    const once = learnOwnReads(undefined, reading(1700), 1000);
    expect(learnOwnReads(once, reading(1700), 1000).isSure).toBe(false);
  });

  it("is taken anew when it is found to be another: a write had not been recorded yet", () => {
    const tooMuch = learnOwnReads(undefined, reading(1700 + 350), 1000);
    const next = learnOwnReads(tooMuch, reading(2700), 2000);
    expect(next).toEqual({ bytes: 700, atFedBytes: 2000, isSure: false });
    expect(learnOwnReads(next, reading(3700), 3000).isSure).toBe(true);
  });

  it("stays as it is once it is sure", () => {
    const sure = { bytes: 700, atFedBytes: 1000, isSure: true };
    expect(learnOwnReads(sure, reading(5700), 5000)).toBe(sure);
  });
});
