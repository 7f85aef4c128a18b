import type { OnAirState, Plan, PlanDestination } from "@nightjar/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { HeaderChoice, SlateFound } from "../src/director/prepare/header-choice.ts";
import { ActualState } from "../src/director/session/actual-state.ts";
import { CarriedPlan } from "../src/director/session/carried-plan.ts";
import { SessionRenewal } from "../src/director/session/session-renewal.ts";
import { DiskFullError } from "../src/render/disk.ts";
import { unit } from "./support/air-answers.ts";
import { memoryLog, planItem, testPlan } from "./support/engine.ts";

const NONE = Buffer.alloc(0);
const plan = testPlan([planItem("a", { path: "/m/a", sha256: "a" }, 60_000)], "rtmp://unused/live", "unused", { profileId: "720p30" });

function found({ profileId }: HeaderChoice): SlateFound {
  const slate = { headers: { video: NONE, audio: NONE }, video: unit(`slate ${profileId}`), silence: unit("silence") };
  return { slate, encoder: "software" };
}

/** A session whose slates, connections and thread do what a test says. */
class Desk {
  readonly told: (string | null)[] = [];
  readonly opened: string[] = [];
  /** How often what was seen of another timeline was forgotten. */
  forgotten = 0;
  /** Of each connecting anew: its end, and whom it connected. */
  readonly restarts: { readonly end: () => void; connected: readonly PlanDestination[] | null }[] = [];
  slate: (choice: HeaderChoice) => Promise<SlateFound> = (choice) => Promise.resolve(found(choice));
  isOpen = false;
  isStopped = false;
  /** What cannot be done for now. */
  fault: { readonly part: "restart" | "open"; readonly error: Error } | null = null;
  /** How often the thread was told to close it. */
  closings = 0;
  readonly plan = new CarriedPlan(plan);
  readonly state = new ActualState({ streamId: plan.streamId, log: memoryLog().log, onChange: () => this.told.push(this.state.reason) });
  readonly renewal = new SessionRenewal({
    ...{ plan: this.plan, state: this.state, journal: { ended: () => undefined } },
    watch: { beginAnew: () => void (this.forgotten += 1) },
    session: this.#session(),
    destinations: { restart: (wanted, whenStopped) => this.#restart(wanted, whenStopped) },
    engine: {
      slate: (choice) => this.slate(choice),
      log: memoryLog().log,
      dir: "/nowhere",
      toThread: ({ type }) => void (this.closings += type === "close" ? 1 : 0),
    },
    isStopped: () => this.isStopped,
  });

  #session() {
    const opens = (isOpen: boolean) => void (this.isOpen = isOpen);
    const desk = () => this;
    return {
      get isOpen() {
        return desk().isOpen;
      },
      open: ({ video }: SlateFound["slate"]) => {
        this.#fail("open");
        opens(true);
        this.opened.push(video.key);
      },
      update: () => undefined,
      fail: () => opens(false),
    };
  }

  async #restart(wanted: () => readonly PlanDestination[], whenStopped: () => void = () => undefined): Promise<void> {
    const ended = Promise.withResolvers<void>();
    const restart: Desk["restarts"][number] = { end: ended.resolve, connected: null };
    this.restarts.push(restart);
    await ended.promise;
    this.#fail("restart");
    whenStopped();
    restart.connected = wanted();
  }

  #fail(part: "restart" | "open"): void {
    if (this.fault?.part === part) throw this.fault.error;
  }

  start(): Promise<void> {
    this.state.enter("preparing", null);
    return this.renewal.begin(() => Promise.resolve());
  }

  async onAir(): Promise<void> {
    await this.start();
    this.enter("on-air");
  }

  enter(state: OnAirState): void {
    this.state.enter(state, null);
  }

  change(changes: Partial<Plan>): void {
    const wanted = { ...this.plan.wanted, ...changes };
    this.plan.update(wanted, wanted);
    this.renewal.whereNeeded();
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a session whose slate cannot be rendered", () => {
  it("says why, and is opened by itself once it can", async () => {
    const desk = new Desk();
    const asked: number[] = [];
    desk.slate = async (choice) => {
      asked.push(Date.now());
      if (asked.length < 4) throw new DiskFullError("the disk is full");
      return found(choice);
    };
    const started = desk.start();
    await vi.advanceTimersByTimeAsync(10_000);
    await started;
    expect(asked.map((atMs, at) => atMs - (asked[at - 1] ?? atMs))).toEqual([0, 1000, 2000, 4000]);
    expect(desk.told).toContain("Nothing can be rendered at present. It is tried again. (the disk is full)");
    expect([desk.opened, desk.state.reason]).toEqual([["slate 720p30"], null]);
  });

  it("is opened at once when the machine is better, and in the profile that is wanted by then", async () => {
    const desk = new Desk();
    desk.slate = () => Promise.reject(new Error("no"));
    const started = desk.start();
    await vi.advanceTimersByTimeAsync(20_000);
    desk.slate = (choice) => Promise.resolve(found(choice));
    desk.change({ profileId: "1080p30" });
    desk.renewal.wake();
    await started;
    expect(desk.opened).toEqual(["slate 1080p30"]);
  });

  it("is left alone once it is stopped", async () => {
    const desk = new Desk();
    desk.slate = () => Promise.reject(new Error("no"));
    const started = desk.start();
    await vi.advanceTimersByTimeAsync(100);
    desk.isStopped = true;
    desk.enter("stopping");
    desk.renewal.close();
    await started;
    expect([desk.opened, vi.getTimerCount()]).toEqual([[], 0]);
  });

  it("tells who takes it over at once, so that a press of Stop is heard", async () => {
    const desk = new Desk();
    desk.slate = () => Promise.reject(new Error("no"));
    desk.enter("preparing");
    const onTrouble = vi.fn<() => void>();
    void desk.renewal.slateOf(plan, onTrouble);
    await vi.advanceTimersByTimeAsync(0);
    expect(onTrouble).toHaveBeenCalledOnce();
    desk.isStopped = true;
    desk.renewal.close();
  });

  it("goes on with what is on air when only the new profile's is not to be had", async () => {
    const desk = new Desk();
    await desk.onAir();
    desk.slate = ({ profileId }) => (profileId === "1080p30" ? Promise.reject(new Error("no")) : Promise.resolve(found(plan)));
    desk.change({ profileId: "1080p30" });
    await vi.advanceTimersByTimeAsync(5000);
    expect([desk.state.value, desk.restarts.length]).toEqual(["on-air", 0]);
    desk.change({ profileId: "720p30" });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([desk.state.value, desk.restarts.length]).toEqual(["on-air", 0]);
  });
});

