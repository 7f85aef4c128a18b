import { streams, ytBroadcasts } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { commit } from "../../src/changes.ts";
import { youtubeSaid } from "../../src/plan/youtube-said.ts";
import { youtubeStatus } from "../../src/youtube/broadcast-verbs.ts";
import { ensureRows } from "../../src/youtube/next-broadcast.ts";
import { YouTubeError } from "../../src/youtube/reasons.ts";
import { openRowsOf } from "../../src/youtube/rows.ts";
import { broadcastThere, withBroadcast } from "../support/at-youtube.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";

const ROLL_OVER_HOURS = 11;
const ROLL_OVER_MS = ROLL_OVER_HOURS * 3_600_000;

let studio: Studio;
beforeEach(async () => void (studio = await openStudio()));
afterEach(() => studio.close());

it("where YouTube refuses the next broadcast, on-air and the card of the one that is live tell it, after what is told of that one, until it is made", async () => {
  const begunAt = new Date(Date.now() - ROLL_OVER_MS);
  const { id, rowId } = await withBroadcast(studio, { createdAt: begunAt, liveAt: begunAt });
  const { broadcasts, db } = studio.services;
  db.update(streams).set({ ytRollOverHours: ROLL_OVER_HOURS }).run();
  commit(studio.services, (tx) => ensureRows(tx, new Date()));
  const next = openRowsOf(db, id).at(-1)?.id ?? "";
  const refusal = new YouTubeError("liveStreamingNotEnabled", 403);
  studio.ports.youtube.insertBroadcast = async () => {
    throw refusal;
  };
  const told = async () => [youtubeSaid(db, id)?.notice, (await studio.callVerb(youtubeStatus, { streamId: id })).notice];
  expect(await told()).toEqual([null, null]);
  expect(await broadcasts.advance(next)).toMatchObject({ step: "insert" });
  expect(await told()).toEqual([refusal.message, refusal.message]);
  expect(youtubeSaid(db, id)).toMatchObject({ watchUrl: "https://www.youtube.com/watch?v=b1", lifeCycleStatus: "live" });
  const tellOfLive = (notice: string | null) => db.update(ytBroadcasts).set({ notice }).where(eq(ytBroadcasts.id, rowId)).run();
  tellOfLive("It is not received.");
  expect(await told()).toEqual(["It is not received.", "It is not received."]);
  tellOfLive(null);
  studio.ports.youtube.insertBroadcast = async () => broadcastThere({ id: "b2", lifeCycle: "created", boundStreamId: null });
  await broadcasts.advance(next);
  expect(await told()).toEqual([null, null]);
});
