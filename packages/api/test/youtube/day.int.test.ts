import { grants, streamSessions, streams, ytBroadcasts } from "@nightjar/db";
import { expect, it, vi } from "vitest";
import { changed, commit } from "../../src/changes.ts";
import { usedUnits } from "../../src/youtube/quota.ts";
import { onAirAt, streamThere } from "../support/at-youtube.ts";
import { studioUnderClock, youtubeThere } from "../support/youtube-clock.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Midnight in California. */
const START_MS = Date.UTC(2026, 10, 2, 8);

const clock = studioUnderClock(START_MS);

function stopAll(): void {
  commit(clock.studio.services, (tx) => {
    tx.update(streamSessions).set({ stoppedAt: new Date() }).run();
    for (const { id } of tx.select().from(streams).all()) changed(tx, "streams", id, "never");
  });
}

/** One account is asked so often that its day takes minutes: at night. */
const DAYS: readonly (readonly [streams: number, accounts: number])[] =
  process.env["YOUTUBE_DAYS"] === "all"
    ? [
        [5, 1],
        [20, 1],
        [20, 20],
      ]
    : [[5, 5]];

it.each(DAYS)(
  "%i streams of %i accounts, from Start through a day to Stop, take less than 8,000 units and are read to its end",
  async (count, accounts) => {
    const keys = Array.from({ length: count }, (_, at) => streamThere({ id: `s${at}` }));
    const far = youtubeThere(clock.studio, [], keys);
    const { db, secrets } = clock.studio.services;
    const all = Array.from({ length: accounts }, (_, at) => {
      const row = { service: "google", account: `UC${at}`, accessTokenSealed: secrets.seal("token") } as const;
      return db.insert(grants).values(row).returning().get().id;
    });
    for (let at = 0; at < count; at += 1) {
      const grant = all[at % accounts];
      if (grant) onAirAt(clock.studio, grant, `s${at}`);
    }
    clock.follow();
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    const rows = () => db.select().from(ytBroadcasts).all();
    expect(rows().map(({ lifeCycle }) => lifeCycle)).toEqual(Array.from({ length: count }, () => "live"));
    await vi.advanceTimersByTimeAsync(DAY_MS - HOUR_MS - MINUTE_MS);
    expect(far.usedUnits).toBeLessThan(8000);
    expect(far.usedUnits).toBeGreaterThan(6000);
    expect(far.read.size).toBe(count);
    for (const { checkedAt } of rows()) expect(Date.now() - (checkedAt?.getTime() ?? 0)).toBeLessThan(HOUR_MS);
    stopAll();
    await vi.advanceTimersByTimeAsync(MINUTE_MS / 2);
    expect(rows().map(({ endedAt, lifeCycle }) => [lifeCycle, endedAt !== null])).toEqual(
      Array.from({ length: count }, () => ["complete", true]),
    );
    expect(far.usedUnits).toBeLessThan(8000);
    expect(usedUnits(clock.studio.services)).toBe(far.usedUnits);
  },
);
