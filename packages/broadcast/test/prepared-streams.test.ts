import { setImmediate as nextTurn } from "node:timers/promises";
import { type Logger, type Plan, type PlanItem, sessionId } from "@nightjar/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NEW_PROGRAMME, chooseNext } from "../src/director/choose/programme.ts";
import { type ReadyStep, firstItems, readySteps } from "../src/director/ready/first-items.ts";
import { IdleTimeEndedError, IdleTime } from "../src/director/ready/idle-time.ts";
import { PreparedStreams } from "../src/director/ready/prepared-streams.ts";
import { BAR_SCENE } from "./support/bar.ts";
import { planItem, testPlan } from "./support/engine.ts";
import { named } from "./support/studio.ts";

const file = (id: string) => ({ path: `/media/${id}`, sha256: id });
const items = ["a", "b", "c", "d", "e"].map((id) => planItem(id, file(id), 60_000));
const plan = (name: string, changes: Partial<Plan> = {}) => testPlan(items, "rtmp://h/live", "key", { ...named(name), ...changes });
const all = () => true;
const titles = (list: readonly { item: PlanItem }[]) => list.map(({ item }) => item.title.slice(-1)).join("");

describe("what a stream airs first", () => {
  it("is the beginning of its list, without what cannot be played", () => {
    expect(titles(firstItems(plan("x"), 2, all))).toBe("ab");
    expect(titles(firstItems(plan("x"), 2, ({ title }) => !title.endsWith("a")))).toBe("bc");
    expect(titles(firstItems(plan("x", { items: items.slice(0, 1) }), 2, all))).toBe("aa");
    expect(firstItems(plan("x"), 2, () => false)).toEqual([]);
  });

  it("is what its session will choose, where it is shuffled", () => {
    for (let session = 0; session < 50; session += 1) {
      const shuffled = plan("x", { order: "shuffled", sessionId: sessionId.parse(`session-${session}`) });
      const first = chooseNext(NEW_PROGRAMME, shuffled, [], null, all);
      const second = chooseNext(first.programme, shuffled, [first.chosen?.item.itemId ?? ""], null, all);
      expect(titles(firstItems(shuffled, 2, all))).toBe(titles([first, second].flatMap(({ chosen }) => chosen ?? [])));
    }
  });

  it("is over the background whose turn it is", () => {
    const rotation = ["rain", "city"].map((name) => ({ kind: "image", file: file(name) }) as const);
    const [background = { kind: "default" as const }] = rotation;
    const [first, second] = firstItems(plan("x", { background, rotation, autoSwitch: "every-song" }), 2, all);
    expect([first?.plan.background, second?.plan.background]).toEqual(rotation);
  });

  it("has its picture that moves made last, and not where that takes longer than it is worth", () => {
    const parts = (steps: readonly (ReadyStep | null)[]) => steps.map((step) => step && `${step.part} ${step.item.title.slice(-1)}`);
    expect(parts(readySteps(plan("x", { scene: BAR_SCENE }), all))).toEqual(["still a", "still b", "moving a"]);
    expect(parts(readySteps(plan("x"), all))).toEqual(["still a", "still b", null]);
    const long = [planItem("l", file("l"), 20 * 60_000)];
    expect(parts(readySteps(plan("x", { scene: BAR_SCENE, items: long }), all))).toEqual(["still l", "still l", null]);
  });
});

const SILENT: Logger = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** Streams that are prepared by steps that end when they are told to. */
function open() {
  const made: string[] = [];
  const warned: string[] = [];
  let outcome: (name: string) => Promise<void> = () => Promise.resolve();
  const streams = new PreparedStreams({
    idle: { begins: () => Promise.resolve(), spend: (work) => work(new AbortController().signal) },
    make: ({ plan: { streamId }, item, part }) => {
      const name = `${streamId.replace("stream-", "")} ${part} ${item.title.slice(-1)}`;
      made.push(name);
      return outcome(name);
    },
    isPlayable: all,
    log: { ...SILENT, warn: (_fields, message) => void warned.push(message) },
  });
  /** All that can be made now is made. */
  const settle = async () => {
    await nextTurn();
    return made.splice(0);
  };
  return { streams, warned, settle, let: (next: typeof outcome) => (outcome = next) };
}

