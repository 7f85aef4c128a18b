import { PROFILES, expectedRenderSpeed } from "@nightjar/contract";
import { expect, it } from "vitest";
import { RenderSpeed } from "../src/render/render-speed.ts";

const NO_FILE = "/nowhere/render-speed.json";
const PLAYED_MS = 10_000;

/** A machine that renders at this speed, whatever number of renders shares it. */
function machine() {
  const clock = { nowMs: 0 };
  return { clock, speed: new RenderSpeed(NO_FILE, () => clock.nowMs) };
}

it("is what is expected of the profile until something was rendered", () => {
  expect(machine().speed.of("720p30")).toBe(expectedRenderSpeed(PROFILES["720p30"]));
});

it("is that of the whole machine: two renders side by side, each half as fast, show what one alone does", () => {
  const alone = machine();
  const one = alone.speed.begin();
  alone.clock.nowMs = 2500;
  one.done("720p30", PLAYED_MS);
  const both = machine();
  const pair = [both.speed.begin(), both.speed.begin()];
  both.clock.nowMs = 5000;
  for (const render of pair) render.done("720p30", PLAYED_MS);
  expect(alone.speed.of("720p30")).toBe(4);
  expect(both.speed.of("720p30")).toBe(4);
});

it("charges each render its share of the time only while it has company, whatever their order", () => {
  const { clock, speed } = machine();
  const first = speed.begin();
  clock.nowMs = 1000;
  const second = speed.begin();
  clock.nowMs = 4000;
  // Alone for 1 s, then half of 3 s.
  first.done("720p30", PLAYED_MS);
  expect(speed.of("720p30")).toBe(4);
  clock.nowMs = 5000;
  // Half of 3 s, then alone for 1 s.
  second.done("1080p30", PLAYED_MS);
  expect(speed.of("1080p30")).toBe(4);
});

it("does not take a render that was given up, or failed, for one that ran on", () => {
  const { clock, speed } = machine();
  const failed = speed.begin();
  failed.end();
  failed.end();
  const made = speed.begin();
  clock.nowMs = 2500;
  made.done("720p30", PLAYED_MS);
  made.end();
  const next = speed.begin();
  clock.nowMs = 5000;
  next.done("1080p30", PLAYED_MS);
  expect([speed.of("720p30"), speed.of("1080p30")]).toEqual([4, 4]);
});

it("believes a render alone that the machine is fast sooner than that it is slow: it may have left a part of it unused", () => {
  const { clock, speed } = machine();
  const alone = (tookMs: number) => {
    const render = speed.begin();
    clock.nowMs += tookMs;
    render.done("720p30", PLAYED_MS);
    return speed.of("720p30");
  };
  alone(2500);
  expect(alone(5000)).toBeCloseTo(3.9);
  expect(alone(1250)).toBeCloseTo(3.9 * 0.8 + 8 * 0.2);
});

it("learns nothing from what is too short to be measured", () => {
  const { clock, speed } = machine();
  const render = speed.begin();
  clock.nowMs = 100;
  render.done("720p30", 2000);
  expect(speed.of("720p30")).toBe(expectedRenderSpeed(PROFILES["720p30"]));
});
