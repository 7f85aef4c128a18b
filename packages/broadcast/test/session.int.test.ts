import { createHash } from "node:crypto";
import { closeSync, constants, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { type ProfileId, encoderProfile } from "@nightjar/contract";
import { makeFifo } from "@nightjar/media";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FlvStreamParser } from "../src/flv/stream-parser.ts";
import { BEHIND_MAX_MS, CATCH_UP_MAX_MS, LEAD_MS, TICK_MS as SERVED_EACH_MS } from "../src/playout/pace.ts";
import type { PlayoutCommand, PlayoutEvent } from "../src/playout/protocol.ts";
import { readPlayoutRecord } from "../src/playout/record.ts";
import { PlayoutSession } from "../src/playout/session.ts";
import { TagBatch } from "../src/timeline/batch.ts";
import type { Segment } from "../src/timeline/segment.ts";
import { testFolder } from "./support/engine.ts";
import { MemorySource, SILENCE, packets, pictures, segment } from "./support/synthetic.ts";

const TICK_MS = 100;

let folder: Awaited<ReturnType<typeof testFolder>>;
beforeAll(async () => {
  folder = await testFolder();
});
afterAll(() => folder.remove());

const source = new MemorySource([SILENCE]);
// A second and a half each, in pictures large enough to fill a pipe within a few of them.
const segments = Array.from({ length: 8 }, (_, index) =>
  segment(index + 1, source.add(pictures(`v${index}`, 2, 60, 6_000)), source.add(packets(`a${index}`, 70))),
);

const other = source.add(pictures("other", 2, 60, 6_000));
const another = source.add(pictures("another", 2, 60, 6_000));

/** A session on a FIFO that is read only when the test does. */
async function openSession(name: string) {
  const fifoPath = join(folder.dir, `${name}.flv`);
  await makeFifo(fifoPath);
  const reader = openSync(fifoPath, constants.O_RDWR | constants.O_NONBLOCK);
  const recordDir = join(folder.dir, name);
  const [first, ...rest] = segments;
  if (!first) throw new Error("there are segments");
  const feed = { destinationId: "d", generation: 1, fifoPath, startMs: 0, resume: null };
  const open: Extract<PlayoutCommand, { type: "open" }> = {
    type: "open",
    sessionId: "s",
    profileId: "1080p30",
    videoHeader: Buffer.from([0x17, 0, 0, 0, 0, 1]),
    audioHeader: Buffer.from([0xaf, 0, 0x11, 0x90]),
    silence: SILENCE.ref,
    picture: first.video,
    segments: [first, ...rest],
    recordDir,
    resume: null,
    feeds: [feed],
  };
  const events: PlayoutEvent[] = [];
  const session = (changes: Partial<typeof open> = {}) =>
    new PlayoutSession({ ...open, ...changes }, source, 0, (event) => void events.push(event));
  const drain = (max: number): Buffer => {
    const part = Buffer.alloc(max);
    try {
      return part.subarray(0, readSync(reader, part));
    } catch {
      return Buffer.alloc(0);
    }
  };
  return { session, events, drain, feed, recordDir, close: () => closeSync(reader) };
}

/** The best quality that a profile has, for most of a minute. */
function largest(profileId: ProfileId) {
  const { videoKbps, framesPerSecond } = encoderProfile(profileId, "high");
  const bytesPerMs = videoKbps / 8;
  const video = source.add(pictures(`largest ${profileId}`, 1, 60, Math.round((bytesPerMs * 1000) / framesPerSecond)));
  const segments = [segment(1, video, source.add(packets(`sound ${profileId}`, 2_500)))] as const;
  return { bytesPerMs, open: { profileId, segments, picture: video.ref } };
}

/** Kinds and times of all tags, in order; throws when a byte is missing or doubled. */
function tagsOf(bytes: Buffer): string[] {
  return [...new FlvStreamParser().push(bytes)].map(
    ({ kind, timestampMs, bytes: tag }) => `${kind} ${timestampMs} ${tag.toString("latin1", 13, 24)}`,
  );
}

