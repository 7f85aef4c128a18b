import { grants, streams, ytBroadcasts } from "@nightjar/db";
import type { StreamId } from "@nightjar/contract";
import { describe, expect, it, vi } from "vitest";
import { changed, commit } from "../../src/changes.ts";
import { stopStream } from "../../src/streams/start-stop.ts";
import { renewalOf } from "../../src/youtube/next-broadcast.ts";
import { youtubeSaid } from "../../src/plan/youtube-said.ts";
import { openSession } from "../../src/plan/wanted.ts";
import type { YtBroadcast } from "../../src/youtube/port.ts";
import { DAY_UNITS, countUnits, quotaDay, usedUnits } from "../../src/youtube/quota.ts";
import { YouTubeError } from "../../src/youtube/reasons.ts";
import { broadcastThere, streamThere, withBroadcast } from "../support/at-youtube.ts";
import { studioUnderClock } from "../support/youtube-clock.ts";
import type { Studio } from "../support/call-verb.ts";

const MINUTE_MS = 60_000;
const USED_BEFORE_UNITS = 5500;
const HOUR_MS = 60 * MINUTE_MS;
/** Two in the morning in California. */
const START_MS = Date.UTC(2026, 10, 23, 10);
const MIDNIGHT_MS = Date.UTC(2026, 10, 24, 8);

const clock = studioUnderClock(START_MS);

type Api = Studio["ports"]["youtube"];
/** Counts how often it is asked. */
function answer<K extends keyof Api>(name: K, run: Api[K]): void {
  const api = clock.studio.ports.youtube;
  api[name] = run;
  vi.spyOn(api, name).mockClear();
}
const times = (name: keyof Api) => vi.mocked(clock.studio.ports.youtube[name]).mock.calls.length;
const refusing = (reason: string, status: number) => async () => {
  throw new YouTubeError(reason, status);
};
const units = () => usedUnits(clock.studio.services);
const notice = () => clock.studio.services.db.select().from(ytBroadcasts).get()?.notice;

function ready(): void {
  answer("broadcasts", async () => [broadcastThere({ lifeCycle: "ready" })]);
  answer("streams", async () => [streamThere()]);
}