describe("connections that are made anew", () => {
  it("are those that are wanted when the last of the others has ended", async () => {
    const desk = new Desk();
    await desk.onAir();
    desk.change({ profileId: "1080p30" });
    await vi.advanceTimersByTimeAsync(0);
    desk.change({ destinations: [] });
    desk.restarts[0]?.end();
    await vi.advanceTimersByTimeAsync(0);
    expect(desk.restarts.map(({ connected }) => connected)).toEqual([[]]);
    expect(desk.opened).toEqual(["slate 720p30", "slate 1080p30"]);
  });

  it("are so one after the other where the thread gives the session up meanwhile", async () => {
    const desk = new Desk();
    await desk.onAir();
    desk.change({ profileId: "1080p30" });
    await vi.advanceTimersByTimeAsync(0);
    desk.renewal.afterFailure("lost");
    await vi.advanceTimersByTimeAsync(5000);
    expect(desk.restarts).toHaveLength(1);
    desk.restarts[0]?.end();
    await vi.advanceTimersByTimeAsync(0);
    expect([desk.restarts.length, desk.opened]).toEqual([2, ["slate 720p30"]]);
    desk.restarts[1]?.end();
    await vi.advanceTimersByTimeAsync(0);
    expect(desk.opened).toEqual(["slate 720p30", "slate 1080p30"]);
  });
});

describe("a session that cannot be begun anew", () => {
  it.each([
    ["connections cannot be had", "restart"],
    ["timeline cannot be opened", "open"],
  ] as const)("because its %s closes what was begun of it, and tries again", async (_, part) => {
    const desk = new Desk();
    await desk.onAir();
    desk.fault = { part, error: new Error("no more descriptors") };
    desk.change({ profileId: "1080p30" });
    await vi.advanceTimersByTimeAsync(0);
    desk.restarts.at(-1)?.end();
    await vi.advanceTimersByTimeAsync(0);
    expect([desk.state.value, desk.closings]).toEqual(["failed", part === "open" ? 2 : 1]);
    desk.fault = null;
    await vi.advanceTimersByTimeAsync(1000);
    desk.restarts.at(-1)?.end();
    await vi.advanceTimersByTimeAsync(0);
    expect([desk.state.value, desk.opened]).toEqual(["preparing", ["slate 720p30", "slate 1080p30"]]);
  });

  it("is left alone once it is stopped", async () => {
    const desk = new Desk();
    await desk.onAir();
    desk.fault = { part: "restart", error: new Error("no more descriptors") };
    desk.change({ profileId: "1080p30" });
    await vi.advanceTimersByTimeAsync(0);
    desk.isStopped = true;
    desk.restarts.at(-1)?.end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([desk.restarts.length, desk.opened]).toEqual([1, ["slate 720p30"]]);
  });
});

describe("a session that the thread gives up", () => {
  /** @returns after how long it connected anew */
  async function givenUp(desk: Desk): Promise<number> {
    const sinceMs = Date.now();
    desk.renewal.afterFailure("lost");
    await vi.advanceTimersToNextTimerAsync();
    const waitedMs = Date.now() - sinceMs;
    desk.restarts.at(-1)?.end();
    await vi.advanceTimersByTimeAsync(0);
    return waitedMs;
  }

  it("again and again connects anew ever less often, and as soon as ever where it stood in between", async () => {
    const desk = new Desk();
    await desk.onAir();
    const waited: number[] = [];
    for (let nth = 0; nth < 7; nth += 1) waited.push(await givenUp(desk));
    expect(waited).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await givenUp(desk)).toBe(1000);
    expect(desk.opened).toHaveLength(9);
  });

  it("is watched as if it had never been on air, once its timeline begins anew", async () => {
    const desk = new Desk();
    await desk.onAir();
    expect(desk.forgotten).toBe(1);
    await givenUp(desk);
    expect(desk.forgotten).toBe(2);
    desk.change({ profileId: "1080p30" });
    await vi.advanceTimersByTimeAsync(0);
    desk.restarts.at(-1)?.end();
    await vi.advanceTimersByTimeAsync(0);
    expect([desk.opened.at(-1), desk.forgotten]).toEqual(["slate 1080p30", 3]);
  });
});
