import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { nearNow } from "../src/features/watch/near-now.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An element that is sent a second of it each second, and keeps so many of them while it is paused. */
function watched({ keptSeconds = Infinity } = {}) {
  let sentSeconds = 100;
  const video = Object.assign(new EventTarget(), { currentTime: 96, buffered: { length: 1, end: () => sentSeconds } });
  const onLost = vi.fn<() => void>();
  const end = nearNow(video, onLost);
  const pauseFor = (seconds: number) => {
    video.dispatchEvent(new Event("pause"));
    vi.advanceTimersByTime(seconds * 1000);
    sentSeconds += Math.min(seconds, keptSeconds);
    video.dispatchEvent(new Event("play"));
    return { playsAt: video.currentTime, isLost: onLost.mock.calls.length > 0 };
  };
  return { video, pauseFor, end };
}

describe("what is played again after a pause", () => {
  it("is what is sent now, where the pause was longer than one catches up with", () => {
    expect(watched().pauseFor(300)).toEqual({ playsAt: 396, isLost: false });
  });

  it("goes on where it was after a short one", () => {
    expect(watched().pauseFor(4)).toEqual({ playsAt: 96, isLost: false });
  });

  it("is begun anew where more was sent meanwhile than the browser has kept", () => {
    expect(watched({ keptSeconds: 240 }).pauseFor(600).isLost).toBe(true);
    expect(watched({ keptSeconds: 5 }).pauseFor(600).isLost).toBe(true);
  });

  it("is left where it is at its first play, before anything has come, and once it is left", () => {
    const first = watched();
    first.video.buffered.length = 0;
    first.video.currentTime = 0;
    first.video.dispatchEvent(new Event("play"));
    expect(first.video.currentTime).toBe(0);
    const left = watched();
    left.end();
    expect(left.pauseFor(600)).toEqual({ playsAt: 96, isLost: false });
  });
});
