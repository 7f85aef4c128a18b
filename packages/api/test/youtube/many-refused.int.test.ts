import type { GrantId } from "@nightjar/contract";
import { grants, ytBroadcasts } from "@nightjar/db";
import { describe, expect, it, vi } from "vitest";
import { changed, commit } from "../../src/changes.ts";
import { usedUnits } from "../../src/youtube/quota.ts";
import { YouTubeError } from "../../src/youtube/reasons.ts";
import { onAirAt, streamThere } from "../support/at-youtube.ts";
import { type FarYoutube, studioUnderClock, youtubeThere } from "../support/youtube-clock.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Midnight in California. */
const START_MS = Date.UTC(2026, 10, 2, 8);
const COUNT = 8;

const clock = studioUnderClock(START_MS);

const grant = (account: string): GrantId => {
  const { db, secrets } = clock.studio.services;
  return db
    .insert(grants)
    .values({ service: "google", account, accessTokenSealed: secrets.seal(account) })
    .returning()
    .get().id;
};

/** Streams of one account are on air, and what it asks for is refused so. */
function refusedAlike(refusal: () => YouTubeError | null): { far: FarYoutube; inserts: () => number; live: () => number } {
  const keys = Array.from({ length: COUNT + 1 }, (_, at) => streamThere({ id: `s${at}` }));
  const far = youtubeThere(clock.studio, [], keys);
  const { ports, services } = clock.studio;
  const insert = ports.youtube.insertBroadcast;
  let inserts = 0;
  ports.youtube.insertBroadcast = async (token, broadcast) => {
    const refused = token === "UC1" ? refusal() : null;
    if (token === "UC1") inserts += 1;
    if (refused !== null) throw refused;
    return insert(token, broadcast);
  };
  ports.youtube.ownBroadcasts = async () => ({ items: [...far.broadcasts.values()], next: null });
  const grantId = grant("UC1");
  for (let at = 0; at < COUNT; at += 1) onAirAt(clock.studio, grantId, `s${at}`);
  clock.follow();
  const live = () =>
    services.db
      .select()
      .from(ytBroadcasts)
      .all()
      .filter(({ lifeCycle }) => lifeCycle === "live").length;
  return { far, live, inserts: () => inserts };
}

describe("streams whose broadcasts are refused alike", () => {
  it.each([
    ["livePermissionBlocked", 403],
    ["backendError", 500],
  ])("take little of the day's quota together (%s)", async (reason, status) => {
    const { inserts } = refusedAlike(() => new YouTubeError(reason, status));
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    // Two tries each, and what one alone would try besides.
    expect(inserts()).toBeLessThan(2 * COUNT + 12);
    expect(usedUnits(clock.studio.services)).toBeLessThan(1500);
  });

  it("are all live within minutes once YouTube takes one of them again", async () => {
    let isDown = true;
    const { live } = refusedAlike(() => (isDown ? new YouTubeError("backendError", 503) : null));
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
    expect(live()).toBe(0);
    isDown = false;
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
    expect(live()).toBe(COUNT);
  });

  it("do not hold up one that is refused in another way, for a moment", async () => {
    const { far, live } = refusedAlike(() => new YouTubeError("livePermissionBlocked", 403));
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    const bind = clock.studio.ports.youtube.bindBroadcast;
    const untilMs = Date.now() + MINUTE_MS / 2;
    clock.studio.ports.youtube.bindBroadcast = async (token, id, streamId) => {
      if (Date.now() < untilMs) throw new YouTubeError("backendError", 503);
      return bind(token, id, streamId);
    };
    const other = grant("UC2");
    commit(clock.studio.services, (tx) => changed(tx, "streams", onAirAt(clock.studio, other, `s${COUNT}`), "never"));
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
    expect([live(), far.broadcasts.size]).toEqual([1, 1]);
  });
});
