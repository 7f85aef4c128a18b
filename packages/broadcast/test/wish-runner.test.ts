import { JobCancelledError, createScheduler } from "@nightjar/media";
import { encoderProfile, itemId } from "@nightjar/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { PictureWish } from "../src/director/prepare/picture-maker.ts";
import type { AirEvent } from "../src/director/air/events.ts";
import type { Wish } from "../src/director/air/wishes.ts";
import { WishRunner } from "../src/director/session/wish-runner.ts";
import { PublisherStarts } from "../src/egress/publisher-starts.ts";
import { monotonicMs } from "../src/playout/monotonic.ts";
import { RenderPool } from "../src/render/render-pool.ts";
import type { RenderTask } from "../src/render/render-task.ts";
import type { Urgency } from "../src/render/requests.ts";
import { type UnitHandle, finishedHandle } from "../src/render/unit-handle.ts";
import { unit } from "./support/air-answers.ts";
import { memoryLog, planItem, testPlan } from "./support/engine.ts";

const NONE = Buffer.alloc(0);
const item = planItem("a", { path: "/m/a", sha256: "a" }, 60_000);
const plan = testPlan([item], "rtmp://unused/live", "unused");
const slate = { headers: { video: NONE, audio: NONE }, video: unit("slate"), silence: unit("silence") };
const moving: RenderTask = {
  ...{ key: "moving", kind: "video", purpose: "wanted", isLong: true, expectedHeader: null, expectedCount: 1800 },
  profile: encoderProfile("1080p30", "standard", "software"),
  prepare: () => Promise.reject(new Error("nothing is rendered here")),
};

/** The wishes of a session whose pictures are begun and never done, unless they are there. */
function openRunner(
  starts: Pick<PublisherStarts, "idle" | "hold"> = new PublisherStarts(),
  locate: () => Promise<never> = () => Promise.reject(new Error("nobody looks")),
  there: UnitHandle | null = null,
) {
  const { log, lines } = memoryLog();
  const told: AirEvent[] = [];
  const pool = new RenderPool({
    cache: { get: () => Promise.resolve(null) },
    scheduler: createScheduler({ concurrency: 2, now: () => performance.now() }),
    render: {
      make: (_, { signal }) => new Promise((__, reject) => signal.addEventListener("abort", () => reject(new Error("given up")))),
    },
    onUnit: () => undefined,
  });
  const begun: string[] = [];
  const pictures = {
    view: () => Promise.resolve(null),
    picture: ({ item: { title } }: PictureWish, __: unknown, ___: unknown, urgency: Urgency) => {
      begun.push(title);
      return Promise.resolve({ handle: there ?? pool.start(moving, urgency), totalMs: 60_000 });
    },
  };
  const never = new Promise<never>(() => undefined);
  const audio = () => Promise.resolve({ key: "sound", current: () => null, readable: never, done: never, release: () => undefined });
  const preparer = {
    pictures,
    sound: { request: () => Promise.resolve({}) },
    renderer: Object.assign(pool, { audio }),
  };
  const session = { preparer, starts, quarantine: {}, dir: "/nowhere", log };
  const runner = new WishRunner(session as never, slate, {
    ...{ locator: { locate } as never, segment: () => undefined, usedKeys: () => [] },
    tell: (event) => void told.push(event),
  });
  return { runner, told, lines, begun, made: () => [...pool.keys] };
}

