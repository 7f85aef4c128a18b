import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROFILES } from "@nightjar/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Journal } from "../src/director/told/journal.ts";
import { forgottenAt, resumedSound } from "../src/director/session/resumed-sound.ts";
import { endForgotten } from "../src/director/told/session-journal.ts";
import { monotonicMs } from "../src/playout/monotonic.ts";
import { POSITION_FILE } from "../src/playout/record.ts";
import type { Segment } from "../src/timeline/segment.ts";
import { streamClock } from "../src/timeline/clock.ts";
import { type TimelineEvent, Timeline } from "../src/timeline/timeline.ts";
import { memoryLog, testPlan } from "./support/engine.ts";
import { LABEL, MemorySource, PROFILE, Tape, packets, pictures } from "./support/synthetic.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "nightjar-resumed-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Two tracks of 100 packets with a join between them that begins the second with its third packet. */
function twoTracks() {
  const source = new MemorySource();
  const video = source.add(pictures("picture", 10)).ref;
  const silence = source.add(packets("silence", 10)).ref;
  const segment = (serial: number): Segment => {
    const audio = source.add(packets(`track-${serial}`, 100)).ref;
    return { serial, video, audio, isSlate: false, label: LABEL };
  };
  const overlap = { afterSerial: 1, leaveAtPacket: 96, enterAtPacket: 3, resumeAtPacket: 4 };
  const joined: Segment = { ...segment(2), join: { unit: source.add(packets("join", 8)).ref, ...overlap } };
  return { source, silence, segments: [segment(1), joined] as [Segment, Segment] };
}

describe("what sounds of a session that a process has left", () => {
  it("is what the timeline had told, with its time, wherever it was left", () => {
    const { source, silence, segments } = twoTracks();
    const told: Extract<TimelineEvent, { type: "segment" }>[] = [];
    const onEvent = (event: TimelineEvent) => void (event.type === "segment" ? told.push(event) : undefined);
    const timeline = new Timeline({ profile: PROFILE, source, silence, segments, onEvent });
    for (let untilMs = 60; untilMs < 4_000; untilMs += 20) {
      timeline.produce(untilMs, 0, new Tape());
      const { state } = timeline;
      const last = told.at(-1);
      const sound = resumedSound({ epochMs: 1_000, state }, segments, PROFILE, 1_000);
      expect(sound, `left at ${untilMs} ms`).toEqual({ serial: last?.serial, onAirAtMs: 1_000 + (last?.atMs ?? 0), silentSinceMs: null });
    }
    expect(told.map(({ serial }) => serial)).toEqual([1, 2]);
    timeline.close();
  });

  it("is told once, however often its timeline is left within the join that leads to it", () => {
    const { source, silence, segments } = twoTracks();
    const toldAfter = (leftAtMs: number) => {
      const told: [serial: number, atMs: number][] = [];
      const onEvent = (event: TimelineEvent) => void (event.type === "segment" && told.push([event.serial, event.atMs]));
      const options = { profile: PROFILE, source, silence, onEvent };
      const left = new Timeline({ ...options, segments });
      left.produce(leftAtMs, 0, new Tape());
      const resumed = new Timeline({ ...options, segments: [...left.segments] as [Segment, ...Segment[]], state: left.state });
      left.close();
      resumed.produce(4_000, 0, new Tape());
      resumed.close();
      return told;
    };
    const uninterrupted = toldAfter(60);
    expect(uninterrupted.map(([serial]) => serial)).toEqual([1, 2]);
    for (let leftAtMs = 80; leftAtMs < 3_900; leftAtMs += 20) expect(toldAfter(leftAtMs), `left at ${leftAtMs} ms`).toEqual(uninterrupted);
  });

  it("tells since when nothing was sent, when nobody was there for longer than the lead", () => {
    const { source, silence, segments } = twoTracks();
    const timeline = new Timeline({ profile: PROFILE, source, silence, segments, onEvent: () => undefined });
    timeline.produce(1_500, 0, new Tape());
    const { state, producedMs } = timeline;
    expect(resumedSound({ epochMs: 0, state }, segments, PROFILE, 2_000).silentSinceMs).toBeNull();
    expect(resumedSound({ epochMs: 0, state }, segments, PROFILE, 9_000).silentSinceMs).toBe(producedMs);
    timeline.close();
  });
});

describe("a session that nobody goes on with", () => {
  const playout = (packetCount: number, epochMs: number) => {
    const { source, silence, segments } = twoTracks();
    const timeline = new Timeline({ profile: PROFILE, source, silence, segments, onEvent: () => undefined });
    const state = { ...timeline.state, packets: packetCount };
    timeline.close();
    return { position: { epochMs, state, feeds: [] } };
  };

  it("has ended with its last packet", () => {
    const lastMs = streamClock(PROFILES["1080p30"]).audioPtsMs(100);
    const agoMs = 60_000 - lastMs;
    const earliestMs = Date.now() - agoMs;
    const endedAtMs = Date.parse(forgottenAt(dir, playout(100, monotonicMs() - 60_000), "1080p30"));
    const latestMs = Date.now() - agoMs;
    // Two clocks that are read one after the other, in whole milliseconds.
    expect(endedAtMs).toBeGreaterThan(earliestMs - 5);
    expect(endedAtMs).toBeLessThan(latestMs + 5);
  });

  it("has not ended in the future, though it was written ahead", () => {
    expect(Date.parse(forgottenAt(dir, playout(1_000_000, monotonicMs()), "1080p30"))).toBeLessThanOrEqual(Date.now() + 1);
  });

  it("of an earlier boot has ended when its position was last written", () => {
    writeFileSync(join(dir, POSITION_FILE), "");
    const writtenAt = new Date("2026-01-02T03:04:05.000Z");
    utimesSync(join(dir, POSITION_FILE), writtenAt, writtenAt);
    expect(forgottenAt(dir, null, "1080p30")).toBe(writtenAt.toISOString());
  });

  it("is ended in the journal, at the latest with the end of its track, and forgotten when it is not wanted any more", async () => {
    const journal = await Journal.open(dir, memoryLog().log);
    const plan = testPlan([], "rtmp://far/live", "k");
    const entry = (sessionId: string, startedAt: string) => ({
      ...{ streamId: "stream-1", sessionId, serial: 1, itemId: "i", trackId: "t", title: "T", artist: "A" },
      ...{ isrcCode: null, durationMs: 60_000, because: null, startedAt },
    });
    const justNow = new Date(Date.now() - 1_000).toISOString();
    for (const id of [plan.sessionId, "adopted"]) journal.begin(entry(id, justNow));
    journal.begin(entry("unwanted", "2026-01-02T03:00:00.000Z"));
    endForgotten(journal, [plan], new Set(["adopted"]));
    expect(journal.sessionIds.toSorted()).toEqual(["adopted", plan.sessionId].toSorted());
    expect(journal.session("adopted")?.entry).not.toBeNull();
    expect(journal.session(plan.sessionId)).toMatchObject({ entry: null, history: [{ title: "T" }] });
    await journal.flush();
    const ends = journal.pending().flatMap((told) => (told.type === "ended" ? [told.endedAt] : []));
    expect(ends).toContain("2026-01-02T03:01:00.000Z");
    expect(ends.every((endedAt) => Date.parse(endedAt) <= Date.now())).toBe(true);
    await journal.closeFile();
  });
});