describe("streams that are off air", () => {
  it("are prepared in rounds, the newest edit first in each, and none twice", async () => {
    const { streams, settle } = open();
    const [x, y] = [plan("x", { scene: BAR_SCENE }), plan("y")];
    streams.prepare([x, y]);
    expect(await settle()).toEqual(["x still a", "y still a", "x still b", "y still b", "x moving a"]);
    streams.prepare([y, x]);
    streams.prepare([plan("x", { scene: BAR_SCENE, startedAt: "later" }), plan("y")]);
    expect(await settle()).toEqual([]);
    streams.prepare([plan("x", { channelName: "Other" }), y]);
    expect(await settle()).toEqual(["x still a", "x still b"]);
  });

  it("are prepared further when the machine was needed meanwhile", async () => {
    const { streams, settle, warned, let: decide } = open();
    let refusals = 2;
    decide(() => (refusals-- > 0 ? Promise.reject(new IdleTimeEndedError("needed")) : Promise.resolve()));
    streams.prepare([plan("x")]);
    expect(await settle()).toEqual(["x still a", "x still a", "x still a", "x still b"]);
    expect(warned).toEqual([]);
  });

  it("are left alone where it fails, until their content changes; the others go on", async () => {
    const { streams, settle, warned, let: decide } = open();
    decide((name) => (name === "x still a" ? Promise.reject(new Error("no such file")) : Promise.resolve()));
    streams.prepare([plan("x"), plan("y")]);
    expect(await settle()).toEqual(["x still a", "y still a", "x still b", "y still b"]);
    streams.prepare([plan("x"), plan("y")]);
    expect(await settle()).toEqual([]);
    expect(warned).toEqual(["not prepared"]);
    streams.prepare([plan("x", { quality: "high" })]);
    expect(await settle()).toEqual(["x still a", "x still b"]);
  });

  it("are prepared once more where that failed, when the disk has room again; the others are left as they are", async () => {
    const { streams, settle, let: decide } = open();
    decide((name) => (name === "x still b" ? Promise.reject(new Error("the disk is full")) : Promise.resolve()));
    streams.prepare([plan("x"), plan("y")]);
    await settle();
    decide(() => Promise.resolve());
    streams.roomAgain();
    expect(await settle()).toEqual(["x still a", "x still b"]);
    streams.roomAgain();
    expect(await settle()).toEqual([]);
  });

  it("are fifty at most", async () => {
    const { streams, settle } = open();
    streams.prepare(Array.from({ length: 80 }, (_, nth) => plan(`s${nth}`)));
    expect(new Set((await settle()).map((name) => name.split(" ")[0])).size).toBe(50);
  });

  it("are prepared no further once they are on air", async () => {
    const { streams, settle, let: decide } = open();
    const held = Promise.withResolvers<undefined>();
    decide(() => held.promise);
    streams.prepare([plan("x"), plan("y")]);
    expect(await settle()).toEqual(["x still a"]);
    streams.prepare([plan("y")]);
    held.resolve(undefined);
    expect(await settle()).toEqual(["y still a", "y still b"]);
  });
});

describe("idle time", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const view = (lane: "air" | "asked" | "idle", dueAtMs: number | null = null) => ({
    ...{ label: "job", lane, key: null, dueAtMs, progress: 0, ageMs: 0 },
  });

  function machine() {
    const state = { queued: [] as ReturnType<typeof view>[], running: [] as ReturnType<typeof view>[], isMaking: false };
    const idle = new IdleTime({ scheduler: { snapshot: () => state }, isMaking: () => state.isMaking });
    const hasBegun = async (wait: Promise<void>, afterMs: number) => {
      let begun = false;
      void wait.then(() => (begun = true));
      await vi.advanceTimersByTimeAsync(afterMs);
      return begun;
    };
    return { state, idle, hasBegun };
  }

  it("begins when nothing that is needed has waited or run for two seconds; what can wait does not count", async () => {
    const { state, idle, hasBegun } = machine();
    state.running = [view("air")];
    const wait = idle.begins();
    expect(await hasBegun(wait, 10_000)).toBe(false);
    state.running = [view("idle")];
    expect(await hasBegun(wait, 1900)).toBe(false);
    expect(await hasBegun(wait, 200)).toBe(true);
    state.isMaking = true;
    expect(await hasBegun(idle.begins(), 10_000)).toBe(false);
  });

  it("there is a spare place when nothing that is needed waits for one, and what runs has time", async () => {
    const { state, idle, hasBegun } = machine();
    state.running = [view("air", performance.now() + 300_000), view("asked", 0)];
    expect(await hasBegun(idle.spare(), 2100)).toBe(true);
    // A stream shows less than it wants meanwhile.
    state.running = [view("air", 0)];
    expect(await hasBegun(idle.spare(), 10_000)).toBe(false);
    state.running = [];
    state.queued = [view("asked")];
    expect(await hasBegun(idle.spare(), 10_000)).toBe(false);
  });

  it("what is done in it is given up within a second of something else being needed, and when the studio is closed", async () => {
    const { state, idle } = machine();
    const told: string[] = [];
    const work = (signal: AbortSignal) => {
      signal.addEventListener("abort", () => told.push(signal.reason instanceof Error ? signal.reason.message : ""));
      return new Promise<void>(() => undefined);
    };
    const first = idle.spend(work);
    first.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told).toEqual([]);
    state.queued = [view("air")];
    await vi.advanceTimersByTimeAsync(600);
    await expect(first).rejects.toThrow(IdleTimeEndedError);
    state.queued = [];
    const second = idle.spend(work);
    second.catch(() => undefined);
    idle.close();
    await expect(second).rejects.toThrow(IdleTimeEndedError);
    expect(told).toEqual(["the machine is needed", "the studio is closed"]);
  });
});
