import { closeSync, constants, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFifo } from "@nightjar/media";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PlayoutEvent } from "../src/playout/protocol.ts";
import { PlayoutThread } from "../src/playout/thread.ts";
import { testFolder } from "./support/engine.ts";
import { SILENCE, type SyntheticUnit, growTo, packets, pictures, segment } from "./support/synthetic.ts";

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
  return { emit, until };
}

describe("the playout thread", () => {
  it("stays ahead of the time on air while a render stands still, and goes on at once when it does", async () => {
    const [video, audio, slate, silence] = [
      onDisk(pictures("v", 10)),
      onDisk(packets("a", 1000)),
      onDisk(pictures("slate", 1)),
      onDisk(SILENCE),
    ];
    // A second of sound is there, and then no more for a while.
    growTo(audio, 46);
    const fifoPath = join(folder.dir, "in.flv");
    await makeFifo(fifoPath);
    const reader = openSync(fifoPath, constants.O_RDWR | constants.O_NONBLOCK);
    const { emit, until } = listener();
    const thread = new PlayoutThread(emit);
    thread.handle({
      ...{ type: "open", sessionId: "s", profileId: "1080p30", recordDir: join(folder.dir, "record"), resume: null },
      ...{ videoHeader: Buffer.from([0x17, 0, 0, 0, 0, 1]), audioHeader: Buffer.from([0xaf, 0, 0x11, 0x90]) },
      ...{ silence: silence.ref, picture: slate.ref, segments: [segment(1, video, audio)] },
      feeds: [{ destinationId: "d", generation: 1, fifoPath, startMs: 0, resume: null }],
    });

    await until((events) => events.find(({ type }) => type === "starved"));
    const statuses = await until((events) => {
      const starvedAt = events.findIndex(({ type }) => type === "starved");
      const told = events.slice(starvedAt).filter((event) => event.type === "status");
      return told.length >= 4 ? told : undefined;
    });
    expect(Math.min(...statuses.map(({ leastLeadMs }) => leastLeadMs ?? Number.NaN))).toBeGreaterThan(0);

    growTo(audio, 999);
    thread.handle({ type: "unit", unit: { ...audio.ref } });
    const grownAtMs = performance.now();
    await until((events) => events.find(({ type }) => type === "fed"));
    expect(performance.now() - grownAtMs).toBeLessThan(500);
    thread.stop();
    closeSync(reader);
  });
});
