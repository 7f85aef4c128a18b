import { encoderProfile } from "@nightjar/contract";
import { createScheduler } from "@nightjar/media";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Claim } from "../src/render/claims.ts";
import { RenderPool } from "../src/render/render-pool.ts";
import type { RenderTask } from "../src/render/render-task.ts";
import type { UnitRender } from "../src/render/unit-render.ts";

/** A pool whose renders are told from here how far they are. */
function openPool() {
  const begun: string[] = [];
  const learns = new Map<string, Parameters<UnitRender["make"]>[1]["learn"]>();
  const pool = new RenderPool({
    cache: { get: () => Promise.resolve(null) },
    scheduler: createScheduler({ concurrency: 2, now: () => performance.now() }),
    render: {
      make: ({ key }, { learn, signal }) => {
        begun.push(key);
        learns.set(key, learn);
        return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("given up"))));
      },
    },
    onUnit: () => undefined,
  });
  const dueIn = (seconds: number): Claim => ({ lane: "air", dueAtMs: performance.now() + seconds * 1000 });
  return {
    begun,
    start: (key: string, seconds: number) => pool.start(soundTask(key), { ...dueIn(seconds), label: key, claimant: key }),
    dueIn,
    /** A first part of it is there. */
    read: (key: string) =>
      learns.get(key)?.({ key, kind: "audio", path: `/${key}`, firstTagOffset: 13, readableBytes: 100, isComplete: false }),
  };
}

function soundTask(key: string): RenderTask {
  return {
    key,
    kind: "audio",
    purpose: "sound",
    profile: encoderProfile("1080p30", "standard", "software"),
    expectedHeader: null,
    expectedCount: null,
    prepare: () => Promise.reject(new Error("nothing is rendered here")),
  };
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("a sound that waits in a long line of others begins in time for when it is due, however slow those before it are", async () => {
  const { start, begun } = openPool();
  start("first", 60);
  start("second", 70);
  start("third", 80);
  await pass(39);
  expect(begun).toEqual(["first"]);
  await pass(12);
  expect(begun).toEqual(["first", "second"]);
  await pass(10);
  expect(begun).toEqual(["first", "second", "third"]);
});

it("one that is put off waits for its new time, and one that is brought forward begins at once", async () => {
  const { start, begun, dueIn } = openPool();
  start("first", 60);
  const second = start("second", 70);
  const third = start("third", 80);
  second.claim("second", dueIn(300));
  await pass(55);
  expect(begun).toEqual(["first"]);
  third.claim("third", dueIn(1));
  await pass(0.1);
  expect(begun).toEqual(["first", "third"]);
});

it("of those that are due soon three begin at once, and the next as soon as one of them can be read", async () => {
  const { start, begun, read } = openPool();
  for (const key of ["a", "b", "c", "d"]) start(key, 5);
  await pass(1);
  expect(begun).toEqual(["a", "b", "c"]);
  read("b");
  await pass(0.1);
  expect(begun).toEqual(["a", "b", "c", "d"]);
});

it("one that was given up while it waited is never begun", async () => {
  const { start, begun } = openPool();
  start("first", 60);
  start("second", 70).cancel();
  await pass(120);
  expect(begun).toEqual(["first"]);
});
