import { expect, test, vi } from "vitest";
import { createToastStore } from "../src/toast-store.ts";

test("a second notice takes the place of the first", () => {
  const store = createToastStore({ limit: 1, removeDelayMs: 1000 });
  store.add({ title: "Track Uploaded" });
  store.add({ title: "Track Updated" });
  expect(store.entries().map((entry) => entry.title)).toEqual(["Track Updated"]);
});

test("a dismissed notice closes at once and is forgotten after the delay", () => {
  const timers: { run: () => void; ms: number }[] = [];
  const store = createToastStore({ limit: 1, removeDelayMs: 1_000_000, setTimer: (run, ms) => timers.push({ run, ms }) });
  const id = store.add({ title: "Track deleted" });
  store.dismiss(id);
  store.dismiss(id);
  expect(store.entries()[0]?.open).toBe(false);
  expect(timers.map((timer) => timer.ms)).toEqual([1_000_000]);
  timers[0]?.run();
  expect(store.entries()).toEqual([]);
});

test("listeners hear of every change until they leave", () => {
  const store = createToastStore({ limit: 1, removeDelayMs: 1 });
  const listener = vi.fn();
  const leave = store.subscribe(listener);
  store.add({ title: "one" });
  leave();
  store.add({ title: "two" });
  expect(listener).toHaveBeenCalledTimes(1);
});
