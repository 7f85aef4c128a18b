import { HEARTBEAT_MS, OFF_AIR, type OnAir, OPENING_MS, SILENCE_MS } from "@nightjar/contract";
import { expect, test, vi } from "vitest";
import { coalesce } from "../src/lib/live/coalesce.ts";
import type { Hearing } from "../src/lib/live/connection.ts";
import { createLiveStore } from "../src/lib/live/live-store.ts";
import { evidenceAgeMs, positionMs } from "../src/lib/live/position.ts";

interface Timer {
  readonly run: () => void;
  readonly dueMs: number;
  readonly ms: number;
}

/** The store with connections and a clock of the test's own. */
function setup() {
  const sources: { lastEventId: string | null; hearing: Hearing; closed: boolean }[] = [];
  const timers = new Set<Timer>();
  const calls = { onHeard: vi.fn(), onStored: vi.fn(), onReopened: vi.fn(), onLost: vi.fn() };
  let now = 1000;
  const store = createLiveStore({
    open: (lastEventId, hearing) => {
      const source = { lastEventId, hearing, closed: false };
      sources.push(source);
      return { close: () => void (source.closed = true) };
    },
    nowMs: () => now,
    setTimer: (run, ms) => {
      const timer = { run, ms, dueMs: now + ms };
      timers.add(timer);
      return timer;
    },
    clearTimer: (timer) => void timers.delete(timer as Timer),
    ...calls,
  });
  const newest = () => {
    const source = sources.at(-1);
    if (!source) throw new Error("nothing was opened");
    return source.hearing;
  };
  return {
    store,
    sources,
    calls,
    /** As if the computer had slept: the time is another, and no timer ran. */
    setNow: (ms: number) => void (now = ms),
    /** What is due until then runs when it is due. */
    pass(ms: number) {
      const endMs = now + ms;
      for (;;) {
        const next = [...timers].toSorted((a, b) => a.dueMs - b.dueMs)[0];
        if (!next || next.dueMs > endMs) break;
        timers.delete(next);
        now = Math.max(now, next.dueMs);
        next.run();
      }
      now = endMs;
    },
    open: (isResumed = false) => newest().opened(isResumed),
    beat: (id = "") => newest().beat(id),
    fail: () => newest().failed(),
    tell: (data: unknown, id = "") => newest().told(typeof data === "string" ? data : JSON.stringify(data), id),
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
  tell({ type: "on-air", onAir: onAir({}) });
  tell({ type: "changed", entity: "weather", id: "w1" });
  tell({ type: "changed", entity: "tracks" });
  tell({ type: "as-run", entry: { entryId: "e1" }, playCount: 1, currentTrackId: null });
  tell({ type: "of a newer server" });
  tell(null);
  expect(store.snapshot().streams.size).toBe(0);
  expect(calls.onStored).not.toHaveBeenCalled();
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
  const { store, sources, calls, open, fail, pass } = setup();
  store.start();
  open();
  expect(calls.onReopened).not.toHaveBeenCalled();
  fail();
  expect(store.snapshot().connection).toBe("lost");
  expect(sources[0]?.closed).toBe(true);
  pass(999);
  expect(sources).toHaveLength(1);
  pass(1);
  fail();
  pass(1999);
  expect(sources).toHaveLength(2);
  pass(1);
  expect(store.snapshot().connection).toBe("lost");
  open();
  expect(store.snapshot().connection).toBe("open");
  expect(calls.onReopened.mock.calls).toEqual([[false]]);
  expect(calls.onLost.mock.calls).toEqual([
    ["refused", true],
    ["refused", false],
  ]);
});

test("what comes back asks to go on after the last id it was told, by an event or by a heartbeat", () => {
  const { store, sources, calls, open, beat, tell, fail, pass } = setup();
  store.start();
  open();
  tell({ type: "changed", entity: "tracks", id: "t" }, "boot-1");
  fail();
  pass(1000);
  expect(sources.map(({ lastEventId }) => lastEventId)).toEqual([null, "boot-1"]);
  open(true);
  expect(calls.onReopened.mock.calls).toEqual([[true]]);
  beat("boot-7");
  // A state that belongs to the beginning of a stream has none.
  tell({ type: "on-air", streamId: "s1", onAir: OFF_AIR });
  fail();
  pass(1000);
  expect(sources[2]?.lastEventId).toBe("boot-7");
  store.stop();
  store.start();
  expect(sources[3]?.lastEventId).toBeNull();
});

test("a first connection that comes late has everything read again that failed before it", () => {
  const { store, calls, open, fail, pass } = setup();
  store.start();
  fail();
  pass(1000);
  open();
  expect(calls.onReopened.mock.calls).toEqual([[false]]);
});