describe("the record of a session", () => {
  it("names every unit its position needs, also while a slow destination is tracks behind, and leads to the very next byte", async () => {
    const whole = await openSession("whole");
    const undisturbed = whole.session();
    const batch = new TagBatch();
    const wanted: Buffer[] = [];
    // At 5.5 s of the stream the fourth segment is being produced, at 7.7 s the fifth: both get other pictures.
    const producing = (streamMs: number) => Math.round((streamMs - LEAD_MS) / TICK_MS) * TICK_MS;
    const command = (playout: PlayoutSession, nowMs: number) => {
      if (nowMs === producing(5_500)) playout.showPicture(4, [{ id: 1, video: other.ref, fromFrame: 0, at: "cut" }]);
      if (nowMs === producing(5_700)) playout.showPicture(4, [{ id: 2, video: another.ref, fromFrame: 160, at: "cut" }]);
      if (nowMs === producing(7_700)) playout.showPicture(5, [{ id: 3, video: other.ref, fromFrame: 0, at: "cut" }]);
    };
    for (let nowMs = 0; nowMs < 9_000; nowMs += TICK_MS) {
      command(undisturbed, nowMs);
      undisturbed.tick(nowMs, batch);
      for (let isMore = true; isMore; isMore = undisturbed.pump()) wanted.push(whole.drain(1 << 20));
      wanted.push(whole.drain(1 << 20));
    }
    undisturbed.close();
    whole.close();
    const all = Buffer.concat(wanted);

    const slow = await openSession("slow");
    let session = slow.session();
    const got: Buffer[] = [];
    for (let nowMs = 0; nowMs < 9_000; nowMs += TICK_MS) {
      command(session, nowMs);
      session.tick(nowMs, batch);
      // Half of what is produced is taken; every 700 ms the process dies and another goes on from the record.
      got.push(slow.drain(9_000));
      session.pump();
      if (nowMs % 700 !== 600) continue;
      session.close();
      const left = readPlayoutRecord(slow.recordDir);
      expect(left, `at ${nowMs} ms`).not.toBeNull();
      if (!left) return;
      const { position } = left;
      const serials = left.segments.map(({ serial }: Segment) => serial);
      expect(serials, `at ${nowMs} ms`).toContain(position.state.videoSerial);
      const [resume = null] = position.feeds;
      const upcoming = segments.filter(({ serial }) => serial > Math.max(...serials));
      const [first, ...rest] = left.segments;
      session = slow.session({
        segments: [first, ...rest, ...upcoming],
        resume: { state: position.state, epochMs: position.epochMs },
        feeds: [{ ...slow.feed, resume }],
      });
    }
    for (let count = 0; count < 400; count += 1) {
      session.pump();
      got.push(slow.drain(1 << 20));
    }
    session.close();
    slow.close();
    const taken = Buffer.concat(got);
    expect(taken.length).toBeGreaterThan(1_000_000);
    for (const unit of ["other", "another"]) expect(taken.includes(`${unit}:`)).toBe(true);
    expect(tagsOf(taken)).toEqual(tagsOf(all).slice(0, tagsOf(taken).length));
    expect(taken.equals(all.subarray(0, taken.length))).toBe(true);
  });
});

