import { ytBroadcasts } from "@nightjar/db";
import { describe, expect, it, vi } from "vitest";
import type { YtBroadcast } from "../../src/youtube/port.ts";
import { DAY_UNITS, countUnits, quotaDay, usedUnits } from "../../src/youtube/quota.ts";
import { YouTubeError } from "../../src/youtube/reasons.ts";
import { broadcastThere, streamThere, withBroadcast } from "../support/at-youtube.ts";
import { refusing, studioUnderClock } from "../support/youtube-clock.ts";

const USED_BEFORE_UNITS = 5500;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Two in the morning in California. */
const START_MS = Date.UTC(2026, 10, 23, 10);
const MIDNIGHT_MS = Date.UTC(2026, 10, 24, 8);

const clock = studioUnderClock(START_MS);
const { answer, times } = clock;
const units = () => usedUnits(clock.studio.services);
const notice = () => clock.studio.services.db.select().from(ytBroadcasts).get()?.notice;

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