test("a connection on which two heartbeats are missing is lost, though nothing ever ended it", () => {
  const { store, sources, calls, open, beat, pass } = setup();
  store.start();
  open();
  for (let beats = 0; beats < 20; beats += 1) {
    pass(HEARTBEAT_MS);
    beat();
  }
  expect(store.snapshot().connection).toBe("open");
  const heardAtMs = store.heardAtMs();
  expect(heardAtMs).toBe(1000 + 20 * HEARTBEAT_MS);
  pass(2 * HEARTBEAT_MS);
  expect(store.snapshot().connection).toBe("open");
  pass(HEARTBEAT_MS / 2);
  expect(store.snapshot().connection).toBe("lost");
  expect(sources[0]?.closed).toBe(true);
  expect(store.heardAtMs()).toBe(heardAtMs);
  expect(calls.onLost.mock.calls).toEqual([["silent", true]]);
});

test("any event is as good as a heartbeat", () => {
  const { store, open, tell, pass } = setup();
  store.start();
  open();
  pass(SILENCE_MS - 1);
  tell({ type: "changed", entity: "tracks", id: "t" });
  pass(SILENCE_MS - 1);
  expect(store.snapshot().connection).toBe("open");
});

test("an attempt that is never answered is given up, and another one made", () => {
  const { store, sources, pass, open } = setup();
  store.start();
  pass(OPENING_MS);
  expect(store.snapshot().connection).toBe("lost");
  expect(store.heardAtMs()).toBeNull();
  pass(1000);
  expect(sources.map(({ closed }) => closed)).toEqual([true, false]);
  open();
  expect(store.snapshot().connection).toBe("open");
});

test("what an attempt still says that was given up changes nothing", () => {
  const { store, sources, open, pass } = setup();
  store.start();
  pass(OPENING_MS + 1000);
  sources[0]?.hearing.opened(false);
  sources[0]?.hearing.failed();
  expect(store.snapshot().connection).toBe("lost");
  open();
  sources[0]?.hearing.failed();
  expect(store.snapshot().connection).toBe("open");
  expect(sources).toHaveLength(2);
});

test("waking up tries again at once, and only while waiting or after a silence", () => {
  const { store, sources, open, fail, setNow } = setup();
  store.start();
  open();
  store.hurry();
  expect(sources).toHaveLength(1);
  fail();
  store.hurry();
  expect(sources).toHaveLength(2);
  open();
  setNow(3_600_000);
  store.hurry();
  expect(sources.map(({ closed }) => closed)).toEqual([true, true, false]);
});

test("an answer by another way counts as heard", () => {
  const { store, open, fail, setNow } = setup();
  store.start();
  open();
  fail();
  setNow(9000);
  store.put("s1", OFF_AIR, 8000);
  expect(store.snapshot().connection).toBe("lost");
  expect(store.heardAtMs()).toBe(8000);
});

test("stopping closes the connection and forgets every state", () => {
  const { store, sources, open, tell, pass } = setup();
  store.start();
  open();
  tell({ type: "on-air", streamId: "s1", onAir: OFF_AIR });
  store.stop();
  expect(sources[0]?.closed).toBe(true);
  expect(store.snapshot()).toEqual({ connection: "connecting", streams: new Map() });
  pass(3_600_000);
  expect(sources).toHaveLength(1);
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

/** What is asked for, and the rests after it, to be ended by the test. */
function resting() {
  const rests: { readonly end: () => void; readonly ms: number }[] = [];
  const run = vi.fn();
  return { run, rests, ask: coalesce(run, { firstMs: 100, longestMs: 300 }, (end, ms) => rests.push({ end, ms })) };
}

test("many changes in a row are read at once and then once more", () => {
  const { run, rests, ask } = resting();
  for (let change = 0; change < 3; change += 1) ask();
  expect(run).toHaveBeenCalledTimes(1);
  rests[0]?.end();
  expect(run).toHaveBeenCalledTimes(2);
  rests[1]?.end();
  expect(run).toHaveBeenCalledTimes(2);
});

test("changes that do not end are read ever more seldom, and one after a rest at once again", () => {
  const { run, rests, ask } = resting();
  for (let change = 0; change < 4; change += 1) {
    ask();
    ask();
    rests[change]?.end();
  }
  expect(rests.map(({ ms }) => ms)).toEqual([100, 200, 300, 300, 300]);
  rests[4]?.end();
  ask();
  expect(run).toHaveBeenCalledTimes(6);
  expect(rests[5]?.ms).toBe(100);
});
