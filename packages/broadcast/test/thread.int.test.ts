import { randomUUID } from "node:crypto";
import { closeSync, constants, mkdirSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { timePasses } from "@nightjar/kit/testing";
import { makeFifo } from "@nightjar/media";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TICK_MS } from "../src/playout/pace.ts";
import type { PlayoutEvent } from "../src/playout/protocol.ts";
import { PlayoutThread } from "../src/playout/thread.ts";
import { testFolder } from "./support/engine.ts";
import { SILENCE, type SyntheticUnit, growTo, packets, pictures, segment } from "./support/synthetic.ts";

const STANDSTILL_MAX_MS = 1000;
const LOOK_MS = 10;

let folder: Awaited<ReturnType<typeof testFolder>>;
beforeAll(async () => {
  folder = await testFolder();
});
afterAll(() => folder.remove());

function onDisk(unit: SyntheticUnit): SyntheticUnit {
  const path = join(folder.dir, `${unit.ref.key}.flv`);
  writeFileSync(path, unit.bytes);
  return { ...unit, ref: { ...unit.ref, path } };
}

/** What the thread tells, in the order of the telling. */
function listener() {
  const events: PlayoutEvent[] = [];
  let wake = (): void => undefined;
  const emit = (event: PlayoutEvent) => {
    events.push(event);
    wake();
  };
  async function until<T>(find: (events: readonly PlayoutEvent[]) => T | undefined): Promise<T> {
    for (;;) {
      const found = find(events);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  return { events, emit, until };
}

/** A thread with one session on air, and one FIFO that somebody holds open. */
async function onAir(video: SyntheticUnit, audio: SyntheticUnit) {
  const [slate, silence] = [onDisk(pictures("slate", 1)), onDisk(SILENCE)];
  const dir = join(folder.dir, randomUUID());
  mkdirSync(dir);
  const fifoPath = join(dir, "in.flv");
  await makeFifo(fifoPath);
  const reader = openSync(fifoPath, constants.O_RDWR | constants.O_NONBLOCK);
  const { events, emit, until } = listener();
  const thread = new PlayoutThread(emit);
  thread.handle({
    ...{ type: "open", sessionId: "s", profileId: "1080p30", recordDir: join(dir, "record"), resume: null },
    ...{ videoHeader: Buffer.from([0x17, 0, 0, 0, 0, 1]), audioHeader: Buffer.from([0xaf, 0, 0x11, 0x90]) },
    ...{ silence: silence.ref, picture: slate.ref, segments: [segment(1, video, audio)] },
    feeds: [{ destinationId: "d", generation: 1, fifoPath, startMs: 0, resume: null }],
  });
  const stop = () => {
    thread.stop();
    closeSync(reader);
  };
  return { thread, events, until, stop };
}

describe("the playout thread", () => {
  it("stays ahead of the time on air while a render stands still, and goes on at once when it does", async () => {
    const audio = onDisk(packets("a", 1000));
    // A second of sound is there, and then no more for a while.
    growTo(audio, 46);
    // What this process itself stood still for, on a busy machine, is no fault of the thread; it runs in it, and may stand no longer.
    const standstill = monitorEventLoopDelay({ resolution: LOOK_MS });
    standstill.enable();
    const stoodMs = async () => {
      // One that has just ended is known once the histogram's own timer has rung.
      await timePasses(2 * LOOK_MS, "left alone");
      return Math.min(standstill.max / 1e6, STANDSTILL_MAX_MS);
    };
    const { thread, until, stop } = await onAir(onDisk(pictures("v", 10)), audio);

    await until((events) => events.find(({ type }) => type === "starved"));
    const statuses = await until((events) => {
      const starvedAt = events.findIndex(({ type }) => type === "starved");
      const told = events.slice(starvedAt).filter((event) => event.type === "status");
      return told.length >= 4 ? told : undefined;
    });
    expect(Math.min(...statuses.map(({ leastLeadMs }) => leastLeadMs ?? Number.NaN))).toBeGreaterThan(-(await stoodMs()));

    growTo(audio, 999);
    thread.handle({ type: "unit", unit: { ...audio.ref } });
    const grownAtMs = performance.now();
    await until((events) => events.find(({ type }) => type === "fed"));
    const tookMs = performance.now() - grownAtMs;
    expect(tookMs).toBeLessThan(500 + (await stoodMs()));
    standstill.disable();
    stop();
  });

  it("writes a changed picture in the moment it is told of it, and waits neither for the session's tick nor for a slot", async () => {
    const { thread, events, until, stop } = await onAir(onDisk(pictures("before", 10)), onDisk(packets("a", 1000)));
    // The session has just had its tick when the thread tells of its time for the first time.
    await until(() => events.find(({ type }) => type === "status"));
    const changes = [{ id: 1, video: onDisk(pictures("after", 10)).ref, fromFrame: 0, at: "cut" as const }];
    // Some pictures have become due, and no timer has rung.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TICK_MS / 5);
    thread.handle({ type: "picture", sessionId: "s", serial: 1, changes });
    expect(events.filter((event) => event.type === "cut" && event.pictureId === 1)).toHaveLength(1);
    stop();
  });
});
