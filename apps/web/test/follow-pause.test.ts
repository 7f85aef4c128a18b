import { describe, expect, it } from "vitest";
import { followPause } from "../src/features/watch/follow-pause.ts";

const element = () => Object.assign(new EventTarget(), { paused: true, ended: false, error: null as unknown });

describe("what is played", () => {
  it("is paused while somebody has paused it, and not before it has begun, nor where it has only ended", () => {
    const video = element();
    const { isPaused, end } = followPause(video);
    expect(isPaused()).toBe(false);
    video.paused = false;
    video.dispatchEvent(new Event("play"));
    expect(isPaused()).toBe(false);
    video.paused = true;
    expect(isPaused()).toBe(true);
    video.ended = true;
    expect(isPaused()).toBe(false);
    end();
  });

  it("is not paused where it could not go on, but where somebody had paused it before", () => {
    const video = element();
    const { isPaused, end } = followPause(video);
    video.dispatchEvent(new Event("play"));
    video.error = new Error("what came could not be read");
    expect(isPaused()).toBe(false);
    video.dispatchEvent(new Event("pause"));
    expect(isPaused()).toBe(true);
    end();
  });

  it("is paused where it stands there until somebody presses Play", () => {
    const { isPaused, note, end } = followPause(element());
    note();
    expect(isPaused()).toBe(true);
    end();
  });
});
