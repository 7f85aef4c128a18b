import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { whenStill } from "../src/features/watch/when-still.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An element whose connection is alive as long as the test brings something. */
function watched() {
  const video = { paused: false, currentTime: 0, cameSeconds: 0, buffered: { length: 1, end: (): number => video.cameSeconds } };
  const onStill = vi.fn<() => void>();
  const end = whenStill(video, onStill);
  const pass = (seconds: number, each: () => void = () => undefined) => {
    for (let second = 0; second < seconds; second += 1) {
      each();
      vi.advanceTimersByTime(1000);
    }
    return onStill.mock.calls.length;
  };
  return { video, pass, end };
}

describe("what is played", () => {
  it("is told once to stand still when nothing of it has moved or come for five seconds", () => {
    const { video, pass } = watched();
    expect(pass(30, () => (video.currentTime += 1))).toBe(0);
    expect(pass(4)).toBe(0);
    expect(pass(1)).toBe(1);
    expect(pass(60)).toBe(1);
  });

  it("does not stand still where more of it comes over a slow line, nor while it is paused", () => {
    const { video, pass } = watched();
    expect(pass(30, () => (video.cameSeconds += 0.1))).toBe(0);
    video.paused = true;
    expect(pass(60)).toBe(0);
    video.paused = false;
    expect(pass(5)).toBe(1);
  });

  it("has longer for its first picture, and is not looked at once it is left", () => {
    const { video, pass } = watched();
    video.buffered.length = 0;
    expect(pass(14)).toBe(0);
    expect(pass(1)).toBe(1);
    const left = watched();
    left.end();
    expect(left.pass(60)).toBe(0);
  });
});
