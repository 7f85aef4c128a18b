import { closeSync, constants, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { encoderProfile } from "@nightjar/contract";
import { makeFifo } from "@nightjar/media";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readTag } from "../src/flv/tag.ts";
import { Feed } from "../src/playout/feed.ts";
import type { FeedPosition } from "../src/playout/protocol.ts";
import { TagBatch } from "../src/timeline/batch.ts";
import type { Segment } from "../src/timeline/segment.ts";
import type { TimelineState } from "../src/timeline/timeline.ts";
import { testFolder } from "./support/engine.ts";
import { MemorySource, packets, pictures, segment, timelineOf } from "./support/synthetic.ts";

const FIFO_BYTES = 64 * 1024;
const HEADER = Buffer.from("-HEADER-");
const TICK_MS = 100;

let folder: Awaited<ReturnType<typeof testFolder>>;
let fifoPath: string;
let reader: number;
let fifos = 0;

beforeAll(async () => {
  folder = await testFolder();
});
afterAll(() => folder.remove());
beforeEach(() => freshFifo());
afterEach(() => closeSync(reader));

async function freshFifo(): Promise<void> {
  fifoPath = join(folder.dir, `fifo-${(fifos += 1)}`);
  await makeFifo(fifoPath);
  reader = openSync(fifoPath, constants.O_RDWR | constants.O_NONBLOCK);
}

/** All the FIFO holds now, up to `max` bytes. */
function drain(max = Number.MAX_SAFE_INTEGER): Buffer {
  const parts: Buffer[] = [];
  let total = 0;
  for (;;) {
    const part = Buffer.alloc(Math.min(FIFO_BYTES, max - total));
    let bytes = 0;
    try {
      bytes = part.length === 0 ? 0 : readSync(reader, part);
    } catch {
      // EAGAIN: empty.
    }
    if (bytes === 0) return Buffer.concat(parts);
    parts.push(part.subarray(0, bytes));
    total += bytes;
  }
}

// Tags of about the size of real ones, for ever: a slate.
const picture = pictures("v", 2, 60, 3_000);
const sound = packets("a", 1_000);
const source = new MemorySource([picture, sound]);
const segments: [Segment, ...Segment[]] = [segment(1, picture, sound, true)];

/** A timeline ticking as in a session, into one batch that is used again and again. */
function ticking(state?: TimelineState) {
  const { timeline } = timelineOf(source, segments, state);
  const batch = new TagBatch();
  return {
    timeline,
    tick(feed: Feed, isKept = true): Buffer {
      const before = timeline.state;
      batch.clear();
      timeline.produce(timeline.producedMs + TICK_MS, 0, batch);
      if (isKept) {
        if (feed.pendingBytes > 0) feed.pump();
        feed.offer(batch, before);
      }
      // With the timestamps of the feed's own clock.
      return Buffer.from(batch.bytes);
    },
  };
}

const newFeed = (resume: FeedPosition | null) =>
  new Feed({
    ...{ destinationId: "d", generation: 1, fifoPath, profileId: "1080p30", startMs: 0, headerAt: () => HEADER, resume, isHeld: false },
  });

describe("a feed", () => {
  it("begins with the headers and the next IDR, whatever came before it", () => {
    const feed = newFeed(null);
    const { tick } = ticking();
    const skipped = newFeed(null);
    tick(skipped, false);
    const wanted: Buffer[] = [];
    for (let count = 0; count < 25; count += 1) wanted.push(tick(feed));
    feed.pump();
    const got = drain();
    expect(got.subarray(0, HEADER.length)).toEqual(HEADER);
    const all = Buffer.concat(wanted);
    // The picture unit is 120 frames, its second IDR comes after two seconds.
    expect(got[HEADER.length]).toBe(9);
    expect(got.toString("latin1", HEADER.length + 16, HEADER.length + 21)).toBe("v:60|");
    expect(readTag(got, HEADER.length).timestampMs).toBe(0);
    expect(all.subarray(all.indexOf("v:60|") - 16).equals(got.subarray(HEADER.length))).toBe(true);
    expect(feed.isBegun).toBe(true);
    feed.close();
    skipped.close();
  });

  it("gives nothing and cannot be adopted before the first IDR", () => {
    const feed = newFeed(null);
    const { tick } = ticking();
    tick(feed, false);
    tick(feed);
    expect(drain()).toHaveLength(0);
    expect(feed.isBegun).toBe(false);
    feed.close();
  });

  it("never blocks on a full FIFO, keeps what it could not write, and writes it in order", () => {
    const feed = newFeed(null);
    const { tick } = ticking();
    const wanted: Buffer[] = [];
    while (feed.pendingBytes < 2 * FIFO_BYTES) wanted.push(tick(feed));
    const got: Buffer[] = [];
    while (feed.pendingBytes > 0) {
      got.push(drain(10_000));
      feed.pump();
    }
    got.push(drain());
    expect(Buffer.concat(got).equals(Buffer.concat([HEADER, ...wanted]))).toBe(true);
    expect(feed.fedBytes).toBe(HEADER.length + Buffer.concat(wanted).length);
    expect(feed.oldestState).toBeNull();
    feed.close();
  });

  it("says that its publisher is stuck when it holds more than 20 s of the profile's best quality for it", () => {
    const feed = newFeed(null);
    const { tick } = ticking();
    const { videoKbps, audioKbps } = encoderProfile("1080p30", "high");
    const mostBytes = ((videoKbps + audioKbps) * 1000 * 20) / 8;
    while (!feed.isOverflowing && feed.pendingBytes < 2 * mostBytes) tick(feed);
    expect(feed.isOverflowing).toBe(true);
    expect(feed.pendingBytes).toBeGreaterThan(mostBytes);
    expect(feed.pendingBytes).toBeLessThan(1.01 * mostBytes);
    feed.close();
  });
});

describe("a feed that goes on for an earlier process", () => {
  it("writes the very next byte, wherever the earlier one was killed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 90_000 }), async (ticks, drained) => {
        await freshFifoAfter();
        const got: Buffer[] = [];
        const first = newFeed(null);
        const before = ticking();
        // With few ticks the FIFO is not full; with more, writes end anywhere in a tag.
        for (let count = 0; count < ticks; count += 1) before.tick(first);
        got.push(drain(drained));
        first.pump();
        const state = first.oldestState ?? before.timeline.state;
        const resume = first.position(before.timeline.state);
        first.close();
        const after = ticking(state);
        const second = newFeed(resume);
        let seen = after.timeline.state.tagSeq;
        for (let count = 0; count < 40 || seen < before.timeline.state.tagSeq; count += 1) {
          after.tick(second);
          seen = after.timeline.state.tagSeq;
          got.push(drain());
          second.pump();
        }
        got.push(drain());
        second.close();
        const all = Buffer.concat([HEADER, ...produced(seen)]);
        expect(Buffer.concat(got).equals(all)).toBe(true);
      }),
      { numRuns: 25 },
    );
  });
});

async function freshFifoAfter(): Promise<void> {
  closeSync(reader);
  await freshFifo();
}

/** The bytes of an uninterrupted timeline up to this tag. */
function produced(tagSeq: number): Buffer[] {
  const { timeline } = timelineOf(source, segments);
  const batch = new TagBatch();
  const parts: Buffer[] = [];
  while (timeline.state.tagSeq < tagSeq) {
    batch.clear();
    timeline.produce(timeline.producedMs + 1, 0, batch);
    parts.push(Buffer.from(batch.bytes));
  }
  return parts;
}
