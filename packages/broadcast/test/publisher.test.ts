import { expect, it } from "vitest";
import { isOf } from "../src/egress/publisher.ts";

const record = { startTicks: 77, dir: "/studio/publisher-main-1" };
const commandLine = "ffmpeg\0-fpre\0/studio/publisher-main-1/preset.txt";

it("a publisher is known by its start time, and by its command line where it has one: it has none while its shell becomes ffmpeg", () => {
  expect(isOf({ startTicks: 77, commandLine }, record)).toBe(true);
  expect(isOf({ startTicks: 77, commandLine: "" }, record)).toBe(true);
  expect(isOf({ startTicks: 78, commandLine: "" }, record)).toBe(false);
  expect(isOf({ startTicks: 78, commandLine }, record)).toBe(false);
  expect(isOf({ startTicks: 77, commandLine: "sleep\0infinity" }, record)).toBe(false);
});
