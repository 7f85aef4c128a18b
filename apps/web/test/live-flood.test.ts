import { OFF_AIR, type OnAir, SILENCE_MS } from "@nightjar/contract";
import { expect, test, vi } from "vitest";
import { setupLiveStore } from "./support/live-store.ts";

const at = (positionMs: number): OnAir => ({ ...OFF_AIR, state: "on-air", positionMs });

/** A store that is open, and whoever looks on. */
function looking() {
  const { store, open, tell, pass, fail } = setupLiveStore();
  store.start();
  open();
  const heard = vi.fn();
  store.subscribe(heard);
  const told = (positionMs: number) => tell({ type: "on-air", streamId: "s1", onAir: at(positionMs) });
  return { store, told, pass, fail, heard, shown: () => store.snapshot().streams.get("s1")?.onAir.positionMs };
}

test("a thousand states within a second are told a few times, the last of them too, and each is there at once for whoever asks", () => {
  const { told, pass, heard, shown } = looking();
  for (let event = 1; event <= 1000; event += 1) {
    told(event);
    expect(shown()).toBe(event);
    pass(1);
  }
  expect(heard.mock.calls.length).toBeLessThanOrEqual(11);
  const seen = heard.mock.calls.length;
  told(1001);
  expect(heard).toHaveBeenCalledTimes(seen);
  pass(100);
  expect(heard).toHaveBeenCalledTimes(seen + 1);
  pass(SILENCE_MS / 2);
  expect(heard).toHaveBeenCalledTimes(seen + 1);
});

test("one state alone is told at once, and so is a connection that is lost in the midst of many", () => {
  const { store, told, fail, heard } = looking();
  told(1);
  expect(heard).toHaveBeenCalledTimes(1);
  told(2);
  expect(heard).toHaveBeenCalledTimes(1);
  fail();
  expect(heard).toHaveBeenCalledTimes(2);
  expect(store.snapshot().connection).toBe("lost");
});

test("whoever comes after somebody who left is told of the first state at once", () => {
  const { store, told, heard } = looking();
  told(1);
  store.stop();
  const before = heard.mock.calls.length;
  store.put("s1", at(2), 5000);
  expect(heard).toHaveBeenCalledTimes(before + 1);
});
