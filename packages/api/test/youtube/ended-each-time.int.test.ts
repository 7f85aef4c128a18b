import { streams, ytBroadcasts } from "@nightjar/db";
import type { StreamId } from "@nightjar/contract";
import { describe, expect, it, vi } from "vitest";
import { youtubeSaid } from "../../src/plan/youtube-said.ts";
import { openSession } from "../../src/plan/wanted.ts";
import { stopStream } from "../../src/streams/start-stop.ts";
import { renewalOf } from "../../src/youtube/next-broadcast.ts";
import { DAY_UNITS, countUnits } from "../../src/youtube/quota.ts";
import { broadcastThere, onAirAt, streamThere, withBroadcast } from "../support/at-youtube.ts";
import { studioUnderClock } from "../support/youtube-clock.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const START_MS = Date.UTC(2026, 10, 23, 10);

const clock = studioUnderClock(START_MS);
const { answer } = clock;

describe("a broadcast that YouTube ends each time soon after it began", () => {
  /** Of all that were made of a run. */
  async function endedEachTime(): Promise<{ id: StreamId; made: () => number }> {
    const { id } = await withBroadcast(clock.studio, { lifeCycle: "complete" });
    let made = 0;
    answer("insertBroadcast", async () => broadcastThere({ id: `c${(made += 1)}`, lifeCycle: "created", boundStreamId: null }));
    answer("bindBroadcast", async (_token, bound) => broadcastThere({ id: bound, lifeCycle: "ready" }));
    answer("transitionBroadcast", async (_token, live) => broadcastThere({ id: live, lifeCycle: "live" }));
    answer("broadcasts", async (_token, ids) => ids.map((one) => broadcastThere({ id: one, lifeCycle: isReady() ? "ready" : "complete" })));
    answer("streams", async () => [streamThere()]);
    answer("viewers", async () => new Map());
    const isReady = () => clock.studio.services.db.select().from(ytBroadcasts).all().at(-1)?.lifeCycle === "ready";
    clock.follow();
    return { id, made: () => made };
  }

  /** Another of the run of the one that there is. */
  function add(mark: string, createdMs: number, endedMs: number): void {
    const { db } = clock.studio.services;
    const { id: _id, ...one } = db.select().from(ytBroadcasts).get() ?? { id: "" };
    if (!("mark" in one)) throw new Error("there is none");
    db.insert(ytBroadcasts)
      .values({ ...one, mark, createdAt: new Date(createdMs), endedAt: new Date(endedMs) })
      .run();
  }

  it("is followed by three at once, and then ever more seldom, so that the units of all other streams are left", async () => {
    const { made } = await endedEachTime();
    await vi.advanceTimersByTimeAsync(MINUTE_MS / 4);
    expect(made()).toBe(1);
    await vi.advanceTimersByTimeAsync(1.75 * MINUTE_MS);
    expect(made()).toBe(3);
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(made()).toBeLessThanOrEqual(6);
    const before = made();
    await vi.advanceTimersByTimeAsync(5 * HOUR_MS);
    expect(made() - before).toBeGreaterThanOrEqual(1);
    expect(made() - before).toBeLessThanOrEqual(2);
  });

  it("is followed as soon as the pause is over, also where no poll comes by then", async () => {
    // Nothing is left to poll with: it is looked again after ten minutes.
    countUnits(clock.studio.services, DAY_UNITS);
    const { made } = await endedEachTime();
    for (const ago of [1, 2, 3]) add(`m${ago}`, START_MS - (ago + 1) * MINUTE_MS, START_MS - ago * MINUTE_MS);
    await vi.advanceTimersByTimeAsync(MINUTE_MS - 1000);
    expect(made()).toBe(0);
    await vi.advanceTimersByTimeAsync(2000);
    expect(made()).toBe(1);
  });

  it("is told as what the next one waits for, and why, as long as it waits", async () => {
    const { id } = await endedEachTime();
    await vi.advanceTimersByTimeAsync(20 * MINUTE_MS);
    const open = clock.studio.services.db
      .select()
      .from(ytBroadcasts)
      .all()
      .filter(({ endedAt }) => endedAt === null);
    expect([open, youtubeSaid(clock.studio.services.db, id)?.notice]).toEqual([
      [],
      expect.stringMatching(/ended \d broadcasts of this stream in a row/),
    ]);
    await clock.studio.callVerb(stopStream, { id });
    expect(youtubeSaid(clock.studio.services.db, id)).toBeNull();
  });

  it.each(["viewers", null])("is told as that also where something else was told of it when it ended (%s)", async (noticeBy) => {
    const values = { lifeCycle: "complete", notice: "How many watch could not be read.", noticeBy };
    const { id, rowId } = await withBroadcast(clock.studio, values);
    for (const ago of [1, 2, 3]) add(`m${ago}`, START_MS - (ago + 1) * MINUTE_MS, START_MS - ago * MINUTE_MS);
    expect(await clock.studio.services.broadcasts.advance(rowId)).toEqual({ step: "renew", consequence: null });
    expect(youtubeSaid(clock.studio.services.db, id)?.notice).toMatch(/ended 4 broadcasts of this stream in a row.* a minute after/u);
  });

  it("is followed as seldom where it was to take over from one that is live, and ended before it was live itself", async () => {
    const longAgo = new Date(START_MS - 2 * HOUR_MS);
    await withBroadcast(clock.studio, { createdAt: longAgo, liveAt: longAgo });
    clock.studio.services.db.update(streams).set({ ytRollOverHours: 1 }).run();
    let made = 0;
    answer("insertBroadcast", async () => broadcastThere({ id: `c${(made += 1)}`, lifeCycle: "created", boundStreamId: null }));
    answer("bindBroadcast", async (_token, id) => broadcastThere({ id, lifeCycle: "ready" }));
    answer("broadcasts", async (_token, ids) => ids.map((id) => broadcastThere({ id, lifeCycle: id === "b1" ? "live" : "revoked" })));
    answer("streams", async () => [streamThere()]);
    answer("viewers", async () => new Map());
    clock.follow();
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(made).toBeGreaterThan(1);
    expect(made).toBeLessThanOrEqual(8);
  });

  it("takes turns with those of other streams that are ended so as well, after one that is followed at once", async () => {
    const { id } = await withBroadcast(clock.studio, { endedAt: new Date(START_MS - 1000), createdAt: new Date(START_MS - 9000) });
    const { db } = clock.studio.services;
    const [first] = db.select().from(ytBroadcasts).all();
    if (!first?.grantId) throw new Error("there is none");
    const { id: _id, grantId, ...one } = first;
    const sessions = [openSession(db, id)?.id];
    for (let at = 1; at < 20; at += 1) sessions.push(openSession(db, onAirAt(clock.studio, grantId, "s1"))?.id);
    const ended = (mark: string, endedMs: number) => {
      for (const sessionId of sessions) {
        const times = { createdAt: new Date(endedMs - 5000), endedAt: new Date(endedMs) };
        db.insert(ytBroadcasts)
          .values({ ...one, ...times, grantId, sessionId: sessionId ?? null, mark: `${mark}${sessionId}` })
          .run();
      }
    };
    const pauses = () =>
      sessions
        .map((sessionId) => (sessionId ? renewalOf(db, sessionId, "s1").pauseMs : 0) / MINUTE_MS)
        .toSorted((one, other) => one - other);
    db.delete(ytBroadcasts).run();
    ended("first", START_MS);
    expect(pauses()).toEqual(Array.from({ length: 20 }, () => 0));
    ended("second", START_MS + MINUTE_MS);
    expect(pauses().slice(0, 9)).toEqual([0, 0, 1, 6, 21, 81, 261, 441, 621]);
    // Of a whole day.
    expect(pauses().filter((minutes) => minutes < 24 * 60).length).toBeLessThan(15);
    // What ends after it holds up none that waits.
    const [sessionId] = sessions;
    const before = sessionId && renewalOf(db, sessionId, "s1").pauseMs;
    const another = openSession(db, onAirAt(clock.studio, grantId, "s1"))?.id ?? null;
    for (const mark of ["one", "two", "three"]) {
      const times = { createdAt: new Date(START_MS + MINUTE_MS), endedAt: new Date(START_MS + 2 * MINUTE_MS) };
      db.insert(ytBroadcasts)
        .values({ ...one, ...times, grantId, sessionId: another, mark })
        .run();
    }
    expect(sessionId && renewalOf(db, sessionId, "s1").pauseMs).toBe(before);
  });

  it("counts from anew once one of them has lasted an hour", async () => {
    const { id } = await withBroadcast(clock.studio, { endedAt: new Date(START_MS - 1000), createdAt: new Date(START_MS - 9000) });
    const { db } = clock.studio.services;
    add("short", START_MS - 20_000, START_MS - 10_000);
    const sessionId = openSession(db, id)?.id;
    if (!sessionId) throw new Error("it is off air");
    expect(renewalOf(db, sessionId, "s1")).toMatchObject({ shortOnes: 2, pauseMs: 0 });
    for (const ago of [3, 5]) add(`short-${ago}`, START_MS - (ago + 1) * 10_000, START_MS - ago * 10_000);
    expect(renewalOf(db, sessionId, "s1")).toMatchObject({ shortOnes: 4, dueAtMs: START_MS - 1000 + MINUTE_MS });
    add("long", START_MS + 1000, START_MS + 1000 + HOUR_MS);
    expect(renewalOf(db, sessionId, "s1")).toMatchObject({ shortOnes: 0, pauseMs: 0 });
  });
});
