import type { Plan, StreamId } from "@nightjar/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createOffAirPlans } from "../src/plan/off-air-plans.ts";

const id = (name: string) => name as StreamId;
const logged: unknown[] = [];
const log = { debug: () => undefined, info: () => undefined, warn: (fields: object) => void logged.push(fields), error: () => undefined };
beforeEach(() => {
  vi.useFakeTimers();
  logged.length = 0;
});
afterEach(() => vi.useRealTimers());

/** Streams a, b and c, of which those in `onAir` have no plan. */
function open(names: readonly string[] = ["a", "b", "c"]) {
  const onAir = new Set<string>();
  const planned: string[] = [];
  const told: string[][] = [];
  let heard = Promise.withResolvers<string[]>();
  const plans = createOffAirPlans({
    log,
    allStreams: () => names.map(id),
    planOf(streamId) {
      if (streamId === "broken") throw new Error("no such file");
      if (onAir.has(streamId)) return null;
      planned.push(streamId);
      return { streamId } as Plan;
    },
    engine: {
      prepare(list) {
        const streams = list.map(({ streamId }) => streamId as string);
        told.push(streams);
        heard.resolve(streams);
      },
    },
  });
  const next = async (afterMs: number) => {
    heard = Promise.withResolvers();
    vi.advanceTimersByTime(afterMs);
    return heard.promise;
  };
  return { plans, onAir, planned, told, next };
}

it("all are told at boot, and from then on only what has changed is planned anew: the newest change first", async () => {
  const { plans, planned, next } = open();
  plans.begin();
  expect(await next(3000)).toEqual(["a", "b", "c"]);
  plans.changed([id("b")]);
  plans.changed([id("c")]);
  expect(await next(3000)).toEqual(["c", "b", "a"]);
  expect(planned).toEqual(["a", "b", "c", "c", "b"]);
});

it("many changes are told once, when they have rested; but somebody who never rests does not hold up the others", async () => {
  const { plans, told, next } = open();
  plans.begin();
  await next(3000);
  for (let edit = 0; edit < 9; edit += 1) {
    plans.changed([id("a")]);
    vi.advanceTimersByTime(2000);
  }
  expect(told).toHaveLength(1);
  plans.changed([id("b")]);
  expect(await next(2000)).toEqual(["b", "a", "c"]);
});

it("what goes on air is left out, and what goes off comes first", async () => {
  const { plans, onAir, next } = open();
  plans.begin();
  await next(3000);
  onAir.add("b");
  plans.changed([id("b")]);
  expect(await next(3000)).toEqual(["a", "c"]);
  onAir.delete("b");
  plans.changed([id("b")]);
  expect(await next(3000)).toEqual(["b", "a", "c"]);
});

it("of more than fifty only those with the newest changes are planned", async () => {
  const names = Array.from({ length: 300 }, (_, index) => `s${index}`);
  const { plans, planned, next } = open(names);
  plans.begin();
  expect(await next(3000)).toEqual(names.slice(0, 50));
  plans.changed([id("s299")]);
  expect(await next(3000)).toEqual(["s299", ...names.slice(0, 49)]);
  expect(planned).toHaveLength(51);
});

it("one that cannot be planned costs itself, and is logged", async () => {
  const { plans, next } = open(["broken", "a"]);
  plans.begin();
  expect(await next(3000)).toEqual(["a"]);
  expect(logged).toHaveLength(1);
});

it("nothing is told any more once the house closes", async () => {
  const { plans, told } = open();
  plans.begin();
  plans.close();
  plans.changed([id("a")]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([]);
});
