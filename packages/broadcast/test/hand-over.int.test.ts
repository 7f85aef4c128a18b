import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FlvStreamParser } from "../src/flv/stream-parser.ts";
import type { PlayoutEvent } from "../src/playout/protocol.ts";
import { TagBatch } from "../src/timeline/batch.ts";
import { testFolder } from "./support/engine.ts";
import { readFifo } from "./support/fifo.ts";
import { STEP_MS, openShortSession } from "./support/short-session.ts";

let folder: Awaited<ReturnType<typeof testFolder>>;
let runs = 0;
beforeAll(async () => {
  folder = await testFolder();
});
afterAll(() => folder.remove());

const END_MS = 7_000;
const fifo = (name: string) => readFifo(join(folder.dir, `${name}-${(runs += 1)}.flv`));

/** Names of the pictures and packets in the order they came, without headers. */
function names(bytes: Buffer): string[] {
  return [...new FlvStreamParser().push(bytes)]
    .filter(({ kind }) => kind === "video" || kind === "audio")
    .map(({ bytes: tag }) => /[av]\d+:\d+/.exec(tag.toString("latin1", 11, 60))?.[0] ?? "?");
}
const times = (bytes: Buffer) => [...new FlvStreamParser().push(bytes)].map(({ timestampMs }) => timestampMs);

/** Plays to the end; at `atMs` the destination is to be handed over. The successor is let go `heldTicks` later than it may. */
async function play(options: { atMs: number; when: "next-track" | "at-once"; heldTicks?: number; unfeedAtMs?: number }) {
  const [old, successor] = [await fifo("old"), await fifo("new")];
  const events: PlayoutEvent[] = [];
  const target = { destinationId: "d", startMs: 0, resume: null };
  const feeds = [{ ...target, generation: 1, fifoPath: old.fifoPath }];
  const session = openShortSession(folder.dir, feeds, (event) => events.push(event));
  const batch = new TagBatch();
  const got = { old: [] as Buffer[], successor: [] as Buffer[] };
  const find = () => events.find((event) => event.type === "handed-over");
  let held = options.heldTicks ?? 0;
  let isEarly = false;
  let isEnded = false;
  for (let nowMs = 0; nowMs <= END_MS; nowMs += STEP_MS) {
    if (nowMs === options.atMs) session.handOver({ ...target, generation: 2, fifoPath: successor.fifoPath }, options.when);
    if (nowMs === options.unfeedAtMs) session.unfeed("d");
    session.tick(nowMs, batch);
    got.old.push(old.drain() ?? Buffer.alloc(0));
    const bytes = successor.drain();
    got.successor.push(bytes ?? Buffer.alloc(0));
    if (!find() || held > 0) isEarly ||= bytes !== null;
    if (!find()) continue;
    isEnded = old.drain() === null;
    if ((held -= 1) < 0) session.release("d");
  }
  session.close();
  old.close();
  successor.close();
  return { old: Buffer.concat(got.old), isEnded, successor: Buffer.concat(got.successor), events, isEarly };
}

describe("a destination that is handed over to its next connection", () => {
  it.each([
    ["next-track", 500, 0],
    ["next-track", 500, 9],
    ["next-track", 2_900, 2],
    ["at-once", 500, 0],
    ["at-once", 3_300, 5],
  ] as const)(
    "%s, told at %i ms and let go %i ticks late: every tag is given once, the old one is then closed, its successor not opened before, and begun with an IDR at 0",
    async (when, atMs, heldTicks) => {
      const whole = await play({ atMs: -1, when });
      const { old, successor, isEarly, isEnded, events } = await play({ atMs, when, heldTicks });
      expect(names(old).length).toBeGreaterThan(20);
      expect(names(successor).length).toBeGreaterThan(20);
      expect([...names(old), ...names(successor)]).toEqual(names(whole.old));
      expect(isEnded).toBe(true);
      expect(isEarly).toBe(false);
      const [first = ""] = names(successor);
      expect(first).toMatch(when === "next-track" ? /^v\d+:0$/ : /^v\d+:(0|60)$/);
      expect(times(successor).slice(0, 4)).toEqual([0, 0, 0, 0]);
      expect(events.filter(({ type }) => type === "handed-over")).toHaveLength(1);
    },
  );

  it("is not, when it is taken out before: nothing is told, and nothing written to who waited", async () => {
    const { old, isEnded, successor, events } = await play({ atMs: 500, when: "next-track", unfeedAtMs: 700 });
    expect(isEnded).toBe(false);
    expect(names(old).length).toBeGreaterThan(20);
    expect(successor).toHaveLength(0);
    expect(events.some(({ type }) => type === "handed-over")).toBe(false);
  });
});
