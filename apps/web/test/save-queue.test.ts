import { expect, test, vi } from "vitest";
import { createSaveQueue } from "../src/features/streams/tracklist/save-queue.ts";

function setup() {
  const saves: { list: string; done: () => void; refuse: (error: Error) => void }[] = [];
  const timers: (() => void)[] = [];
  const onFailed = vi.fn();
  const onIdle = vi.fn();
  const queue = createSaveQueue<string>({
    save: (list) => new Promise((done, refuse) => saves.push({ list, done: () => done(), refuse })),
    onFailed,
    onIdle,
    setTimer: (run) => timers.push(run),
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { queue, saves, timers, onFailed, onIdle, settle };
}

test("quick changes become one save, of the newest list", () => {
  const { queue, saves, timers } = setup();
  queue.put("a", 500);
  queue.put("b", 500);
  for (const run of timers) run();
  expect(saves.map((save) => save.list)).toEqual(["b"]);
});

test("a change made during a save is sent after it, never beside it", async () => {
  const { queue, saves, timers, onIdle, settle } = setup();
  queue.put("a", 0);
  timers[0]?.();
  queue.put("b", 0);
  timers[1]?.();
  expect(saves).toHaveLength(1);
  saves[0]?.done();
  await settle();
  expect(saves.map((save) => save.list)).toEqual(["a", "b"]);
  expect(onIdle).not.toHaveBeenCalled();
  saves[1]?.done();
  await settle();
  expect(onIdle).toHaveBeenCalledTimes(1);
});

test("a refused save takes with it what was made from the refused list", async () => {
  const { queue, saves, timers, onFailed, onIdle, settle } = setup();
  queue.put("a", 0);
  timers[0]?.();
  queue.put("b", 0);
  saves[0]?.refuse(new Error("somebody was faster"));
  await settle();
  expect(onFailed).toHaveBeenCalledTimes(1);
  expect(onIdle).toHaveBeenCalledTimes(1);
  timers[1]?.();
  expect(saves).toHaveLength(1);
});

test("leaving sends what waits at once, and nothing twice", () => {
  const { queue, saves, timers } = setup();
  queue.put("a", 500);
  queue.flush();
  timers[0]?.();
  expect(saves.map((save) => save.list)).toEqual(["a"]);
});