const wishes = {
  view: (dueAtMs: number): Wish => ({ id: "view", place: 1, wants: "view", dueAtMs, plan, item, earlierKeys: [] }),
  silence: { id: "silence", place: 1, wants: "silence", dueAtMs: null, plan } satisfies Wish,
  picture: { id: "picture", place: 1, wants: "picture", dueAtMs: null, plan, item, level: "wanted", isMoving: true } satisfies Wish,
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("what is due later is asked for while there is time, however long publishers start one after the other", async () => {
  const { runner, told } = openRunner({ idle: () => new Promise(() => undefined), hold: () => undefined });
  runner.run({ do: "ask", wish: wishes.view(monotonicMs() + 25_000) });
  await vi.advanceTimersByTimeAsync(1000);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(14_000);
  expect(told.map(({ is }) => is)).toEqual(["view"]);
  runner.close();
});

it("the picture of the next track does not pass that of the first while that waits for the sounds to be at work", async () => {
  // What waits here does so by the machine's clock.
  vi.useRealTimers();
  const { runner, begun } = openRunner();
  const titled = (title: string) => ({ ...wishes.picture, id: `picture:${title}` as const, item: { ...item, title } });
  const sound: Wish = { id: "sound", place: 1, wants: "sound", dueAtMs: null, plan, item, before: null, isFirst: false };
  runner.run({ do: "ask", wish: sound });
  runner.run({ do: "ask", wish: titled("first") });
  await new Promise(setImmediate);
  // It can be read, and is no wish any more.
  runner.run({ do: "drop", wish: sound.id, isNeededLater: false });
  runner.run({ do: "ask", wish: titled("next") });
  await vi.waitFor(() => expect(begun).toHaveLength(2), 5000);
  expect(begun).toEqual(["first", "next"]);
  runner.close();
});

it("the picture of the next track does not pass what another stream that begins is to show now, while that waits for its sounds", async () => {
  vi.useRealTimers();
  const starts = new PublisherStarts();
  const [one, other] = [openRunner(starts), openRunner(starts)];
  other.runner.run({ do: "ask", wish: { id: "sound", place: 1, wants: "sound", dueAtMs: null, plan, item, before: null, isFirst: false } });
  other.runner.run({ do: "ask", wish: wishes.picture });
  one.runner.run({ do: "ask", wish: { ...wishes.picture, dueAtMs: monotonicMs() + 60_000 } });
  await vi.waitFor(() => expect(other.begun).toHaveLength(1), 5000);
  expect(one.begun).toEqual([]);
  await vi.waitFor(() => expect(one.begun).toHaveLength(1), 5000);
  for (const { runner } of [one, other]) runner.close();
});

/** A picture that was begun, and is wanted for the next round alone. */
async function leftForLater() {
  const opened = openRunner();
  opened.runner.run({ do: "ask", wish: wishes.picture });
  await vi.advanceTimersByTimeAsync(1000);
  opened.runner.run({ do: "drop", wish: wishes.picture.id, isNeededLater: true });
  expect(opened.made()).toEqual(["moving"]);
  return opened;
}

it("what is being made for the next round goes on under every plan that will ask for it there, and is given up with the first that will not", async () => {
  const { runner, made } = await leftForLater();
  runner.run({ do: "keep-later", plan: structuredClone(plan) });
  runner.run({ do: "keep-later", plan: { ...plan, items: [{ ...item, itemId: itemId.parse("added-again"), isGapless: true }] } });
  expect(made()).toEqual(["moving"]);
  runner.run({ do: "keep-later", plan: { ...plan, items: [{ ...item, title: "Renamed" }] } });
  expect(made()).toEqual([]);
  runner.close();
});

it("what is there already is let go of, and held by nobody for the next round", async () => {
  const [claim, release] = [vi.fn(), vi.fn()];
  const { runner, told } = openRunner(undefined, undefined, { ...finishedHandle(unit("moving")), claim, release });
  runner.run({ do: "ask", wish: wishes.picture });
  await vi.advanceTimersByTimeAsync(1000);
  expect(told).toMatchObject([{ is: "picture", stand: { is: "ready" } }]);
  runner.run({ do: "drop", wish: wishes.picture.id, isNeededLater: true });
  expect([claim.mock.calls, release.mock.calls]).toEqual([[], [["/nowhere picture"]]]);
  runner.close();
});

it("what was only being made for the next round is given up with its session", async () => {
  const { runner, made } = await leftForLater();
  runner.close();
  expect(made()).toEqual([]);
});

it("what is being made for the next round goes on where the session is left to the next process", async () => {
  const { runner, made } = await leftForLater();
  runner.leave();
  runner.close();
  expect(made()).toEqual(["moving"]);
});

it.each([
  { error: new JobCancelledError("Cut was cancelled"), told: [] },
  { error: new Error("the disk is gone"), told: ["no fade at the end"] },
])("a last fade that was given up with its engine is no failure, and nothing is told of it; what failed is told ($told)", async (last) => {
  const { runner, told, lines } = openRunner(undefined, () => Promise.reject(last.error));
  runner.run({ do: "ask", wish: wishes.silence });
  await vi.advanceTimersByTimeAsync(1000);
  expect(told).toEqual([{ is: "silence", wish: "silence", join: null }]);
  expect(lines.map(({ message }) => message)).toEqual(last.told);
  runner.close();
});
