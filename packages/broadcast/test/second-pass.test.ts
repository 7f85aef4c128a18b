import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SecondPass, type SecondPassOptions } from "../src/render/second-pass.ts";
import { memoryLog } from "./support/engine.ts";

const [QUIET_MS, POLL_MS] = [5000, 500];

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Nothing else is to do; `used` is on air. */
function secondPass(used: () => ReadonlySet<string>) {
  const scheduler = { snapshot: () => ({ queued: [], running: [] }) } as unknown as SecondPassOptions["scheduler"];
  const options = { scheduler, making: () => [], onBetter: () => undefined, quietMs: QUIET_MS, pollMs: POLL_MS };
  return new SecondPass({ ...options, log: memoryLog().log, inUse: used });
}

it("gathers what hundreds of streams use no more often than the machine is to rest before a second pass, while none of it is worth one", () => {
  const inUse = vi.fn(() => new Set<string>());
  const pass = secondPass(inUse);
  const start = vi.fn(() => ({ key: "better", done: Promise.withResolvers<never>().promise, cancel: () => undefined }));
  pass.offer({ key: "fast", label: "A picture", start });
  vi.advanceTimersByTime(60_000);
  expect(inUse.mock.calls.length).toBeGreaterThanOrEqual(10);
  expect(inUse.mock.calls.length).toBeLessThanOrEqual(12);
  expect(start).not.toHaveBeenCalled();
  inUse.mockReturnValue(new Set(["fast"]));
  vi.advanceTimersByTime(QUIET_MS + POLL_MS);
  expect(start).toHaveBeenCalledOnce();
  pass.close();
});