describe("what YouTube refuses all day", () => {
  it.each([
    ["invalidTransition", 403],
    ["errorStreamInactive", 403],
    ["liveStreamingNotEnabled", 403],
    ["insufficientPermissions", 403],
    ["backendError", 500],
  ])("is asked for ever more seldom (%s), so that what is kept of the quota for Start and Stop is enough", async (reason, status) => {
    await withBroadcast(clock.studio, { lifeCycle: "ready", streamStatus: "active" });
    ready();
    answer("transitionBroadcast", refusing(reason, status));
    clock.follow();
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
    // What lasts a few minutes is over as soon as it can be.
    expect(times("transitionBroadcast")).toBeGreaterThan(3);
    const before = units();
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(units() - before).toBeLessThan(400);
  });

  it("is what is done and changes nothing, as well", async () => {
    await withBroadcast(clock.studio, { lifeCycle: "ready", isBound: false });
    ready();
    answer("bindBroadcast", async () => broadcastThere({ lifeCycle: "ready", boundStreamId: null }));
    clock.follow();
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(times("bindBroadcast")).toBeLessThan(15);
  });

  it("is not bound again and again where YouTube calls it created for a while after it was", async () => {
    await withBroadcast(clock.studio, { lifeCycle: "created", isBound: false });
    answer("broadcasts", async () => [broadcastThere({ lifeCycle: "created" })]);
    answer("streams", async () => [streamThere()]);
    answer("viewers", async () => new Map());
    answer("bindBroadcast", async () => broadcastThere({ lifeCycle: "created" }));
    answer("transitionBroadcast", async () => broadcastThere());
    clock.follow();
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect([times("bindBroadcast"), times("transitionBroadcast")]).toEqual([1, 0]);
    answer("broadcasts", async () => [broadcastThere({ lifeCycle: "ready" })]);
    await vi.advanceTimersByTimeAsync(MINUTE_MS / 2);
    expect([times("bindBroadcast"), times("transitionBroadcast")]).toEqual([1, 1]);
  });

  it.each([
    ["a broadcast is bound to it", "created", false],
    ["it is looked at", "ready", true],
  ] as const)("is a key that is among the account's own and not there where %s, as well", async (_where, lifeCycle, isBound) => {
    const { id } = await withBroadcast(clock.studio, { lifeCycle, isBound });
    answer("broadcasts", async () => [broadcastThere({ lifeCycle, boundStreamId: isBound ? "s1" : null })]);
    answer("streams", async () => []);
    answer("bindBroadcast", refusing("liveStreamNotFound", 404));
    answer("ownStreams", async () => ({ items: [streamThere({ description: `[nightjar ${id}]` })], next: null }));
    clock.follow();
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(times("ownStreams")).toBeGreaterThan(0);
    expect(units()).toBeLessThan(500);
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(units()).toBeLessThan(900);
  });

  it("is asked for at once where somebody has let us in anew, and what is wanted now is not held up by it", async () => {
    const { id } = await withBroadcast(clock.studio, { lifeCycle: "ready", streamStatus: "active" });
    ready();
    answer("transitionBroadcast", refusing("insufficientPermissions", 403));
    answer("deleteBroadcast", async () => undefined);
    clock.follow();
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    const before = times("transitionBroadcast");
    const { db, secrets } = clock.studio.services;
    commit(clock.studio.services, (tx) => {
      const row = { service: "google", account: "UC2", accessTokenSealed: secrets.seal("new") } as const;
      tx.update(streams)
        .set({ ytGrantId: tx.insert(grants).values(row).returning().get().id })
        .run();
      changed(tx, "streams", id, "never");
    });
    await vi.advanceTimersByTimeAsync(1000);
    expect(times("transitionBroadcast")).toBe(before + 1);
    await clock.studio.callVerb(stopStream, { id });
    await vi.advanceTimersByTimeAsync(1000);
    expect(times("deleteBroadcast")).toBe(1);
    expect(db.select().from(ytBroadcasts).get()?.endedAt).not.toBeNull();
  });
});

describe("what is wanted while YouTube is still asked for something else", () => {
  it("does not wait for the refusal of that", async () => {
    const { id } = await withBroadcast(clock.studio, { isAsked: false, ytBroadcastId: null, lifeCycle: null, isBound: false });
    const { promise, reject } = Promise.withResolvers<YtBroadcast>();
    answer("insertBroadcast", () => promise);
    clock.follow();
    await vi.advanceTimersByTimeAsync(1000);
    expect(times("insertBroadcast")).toBe(1);
    await clock.studio.callVerb(stopStream, { id });
    await vi.advanceTimersByTimeAsync(2000);
    reject(new YouTubeError("quotaExceeded", 403));
    await vi.advanceTimersByTimeAsync(1000);
    expect(clock.studio.services.db.select().from(ytBroadcasts).get()?.endedAt).not.toBeNull();
  });
});

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
    expect(made() - before).toBeGreaterThanOrEqual(3);
    expect(made() - before).toBeLessThanOrEqual(5);
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

describe("streams on air that YouTube does not receive", () => {
  it("are looked at within the day's quota, however many they are and however long it lasts", async () => {
    await withBroadcast(clock.studio, { lifeCycle: "ready", streamStatus: "inactive" });
    const { db } = clock.studio.services;
    const { id: _id, ...one } = db.select().from(ytBroadcasts).get() ?? { id: "" };
    for (let count = 0; count < 7; count += 1) {
      if ("mark" in one)
        db.insert(ytBroadcasts)
          .values({ ...one, mark: `m${count}`, ytBroadcastId: `c${count}` })
          .run();
    }
    answer("broadcasts", async (_token, ids) => ids.map((id) => broadcastThere({ id, lifeCycle: "ready" })));
    answer("streams", async () => [streamThere({ status: "inactive" })]);
    countUnits(clock.studio.services, USED_BEFORE_UNITS);
    clock.follow();
    await vi.advanceTimersByTimeAsync(2 * HOUR_MS);
    // Of what may be used for looking, 1,600 are left for the 22 hours of this day: by the minute they would be gone after two.
    expect(units() - USED_BEFORE_UNITS).toBeLessThan(500);
    expect(times("broadcasts")).toBeGreaterThan(50);
  });
});

