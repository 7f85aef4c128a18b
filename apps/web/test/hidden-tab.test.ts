import { HEARTBEAT_EVENT, HELLO_EVENT } from "@nightjar/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { live } from "../src/lib/live/live.ts";
import { keepLive } from "../src/lib/live/use-live.ts";
import { Source } from "./support/source.ts";

const health = vi.fn((_url: string) => Promise.resolve(new Response()));
let page: EventTarget & { visibilityState: string };
let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("localStorage", { getItem: () => null });
  for (const name of ["addEventListener", "removeEventListener"]) vi.stubGlobal(name, () => undefined);
  page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("document", page);
  vi.stubGlobal("EventSource", Source);
  vi.stubGlobal("fetch", health);
  health.mockClear();
  Source.all = [];
  stop = keepLive();
  Source.all[0]?.say(HELLO_EVENT, '{"isResumed":false}');
  Source.all[0]?.say(HEARTBEAT_EVENT, "{}", "boot-7");
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function become(visibilityState: "hidden" | "visible"): void {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event("visibilitychange"));
}

test("a tab that nobody sees gives its connection back after ten seconds, is not lost, and goes on from what it heard last", () => {
  become("hidden");
  vi.advanceTimersByTime(9_999);
  expect(Source.all.map(({ isOpen }) => isOpen)).toEqual([true]);
  vi.advanceTimersByTime(3_600_000);
  expect(Source.all.map(({ isOpen }) => isOpen)).toEqual([false]);
  expect(live.snapshot().connection).toBe("open");
  expect(health).not.toHaveBeenCalled();
  become("visible");
  expect(Source.all.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  expect(Source.all[1]?.url).toBe("/api/events?lastEventId=boot-7");
  // On each connection that the browser may have kept, and that may be dead.
  expect(health.mock.calls.map(([url]) => url)).toEqual(Array.from({ length: 6 }, () => "/api/health"));
  expect(live.snapshot().connection).toBe("waking");
  Source.all[1]?.say(HELLO_EVENT, '{"isResumed":true}');
  expect(live.snapshot().connection).toBe("open");
});

test("who only glances at another tab keeps the connection", () => {
  become("hidden");
  vi.advanceTimersByTime(9_000);
  become("visible");
  Source.all[0]?.say(HEARTBEAT_EVENT, "{}", "boot-8");
  vi.advanceTimersByTime(9_000);
  expect(Source.all.map(({ isOpen }) => isOpen)).toEqual([true]);
});

test("a tab that was opened behind others gives its connection back as well", () => {
  stop();
  page.visibilityState = "hidden";
  stop = keepLive();
  Source.all.at(-1)?.say(HELLO_EVENT);
  vi.advanceTimersByTime(10_000);
  expect(Source.all.at(-1)?.isOpen).toBe(false);
});
