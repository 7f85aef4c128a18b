import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FlvStreamParser } from "../src/flv/stream-parser.ts";
import type { FeedTarget } from "../src/playout/protocol.ts";
import { TagBatch } from "../src/timeline/batch.ts";
import { testFolder } from "./support/engine.ts";
import { readFifo } from "./support/fifo.ts";
import { STEP_MS, openShortSession } from "./support/short-session.ts";

// Two destinations of one pair: the main address of a service, and its backup address.

let folder: Awaited<ReturnType<typeof testFolder>>;
let runs = 0;
beforeAll(async () => {
  folder = await testFolder();
});
afterAll(() => folder.remove());

const END_MS = 10_000;
const NEVER_SOON = 2 ** 31;

/** Timestamps by the name of the picture or packet; of the headers, by their kind. */
function timesByName(bytes: Buffer): Map<string, number> {
  const tags = [...new FlvStreamParser().push(bytes)];
  return new Map(
    tags.map(({ kind, bytes: tag, timestampMs }, index) => [
      /[av]\d+:\d+/.exec(tag.toString("latin1", 11, 60))?.[0] ?? `${kind} header ${index}`,
      timestampMs,
    ]),
  );
}

/** The timestamps of what both were sent, of the one and of the other. */
function shared(one: Buffer, other: Buffer): { one: number[]; other: number[] } {
  const [ofOne, ofOther] = [timesByName(one), timesByName(other)];
  const names = [...ofOne.keys()].filter((name) => !name.includes("header") && ofOther.has(name));
  expect(names.length).toBeGreaterThan(20);
  return { one: names.map((name) => ofOne.get(name) ?? -1), other: names.map((name) => ofOther.get(name) ?? -1) };
}

function onAir() {
  const session = openShortSession(folder.dir, [], () => undefined);
  const readers = new Set<() => void>();
  const closers = new Set<() => void>();
  const connect = async (destinationId: string, twinId: string, more: { generation?: number; clockBelowMs?: number } = {}) => {
    const reader = await readFifo(join(folder.dir, `${destinationId}-${(runs += 1)}.flv`));
    const got: Buffer[] = [];
    readers.add(() => void got.push(Buffer.from(reader.drain() ?? [])));
    closers.add(reader.close);
    const twin = { destinationId: twinId, clockBelowMs: more.clockBelowMs ?? NEVER_SOON };
    const target: FeedTarget = {
      destinationId,
      generation: more.generation ?? 1,
      fifoPath: reader.fifoPath,
      startMs: 0,
      resume: null,
      twin,
    };
    return { target, sent: () => Buffer.concat(got) };
  };
  const batch = new TagBatch();
  let nowMs = 0;
  const playTo = (untilMs: number) => {
    for (; nowMs < untilMs; nowMs += STEP_MS) {
      session.tick(nowMs, batch);
      for (const read of readers) read();
    }
  };
  const end = () => {
    session.close();
    for (const close of closers) close();
  };
  return { session, connect, playTo, end };
}

describe("two feeds of one pair", () => {
  it("carry the same timestamps when the second begins later, headers included", async () => {
    const { connect, end, playTo, session } = onAir();
    const [main, backup] = [await connect("main", "backup"), await connect("backup", "main")];
    session.feed(main.target);
    playTo(2000);
    session.feed(backup.target);
    playTo(END_MS);
    end();
    const { one, other } = shared(main.sent(), backup.sent());
    expect(other).toEqual(one);
    expect(Math.min(...other)).toBeGreaterThan(1000);
    const [first = 0] = timesByName(backup.sent()).values();
    expect(first).toBe(Math.min(...[...timesByName(backup.sent())].filter(([name]) => name.startsWith("v")).map(([, ms]) => ms)));
  });

  it("carry the same again after either was connected anew", async () => {
    const { connect, end, playTo, session } = onAir();
    const [main, backup] = [await connect("main", "backup"), await connect("backup", "main")];
    const again = await connect("main", "backup", { generation: 2 });
    session.feed(main.target);
    session.feed(backup.target);
    playTo(1500);
    session.unfeed("main");
    playTo(3000);
    session.feed(again.target);
    playTo(END_MS);
    end();
    const { one, other } = shared(again.sent(), backup.sent());
    expect(one).toEqual(other);
  });

  it("begin a new clock together, when both are handed over at one cut", async () => {
    const { connect, end, playTo, session } = onAir();
    const clockBelowMs = 1000;
    const [main, backup] = [await connect("main", "backup"), await connect("backup", "main")];
    const next = await Promise.all([
      connect("main", "backup", { generation: 2, clockBelowMs }),
      connect("backup", "main", { generation: 2, clockBelowMs }),
    ]);
    session.feed(main.target);
    session.feed(backup.target);
    playTo(1500);
    for (const { target } of next) session.handOver(target, "next-track");
    playTo(4000);
    for (const { target } of next) session.release(target.destinationId);
    playTo(END_MS);
    end();
    const { one, other } = shared(next[0].sent(), next[1].sent());
    expect(one).toEqual(other);
    expect(Math.min(...one)).toBe(0);
  });

  it("begins a clock of its own, when that of its twin is soon at its end", async () => {
    const { connect, end, playTo, session } = onAir();
    const [main, backup] = [await connect("main", "backup"), await connect("backup", "main", { clockBelowMs: 1000 })];
    session.feed(main.target);
    playTo(2500);
    session.feed(backup.target);
    playTo(END_MS);
    end();
    expect(Math.min(...timesByName(backup.sent()).values())).toBe(0);
  });
});
