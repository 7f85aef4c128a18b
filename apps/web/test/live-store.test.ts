import { HEARTBEAT_MS, OFF_AIR, type OnAir, OPENING_MS, SILENCE_MS } from "@nightjar/contract";
import { expect, test } from "vitest";
import { setupLiveStore as setup } from "./support/live-store.ts";

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
  expect(calls.onEvent).not.toHaveBeenCalled();
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
  open(false);
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
  expect(sources.map(({ from }) => from)).toEqual([
    { lastEventId: "boot-0", wantsStates: true },
    { lastEventId: "boot-1", wantsStates: false },
  ]);
  open(true);
  expect(calls.onReopened.mock.calls).toEqual([[true]]);
  beat("boot-7");
  // A state that belongs to the beginning of a stream has none.
  tell({ type: "on-air", streamId: "s1", onAir: OFF_AIR });
  fail();
  pass(1000);
  expect(sources[2]?.from.lastEventId).toBe("boot-7");
});

test("a page opens its event stream from where it began to read, so that no change falls between the two", () => {
  const { store, sources, calls, open, fail, pass } = setup("boot-3");
  store.start();
  fail();
  pass(1000);
  open();
  expect(sources.map(({ from }) => from)).toEqual([
    { lastEventId: "boot-3", wantsStates: true },
    { lastEventId: "boot-3", wantsStates: true },
  ]);
  expect(calls.onReopened.mock.calls).toEqual([[true]]);
});

test("what was read is read again where nobody can say what has changed since", () => {
  const { store, calls, open } = setup(null);
  store.start();
  open(false);
  expect(calls.onReopened.mock.calls).toEqual([[false]]);
});

test("who left the studio and comes back reads everything again, and who signs in anew nothing", () => {
  const { store, sources, calls, open, readFrom } = setup();
  store.start();
  open();
  store.stop();
  // Asked again while the studio stands: much of it was read before that.
  readFrom.answered("auth.me", "boot-5");
  store.start();
  open(false);
  expect(calls.onReopened.mock.calls).toEqual([[false]]);
  store.stop();
  readFrom.answered("auth.login", "boot-9");
  readFrom.answered("auth.me", "boot-10");
  store.start();
  open();
  expect(sources.map(({ from }) => from.lastEventId)).toEqual(["boot-0", null, "boot-9"]);
  expect(calls.onReopened).toHaveBeenCalledTimes(1);
});

test("who was told more than it could take reads everything again, and goes on", () => {
  const { store, calls, open, beat, fail, pass, sources } = setup();
  store.start();
  open();
  open(false);
  beat("boot-9999");
  expect(store.snapshot().connection).toBe("open");
  expect(calls.onReopened.mock.calls).toEqual([[false]]);
  fail();
  pass(1000);
  expect(sources[1]?.from).toEqual({ lastEventId: "boot-9999", wantsStates: false });
});

test("a first connection that comes late has everything read again that failed before it", () => {
  const { store, calls, open, fail, pass } = setup();
  store.start();
  fail();
  pass(1000);
  open(false);
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

test("a connection that rests is not lost, tries nothing, and goes on where it was when somebody looks again", () => {
  const { store, sources, calls, open, beat, pass } = setup();
  store.start();
  open();
  beat("boot-7");
  store.rest();
  pass(3_600_000);
  expect(sources.map(({ closed }) => closed)).toEqual([true]);
  expect(store.snapshot().connection).toBe("open");
  expect(calls.onLost).not.toHaveBeenCalled();
  store.hurry();
  expect(sources[1]?.from).toEqual({ lastEventId: "boot-7", wantsStates: false });
  open(true);
  expect(calls.onReopened.mock.calls).toEqual([[true]]);
});

test("after a long rest what is shown is not taken for new until somebody is heard: the network may have died meanwhile", () => {
  const { store, sources, calls, open, pass } = setup();
  const opened: number[] = [];
  calls.onWoken.mockImplementation(() => void opened.push(sources.length));
  store.start();
  const wakeAfter = (ms: number) => {
    open();
    store.rest();
    pass(ms);
    store.hurry();
    return store.snapshot().connection;
  };
  expect(wakeAfter(SILENCE_MS - 1)).toBe("open");
  expect(wakeAfter(SILENCE_MS)).toBe("waking");
  expect(wakeAfter(SILENCE_MS)).toBe("waking");
  pass(OPENING_MS);
  expect(store.snapshot().connection).toBe("lost");
  // Dead connections are looked for before the next one may be one of them.
  expect(opened).toEqual([2, 3]);
});

test("a lost server is not asked for while nobody looks, and at once when somebody does", () => {
  const { store, sources, open, fail, pass } = setup();
  store.start();
  open();
  fail();
  store.rest();
  pass(3_600_000);
  expect(sources).toHaveLength(1);
  expect(store.snapshot().connection).toBe("lost");
  store.hurry();
  open(true);
  expect(store.snapshot().connection).toBe("open");
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
