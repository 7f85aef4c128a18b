import type { GrantId } from "@nightjar/contract";
import { grants, streamSessions, streams, ytBroadcasts } from "@nightjar/db";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { changed, commit } from "../../src/changes.ts";
import { followYoutube } from "../../src/youtube/follow.ts";
import type { YtBroadcast } from "../../src/youtube/port.ts";
import { usedUnits } from "../../src/youtube/quota.ts";
import { broadcastThere, streamThere } from "../support/at-youtube.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Midnight in California. */
const START_MS = Date.UTC(2026, 10, 2, 8);

let studio: Studio;
let stop: () => void = () => undefined;
beforeEach(async () => {
  studio = await openStudio();
  studio.services.db.$client.pragma("synchronous = OFF");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: START_MS });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  return studio.close();
});

/** Takes what it is asked for, and brings to live what it receives. @returns how often each broadcast was read */
function youtubeThere(): ReadonlyMap<string, number> {
  const there = new Map<string, YtBroadcast>();
  const reads = new Map<string, number>();
  const become = (id: string, values: Partial<YtBroadcast>) => {
    const broadcast = broadcastThere({ ...there.get(id), ...values, id });
    there.set(id, broadcast);
    return broadcast;
  };
  Object.assign(studio.ports.youtube, {
    insertBroadcast: async () => become(`b${there.size}`, { lifeCycle: "created", boundStreamId: null }),
    bindBroadcast: async (_token: string, id: string, boundStreamId: string) => become(id, { lifeCycle: "ready", boundStreamId }),
    transitionBroadcast: async (_token: string, id: string, to: "live" | "complete") => become(id, { lifeCycle: to }),
    broadcasts: async (_token: string, ids: readonly string[]) => {
      for (const id of ids) reads.set(id, (reads.get(id) ?? 0) + 1);
      return ids.flatMap((id) => there.get(id) ?? []);
    },
    streams: async (_token: string, ids: readonly string[]) => ids.map((id) => streamThere({ id })),
    viewers: async (_token: string, ids: readonly string[]) => new Map(ids.map((id) => [id, 7])),
  });
  return reads;
}

function onAirAt(grantId: GrantId, ytLiveStreamId: string): void {
  const { db } = studio.services;
  const values = { title: ytLiveStreamId, ytConnected: true, ytGrantId: grantId, ytLiveStreamId };
  const { id } = db.insert(streams).values(values).returning().get();
  db.insert(streamSessions)
    .values({ streamId: id, startedAt: new Date(START_MS) })
    .run();
}

function stopAll(): void {
  commit(studio.services, (tx) => {
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
    const reads = youtubeThere();
    const { db, secrets } = studio.services;
    const all = Array.from({ length: accounts }, (_, at) => {
      const row = { service: "google", account: `UC${at}`, accessTokenSealed: secrets.seal("token") } as const;
      return db.insert(grants).values(row).returning().get().id;
    });
    for (let at = 0; at < count; at += 1) {
      const grant = all[at % accounts];
      if (grant) onAirAt(grant, `s${at}`);
    }
    stop = followYoutube(studio.services);
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    const rows = () => db.select().from(ytBroadcasts).all();
    expect(rows().map(({ lifeCycle }) => lifeCycle)).toEqual(Array.from({ length: count }, () => "live"));
    await vi.advanceTimersByTimeAsync(DAY_MS - HOUR_MS - MINUTE_MS);
    expect(usedUnits(studio.services)).toBeLessThan(8000);
    expect(usedUnits(studio.services)).toBeGreaterThan(6000);
    expect(reads.size).toBe(count);
    for (const { checkedAt } of rows()) expect(Date.now() - (checkedAt?.getTime() ?? 0)).toBeLessThan(HOUR_MS);
    stopAll();
    await vi.advanceTimersByTimeAsync(MINUTE_MS / 2);
    expect(rows().map(({ endedAt, lifeCycle }) => [lifeCycle, endedAt !== null])).toEqual(
      Array.from({ length: count }, () => ["complete", true]),
    );
    expect(usedUnits(studio.services)).toBeLessThan(8000);
  },
);
