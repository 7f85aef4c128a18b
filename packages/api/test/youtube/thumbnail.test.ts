import type { StreamId } from "@nightjar/contract";
import { streamSessions, streams, ytBroadcasts } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { youtubeSaid } from "../../src/plan/youtube-said.ts";
import { YouTubeError } from "../../src/youtube/reasons.ts";
import { setThumbnail } from "../../src/youtube/thumbnail.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";
import { onAir, withAccount } from "../support/given.ts";

const HOUR_MS = 60 * 60_000;
/** Noon in California. */
const START_MS = Date.UTC(2026, 10, 23, 20);
const NOT_TAKEN = "The artwork is not the broadcast's picture at YouTube.";

let studio: Studio;
let id: StreamId;
let rowId = "";
let nowMs = START_MS;
let tries = 0;
beforeEach(async () => {
  studio = await openStudio();
  const { db } = studio.services;
  await withAccount(studio);
  ({ id } = await onAir(studio));
  const grantId = db.query.grants.findFirst().sync()?.id ?? null;
  db.update(streams).set({ ytConnected: true, ytGrantId: grantId, ytLiveStreamId: "s1" }).where(eq(streams.id, id)).run();
  const sessionId = db.select().from(streamSessions).get()?.id ?? null;
  const row = { mark: "m", title: "Night", description: "", privacy: "public" as const, ytStreamId: "s1", ytBroadcastId: "b1" };
  rowId = db
    .insert(ytBroadcasts)
    .values({ ...row, streamId: id, sessionId, grantId, lifeCycle: "live" })
    .returning()
    .get().id;
  nowMs = START_MS;
  tries = 0;
  choose("a");
});
afterEach(() => studio.close());

/** null: none. */
function choose(digit: string | null): void {
  const artworkUrl = digit && `/api/files/artwork/${digit.repeat(64)}.jpg`;
  studio.services.db.update(streams).set({ artworkUrl }).where(eq(streams.id, id)).run();
}
/** From now on YouTube says so; null: it takes the picture. */
function answer(error: Error | null): void {
  studio.ports.youtube.setThumbnail = async () => {
    tries += 1;
    if (error) throw error;
  };
}
const refuse = (reason: string, status: number) => answer(new YouTubeError(reason, status));
/** One round of asking, after so many hours. @returns how often it was tried so far */
async function round(hours = 0): Promise<number> {
  studio.ports.clock.set((nowMs += hours * HOUR_MS));
  await setThumbnail(studio.services, rowId);
  return tries;
}
const told = () => youtubeSaid(studio.services.db, id)?.artworkNotice;
const notice = () => youtubeSaid(studio.services.db, id)?.notice;

describe("an artwork that is not the broadcast's picture", () => {
  it.each([
    ["forbidden", 403, "Verify this one by phone at www.youtube.com/verify"],
    ["invalidImage", 400, "Choose another artwork."],
    ["mediaBodyRequired", 400, "Choose another artwork."],
    ["uploadTooLarge", 413, "Choose another artwork."],
    ["", 415, "Choose another artwork."],
    ["accessNotConfigured", 403, "Switch it on in the Google Cloud console."],
    ["never heard of", 400, "look into YouTube Studio"],
  ])("for good (%s, %i) is told with what to do, and not tried again before another is chosen", async (reason, status, sentence) => {
    refuse(reason, status);
    expect(await round()).toBe(1);
    expect(told()).toContain(`${NOT_TAKEN} `);
    expect(told()).toContain(sentence);
    expect([await round(1), await round(48)]).toEqual([1, 1]);
    answer(null);
    choose("b");
    expect([await round(), told()]).toEqual([2, null]);
    expect(await round(48)).toBe(2);
  });

  it.each([
    ["backendError", 500, "trouble of its own"],
    ["unreachable", 503, "internet connection"],
    ["rateLimitExceeded", 403, "slow down"],
    ["uploadRateLimitExceeded", 429, "too many pictures"],
    ["insufficientPermissions", 403, "Connect again and allow it."],
    ["videoNotFound", 404, "YouTube does not find the broadcast. It is tried again by itself."],
  ])("in passing (%s, %i) is told, tried a few times a day, and told no more once it is taken", async (reason, status, sentence) => {
    refuse(reason, status);
    expect(await round()).toBe(1);
    expect(told()).toContain(`${NOT_TAKEN} `);
    expect(told()).toContain(sentence);
    const triedAt: number[] = [];
    for (let hour = 1; hour <= 48; hour += 1) {
      const before = tries;
      if ((await round(1)) > before) triedAt.push(hour);
    }
    expect(triedAt).toEqual([1, 3, 7, 15, 27, 39]);
    answer(null);
    expect([await round(3), told()]).toEqual([8, null]);
    expect(await round(48)).toBe(8);
  });

  it("for want of quota is tried again once a new day has begun in California", async () => {
    refuse("quotaExceeded", 403);
    expect([await round(), await round(11)]).toEqual([1, 1]);
    expect(told()).toContain("after midnight in California");
    // Not to the second: YouTube may begin its day a moment late.
    expect([await round(1), await round(0.1)]).toEqual([1, 2]);
  });

  it("for want of quota just after midnight is tried again within the hour: at YouTube the day before may not be over yet", async () => {
    refuse("quotaExceeded", 403);
    // Six minutes past, and twelve.
    expect([await round(12.1), await round(0.1)]).toEqual([1, 1]);
    answer(null);
    expect([await round(0.1), told()]).toEqual([2, null]);
  });

  it("for want of quota of a day that ends before the answer is tried again as soon as the next one has begun", async () => {
    studio.ports.youtube.setThumbnail = async () => {
      tries += 1;
      studio.ports.clock.set((nowMs += 0.1 * HOUR_MS));
      throw new YouTubeError("quotaExceeded", 403);
    };
    expect(await round(11.95)).toBe(1);
    answer(null);
    expect([await round(), told()]).toEqual([2, null]);
  });

  it("is told beside what else stands in the way, and not once the stream has no artwork any more", async () => {
    refuse("forbidden", 403);
    await round();
    studio.services.db.update(ytBroadcasts).set({ notice: "Connect again." }).run();
    expect([notice(), told()]).toEqual(["Connect again.", expect.stringContaining(NOT_TAKEN)]);
    studio.services.db.update(ytBroadcasts).set({ notice: null }).run();
    expect([notice(), told()]).toEqual([null, expect.stringContaining(NOT_TAKEN)]);
    choose(null);
    expect([await round(), told()]).toEqual([1, null]);
  });

  it("because its file cannot be read is told so", async () => {
    answer(Object.assign(new Error("no such file"), { code: "ENOENT" }));
    expect([await round(), await round(48)]).toEqual([1, 1]);
    expect(told()).toContain("Choose the artwork again.");
  });
});
