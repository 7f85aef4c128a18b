import { afterAll, beforeAll, vi } from "vitest";
import { lookAround } from "./leftovers.ts";

/**
 * The files of the unit suite share a process, so that what they import is loaded once. One that left its fake clock, a server, a
 * process, a variable or a stub behind would decide about the next: it fails itself instead. Timers are not counted: the test runner has
 * its own, as many as its questions are under way.
 */
let leftBehind: ReturnType<typeof lookAround>;
beforeAll(() => {
  leftBehind = lookAround();
});
afterAll(async () => {
  const names = await leftBehind();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  if (names.length > 0) throw new Error(`This file leaves behind for the next: ${names.join(", ")}`);
});
