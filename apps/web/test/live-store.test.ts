import { OFF_AIR, type OnAir } from "@nightjar/contract";
import { expect, test, vi } from "vitest";
import { coalesce } from "../src/lib/live/coalesce.ts";
import { createLiveStore, waitMs, type EventSourceLike } from "../src/lib/live/live-store.ts";
import { evidenceAgeMs, positionMs } from "../src/lib/live/position.ts";

function setup() {
  const sources: (EventSourceLike & { closed: boolean })[] = [];
  const timers: { run: () => void; ms: number; cleared: boolean }[] = [];
  const calls = { onChanged: vi.fn(), onReopened: vi.fn(), onLost: vi.fn() };
  let now = 1000;
  const store = createLiveStore({
    open: () => {
      const source = {
        onopen: null,
        onmessage: null,
        onerror: null,
        closed: false,
        close: () => void (source.closed = true),
      } as (typeof sources)[number];
      sources.push(source);
      return source;
    },
    nowMs: () => now,
    setTimer: (run, ms) => timers.push({ run, ms, cleared: false }) - 1,
    clearTimer: (timer) => {
      const entry = timers[timer as number];
      if (entry) entry.cleared = true;
    },
    ...calls,
  });
  const newest = () => {
    const source = sources.at(-1);
    if (!source) throw new Error("nothing was opened");
    return source;
  };
  return {
    store,
    sources,
    timers,
    calls,
    setNow: (ms: number) => void (now = ms),
    open: () => newest().onopen?.(new Event("open")),
    fail: () => newest().onerror?.(new Event("error")),
    tell: (data: unknown) =>
      newest().onmessage?.(new MessageEvent("message", { data: typeof data === "string" ? data : JSON.stringify(data) })),
  };
}

const onAir = (change: Partial<OnAir>): OnAir => ({ ...OFF_AIR, ...change });

test("an on-air event becomes the stream's newest state", () => {
  const { store, open, tell, setNow } = setup();
  store.start();
  expect(store.snapshot().connection).toBe("connecting");
  open();
  setNow(5000);
  tell({ type: "on-air", streamId: "s1", onAir: onAir({ state: "preparing" }) });
  expect(store.snapshot().connection).toBe("open");
  expect(store.snapshot().streams.get("s1")).toMatchObject({ onAir: { state: "preparing" }, receivedAtMs: 5000 });
});

test("what is not an event of the contract is passed over", () => {
  const { store, open, tell, calls } = setup();
  store.start();
  open();
  tell("not json");
  tell({ type: "on-air", streamId: "s1", onAir: { state: "singing" } });
  expect(store.snapshot().streams.size).toBe(0);
  expect(calls.onChanged).not.toHaveBeenCalled();
});

test("an answer older than what is known changes nothing", () => {
  const { store, open, tell, setNow } = setup();
  store.start();
  open();
  setNow(5000);
  tell({ type: "on-air", streamId: "s1", onAir: onAir({ state: "slate" }) });
  store.put("s1", onAir({ state: "off" }), 4000);
  expect(store.snapshot().streams.get("s1")?.onAir.state).toBe("slate");
  store.put("s1", onAir({ state: "off" }), 6000);
  expect(store.snapshot().streams.get("s1")?.onAir.state).toBe("off");
});

test("a lost connection is told, tried again with growing waits, and what was missed is read after it", () => {
  const { store, sources, timers, calls, open, fail } = setup();
  store.start();
  open();
  expect(calls.onReopened).not.toHaveBeenCalled();
  fail();
  expect(store.snapshot().connection).toBe("lost");
  expect(sources[0]?.closed).toBe(true);
  timers[0]?.run();
  fail();
  timers[1]?.run();
  expect(timers.map((timer) => timer.ms)).toEqual([1000, 2000]);
  expect(store.snapshot().connection).toBe("lost");
  open();
  expect(store.snapshot().connection).toBe("open");
  expect(calls.onReopened).toHaveBeenCalledTimes(1);
  expect(calls.onLost).toHaveBeenCalledTimes(2);
  expect(waitMs(40)).toBe(15_000);
});

test("waking up tries again at once, and only while waiting", () => {
  const { store, sources, timers, open, fail } = setup();
  store.start();
  open();
  store.hurry();
  expect(sources).toHaveLength(1);
  fail();
  store.hurry();
  expect(sources).toHaveLength(2);
  expect(timers[0]?.cleared).toBe(true);
});

test("stopping closes the connection and forgets every state", () => {
  const { store, sources, open, tell } = setup();
  store.start();
  open();
  tell({ type: "on-air", streamId: "s1", onAir: OFF_AIR });
  store.stop();
  expect(sources[0]?.closed).toBe(true);
  expect(store.snapshot()).toEqual({ connection: "connecting", streams: new Map() });
});

test("the position runs on while on air, stands otherwise, and never passes the end", () => {
  const track = { id: "t", itemId: "i", title: "T", artist: "A", startedAt: "2026-11-21T00:00:00Z", durationMs: 10_000 } as never;
  const entry = (state: OnAir["state"]) => ({ onAir: onAir({ state, positionMs: 4000, track }), receivedAtMs: 1000 });
  expect(positionMs(entry("on-air"), 3500)).toBe(6500);
  expect(positionMs(entry("reconnecting"), 3500)).toBe(6500);
  expect(positionMs(entry("slate"), 3500)).toBe(4000);
  expect(positionMs(entry("on-air"), 99_000)).toBe(10_000);
  expect(positionMs(entry("on-air"), 0)).toBe(4000);
});

test("evidence grows older by itself, and none stays none", () => {
  expect(evidenceAgeMs(500, 1000, 4000)).toBe(3500);
  expect(evidenceAgeMs(null, 1000, 4000)).toBeNull();
});

test("many changes in a row are read at once and then once more", () => {
  const timers: (() => void)[] = [];
  const run = vi.fn();
  const ask = coalesce(run, 1000, (next) => timers.push(next));
  ask();
  ask();
  ask();
  expect(run).toHaveBeenCalledTimes(1);
  timers[0]?.();
  expect(run).toHaveBeenCalledTimes(2);
  timers[1]?.();
  expect(run).toHaveBeenCalledTimes(2);
});