describe("a session that nobody has served for a while", () => {
  it("catches up with its clock after a short pause, and after a long one sets it anew and says by how much", async () => {
    const { session, events, close } = await openSession("paused");
    const paused = session();
    const batch = new TagBatch();
    const moved = () => events.flatMap((event) => (event.type === "moved" ? [event.byMs] : []));
    paused.tick(0, batch);
    paused.tick(4000, batch);
    expect([moved(), Math.round(paused.leadMs(4000) / 100)]).toEqual([[], Math.round(LEAD_MS / 100)]);
    const writtenUntilMs = 4000 + paused.leadMs(4000);
    paused.tick(60_000, batch);
    expect(moved()).toEqual([60_000 - writtenUntilMs]);
    const next = events.findLast((event) => event.type === "segment");
    expect(next?.onAirAtMs).toBeGreaterThan(59_000);
    paused.close();
    close();
  });

  it("gives all that was held up to a publisher that takes it only then, also in the largest picture: that one is not stuck", async () => {
    const { open } = largest("2160p30");
    const pausedUntilMs = LEAD_MS + CATCH_UP_MAX_MS;
    const batch = new TagBatch();
    const serve = async (name: string, atMs: readonly number[]) => {
      const { session, events, drain, close } = await openSession(name);
      const served = session(open);
      const taken = createHash("sha256");
      let bytes = 0;
      for (const nowMs of atMs) {
        served.tick(nowMs, batch);
        // Of what a pause has held up nothing is taken before the tick behind it.
        if (nowMs === pausedUntilMs) continue;
        for (let part = drain(1 << 20); part.length > 0; part = drain(1 << 20)) {
          taken.update(part);
          bytes += part.length;
          served.pump();
        }
      }
      served.close();
      close();
      return { bytes, sha256: taken.digest("hex"), stuck: events.filter(({ type }) => type === "feed-stuck") };
    };
    const endMs = pausedUntilMs + SERVED_EACH_MS;
    const steps = Array.from({ length: Math.ceil(pausedUntilMs / SERVED_EACH_MS) }, (_, index) => index * SERVED_EACH_MS);
    const undisturbed = await serve("undisturbed", [...steps, endMs]);
    expect(undisturbed.bytes).toBeGreaterThan(50_000_000);
    expect(await serve("held-up", [0, pausedUntilMs, endMs])).toEqual({ ...undisturbed, stuck: [] });
  });
});

describe("a publisher that takes half of what it is given", () => {
  it("is found stuck though it goes on taking: no more is held for it than 20 s of its profile's best quality, and a tick", async () => {
    const { bytesPerMs, open } = largest("720p30");
    const { session, events, drain, close } = await openSession("trickling");
    const trickling = session(open);
    const batch = new TagBatch();
    const isStuck = () => events.some(({ type }) => type === "feed-stuck");
    let mostBytes = 0;
    for (let nowMs = 0; !isStuck() && nowMs < 50_000; nowMs += SERVED_EACH_MS) {
      trickling.tick(nowMs, batch);
      mostBytes = Math.max(mostBytes, trickling.pendingBytes);
      expect(drain(Math.round((bytesPerMs * SERVED_EACH_MS) / 2)).length).toBeGreaterThan(0);
      trickling.pump();
    }
    expect(isStuck()).toBe(true);
    expect(trickling.hasPending).toBe(false);
    expect(mostBytes / bytesPerMs).toBeGreaterThan(BEHIND_MAX_MS);
    expect(mostBytes / bytesPerMs).toBeLessThan(BEHIND_MAX_MS + 2 * SERVED_EACH_MS);
    trickling.close();
    close();
  });
});

describe("a destination whose FIFO cannot be opened", () => {
  it.each([
    ["from the beginning", true],
    ["later", false],
  ])("fails alone, and says why, where it is fed %s", async (name, isFirst) => {
    const { session, events, feed, drain, close } = await openSession(`unopened-${name.replaceAll(" ", "-")}`);
    const lost = { ...feed, destinationId: "lost", generation: 7, fifoPath: join(folder.dir, "nowhere", "lost.flv") };
    const fed = session({ feeds: isFirst ? [lost, feed] : [feed] });
    if (!isFirst) fed.feed(lost);
    fed.tick(0, new TagBatch());
    const stuck = events.flatMap((event) => (event.type === "feed-stuck" ? [event] : []));
    expect(stuck).toEqual([expect.objectContaining({ destinationId: "lost", generation: 7, fault: expect.stringContaining("ENOENT") })]);
    expect(drain(3).toString("latin1")).toBe("FLV");
    fed.close();
    close();
  });
});