describe("polling", () => {
  async function polled(reason: string): Promise<void> {
    await withBroadcast(clock.studio);
    answer("broadcasts", refusing(reason, 403));
    answer("streams", async () => [streamThere()]);
    answer("viewers", async () => new Map());
    clock.follow();
  }

  it("ends for the day where YouTube says that its quota is used up, whatever we have counted, and goes on with the next day", async () => {
    await polled("quotaExceeded");
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect([times("broadcasts"), units() >= DAY_UNITS]).toEqual([1, true]);
    expect(notice()).toBe("The YouTube quota of this day is used up. Streams go on; YouTube is asked again after midnight in California.");
    answer("broadcasts", async () => [broadcastThere()]);
    await vi.advanceTimersByTimeAsync(20 * HOUR_MS);
    expect([times("broadcasts"), quotaDay(Date.now())]).toEqual([0, "2026-11-23"]);
    await vi.advanceTimersByTimeAsync(HOUR_MS + 15 * MINUTE_MS);
    expect([times("broadcasts") > 0, notice()]).toEqual([true, null]);
  });

  it("ends where only what is kept for Start and Stop is left, and says that these work", async () => {
    // What is told of a day that is spent as a whole is another sentence.
    countUnits(clock.studio.services, DAY_UNITS - 100);
    await polled("backendError");
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect([times("broadcasts"), notice()]).toEqual([0, expect.stringContaining("nearly used up")]);
    expect(notice()).toContain("Start and Stop work");
  });

  it("goes on within half an hour of a new day also where YouTube begins it some minutes after our clock", async () => {
    await polled("quotaExceeded");
    // Later than the first look of the new day, whenever that comes.
    const begunMs = MIDNIGHT_MS + 11 * MINUTE_MS;
    answer("broadcasts", async () => {
      if (Date.now() < begunMs) throw new YouTubeError("quotaExceeded", 403);
      return [broadcastThere()];
    });
    await vi.advanceTimersByTimeAsync(begunMs - START_MS - 1000);
    // Refused once on the old day, and since midnight on the new one.
    expect([times("broadcasts") > 1, notice()]).toEqual([true, expect.stringContaining("is used up")]);
    await vi.advanceTimersByTimeAsync(19 * MINUTE_MS);
    expect([notice(), units() < 500]).toEqual([null, true]);
  });

  it("goes on where a call of the old day is refused only on the new one", async () => {
    await polled("backendError");
    const { promise, reject } = Promise.withResolvers<readonly YtBroadcast[]>();
    answer("broadcasts", () => promise);
    vi.setSystemTime(MIDNIGHT_MS - 5 * MINUTE_MS);
    await vi.advanceTimersByTimeAsync(4 * MINUTE_MS);
    expect([times("broadcasts"), quotaDay(Date.now())]).toEqual([1, "2026-11-23"]);
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    reject(new YouTubeError("quotaExceeded", 403));
    answer("broadcasts", async () => [broadcastThere()]);
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
    expect([times("broadcasts") > 0, notice(), units() < 500]).toEqual([true, null, true]);
  });

  it("slows down while YouTube asks for it, and is as fast as before once it does not", async () => {
    await polled("rateLimitExceeded");
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(times("broadcasts")).toBeLessThan(10);
    expect(times("broadcasts")).toBeGreaterThan(3);
    answer("broadcasts", async () => [broadcastThere()]);
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    const before = times("broadcasts");
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
    expect(times("broadcasts") - before).toBeGreaterThan(15);
  });
});
