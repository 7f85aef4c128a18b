import { grants, streams, ytBroadcasts } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listAttention } from "../../src/activity/attention.ts";
import { GrantError } from "../../src/grants/grant-error.ts";
import { youtubeSaid } from "../../src/plan/youtube-said.ts";
import { commit } from "../../src/changes.ts";
import { deleteStream } from "../../src/streams/delete-stream.ts";
import { startStream, stopStream } from "../../src/streams/start-stop.ts";
import { youtubeStatus } from "../../src/youtube/broadcast-verbs.ts";
import { ensureRows } from "../../src/youtube/next-broadcast.ts";
import { pollAccount, pollViewers, settledByGrant } from "../../src/youtube/poll.ts";
import { QUOTA, YouTubeError } from "../../src/youtube/reasons.ts";
import { openRowsOf } from "../../src/youtube/rows.ts";
import { broadcastThere, streamThere, withBroadcast } from "../support/at-youtube.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";

let studio: Studio;
beforeEach(async () => void (studio = await openStudio()));
afterEach(() => studio.close());

const refuse = (call: "transitionBroadcast" | "deleteBroadcast") => {
  studio.ports.youtube[call] = async () => {
    throw new YouTubeError("quotaExceeded", 403);
  };
};

describe("what YouTube refuses once its stream is off air", () => {
  it.each([
    ["complete", "live", "transitionBroadcast"],
    ["delete", "ready", "deleteBroadcast"],
  ] as const)("(%s) stands with its address on the channel's card, and no more once it is done", async (step, lifeCycle, call) => {
    const { id, rowId } = await withBroadcast(studio, { lifeCycle });
    const notice = async () => (await studio.callVerb(youtubeStatus, { streamId: id })).notice;
    refuse(call);
    await studio.callVerb(stopStream, { id });
    expect(await studio.services.broadcasts.advance(rowId)).toEqual({ step, consequence: "quota" });
    expect(await notice()).toMatch(/watch\?v=b1 is not ended yet.*midnight in California/u);
    studio.ports.youtube.transitionBroadcast = async () => broadcastThere({ lifeCycle: "complete" });
    studio.ports.youtube.deleteBroadcast = async () => undefined;
    await studio.services.broadcasts.advance(rowId);
    await studio.services.broadcasts.advance(rowId);
    expect(studio.services.db.select().from(ytBroadcasts).get()?.endedAt).not.toBeNull();
    expect(await notice()).toBeNull();
  });

  it("is not told where somebody has deleted it at YouTube: it is as it was to be, and none is made in its place", async () => {
    const { id, rowId } = await withBroadcast(studio);
    studio.ports.youtube.transitionBroadcast = async () => {
      throw new YouTubeError("liveBroadcastNotFound", 404);
    };
    await studio.callVerb(stopStream, { id });
    expect(await studio.services.broadcasts.advance(rowId)).toEqual({ step: "complete", consequence: "gone" });
    expect((await studio.callVerb(youtubeStatus, { streamId: id })).notice).toBeNull();
  });

  it("is told apart from what could not be said of the broadcast before: that keeps it from nothing", async () => {
    const refused = { name: "title", said: "Dawn", why: new YouTubeError("quotaExceeded", 403).message } as const;
    const { id, rowId } = await withBroadcast(studio, { refusedTexts: [refused] });
    const notice = async () => (await studio.callVerb(youtubeStatus, { streamId: id })).notice;
    refuse("transitionBroadcast");
    await studio.callVerb(stopStream, { id });
    expect(await notice()).toBeNull();
    const told: string[] = [];
    studio.services.live.subscribe((event) => void (event.type === "changed" && told.push(event.id)));
    await studio.services.broadcasts.advance(rowId);
    expect(told).toContain(id);
    expect(await notice()).toMatch(/b1 is not ended yet.*midnight in California/u);
  });

  it("(Disconnect) is told to whoever looks at the card, although the stream has no channel any more", async () => {
    const { id, rowId } = await withBroadcast(studio);
    refuse("transitionBroadcast");
    studio.services.db.update(streams).set({ ytConnected: false, ytLiveStreamId: null }).run();
    const told: string[] = [];
    studio.services.live.subscribe((event) => void (event.type === "changed" && told.push(event.id)));
    await studio.services.broadcasts.advance(rowId);
    expect(told).toContain(id);
    expect((await studio.callVerb(youtubeStatus, { streamId: id })).notice).toContain("midnight in California");
  });
});

describe("a Start before the broadcast before it is ended", () => {
  /** Stopped and started again, while YouTube refuses both to end the broadcast before and to make the next one. */
  async function startedAgain() {
    const { id, rowId } = await withBroadcast(studio);
    refuse("transitionBroadcast");
    await studio.callVerb(stopStream, { id });
    await studio.services.broadcasts.advance(rowId);
    await studio.callVerb(startStream, { id, privacy: "private" });
    const { db } = studio.services;
    commit(studio.services, (tx) => ensureRows(tx, new Date()));
    const next = openRowsOf(db, id).find((row) => row.id !== rowId)?.id ?? "";
    const told = async () => [youtubeSaid(db, id)?.notice, (await studio.callVerb(youtubeStatus, { streamId: id })).notice];
    return { id, rowId, next, told };
  }
  const LEFT = "The broadcast at https://www.youtube.com/watch?v=b1 is not ended yet: what is sent now is seen there too.";

  it("is told on the card and in on-air, with the address and that what is sent is seen there too, until it is ended", async () => {
    const { rowId, told } = await startedAgain();
    expect(await told()).toEqual([`${LEFT} ${QUOTA}`, `${LEFT} ${QUOTA}`]);
    studio.ports.youtube.transitionBroadcast = async () => broadcastThere({ lifeCycle: "complete" });
    for (let step = 0; step < 2; step += 1) await studio.services.broadcasts.advance(rowId);
    expect(await told()).toEqual([null, null]);
  });

  it("hides nothing of what is told of the next one, nor that of it", async () => {
    const { next, told } = await startedAgain();
    const refusal = new YouTubeError("liveStreamingNotEnabled", 403);
    studio.ports.youtube.insertBroadcast = async () => {
      throw refusal;
    };
    await studio.services.broadcasts.advance(next);
    const both = `${refusal.message} ${LEFT} ${QUOTA}`;
    expect(await told()).toEqual([both, both]);
  });

  it("is told in on-air also while the next one is not made, and passes for no broadcast of this run", async () => {
    const { id, next } = await startedAgain();
    const { db } = studio.services;
    db.update(ytBroadcasts)
      .set({ endedAt: new Date(), lifeCycle: "complete", notice: "The next one is made later." })
      .where(eq(ytBroadcasts.id, next))
      .run();
    expect(youtubeSaid(db, id)).toMatchObject({
      watchUrl: null,
      lifeCycleStatus: null,
      notice: `The next one is made later. ${LEFT} ${QUOTA}`,
    });
  });

  it("is told on the card also while Google lets the studio in no more", async () => {
    const { told } = await startedAgain();
    studio.services.db.update(grants).set({ lostAt: new Date() }).run();
    expect((await told())[1]).toMatch(/^Google does not let the studio in any more\..*watch\?v=b1 is not ended yet/u);
  });
});

describe("a broadcast whose stream was deleted before it was ended", () => {
  const DAY_MS = 24 * 60 * 60_000;
  const told = async () => (await studio.callVerb(listAttention, undefined)).map(({ kind, text }) => `${kind}: ${text}`);

  it("is told on the dashboard with its address until it is ended", async () => {
    const { id, rowId } = await withBroadcast(studio);
    refuse("transitionBroadcast");
    await studio.callVerb(deleteStream, { id });
    expect(await told()).toEqual([]);
    expect(await studio.services.broadcasts.advance(rowId)).toEqual({ step: "complete", consequence: "quota" });
    const address = "https://www.youtube.com/watch?v=b1";
    expect(await told()).toEqual([`broadcast: The broadcast at ${address} belongs to no stream any more and is not ended yet. ${QUOTA}`]);
    studio.ports.youtube.transitionBroadcast = async () => broadcastThere({ lifeCycle: "complete" });
    for (let step = 0; step < 2; step += 1) await studio.services.broadcasts.advance(rowId);
    expect(await told()).toEqual([]);
  });

  it("and was given up is told there for a week: nobody here hears of its end", async () => {
    const { id, rowId } = await withBroadcast(studio);
    const endMs = studio.services.clock.nowMs();
    studio.ports.clock.set(endMs);
    studio.services.accessTokens.of = async () => {
      throw new GrantError("lost", "Connect again.");
    };
    await studio.callVerb(deleteStream, { id });
    studio.services.db.update(grants).set({ endedAt: new Date() }).run();
    await studio.services.broadcasts.advance(rowId);
    studio.ports.clock.set(endMs + 7 * DAY_MS - 1);
    expect(await told()).toEqual([expect.stringMatching(/^broadcast: .*watch\?v=b1 .*end it in YouTube Studio/u)]);
    studio.ports.clock.set(endMs + 7 * DAY_MS);
    expect(await told()).toEqual([]);
  });
});

it("a poll that was under way when its broadcast ended says no more of it: what is completed was not given up, and nobody watches it", async () => {
  const { id } = await withBroadcast(studio);
  const { db } = studio.services;
  studio.ports.youtube.broadcasts = async () => [broadcastThere()];
  studio.ports.youtube.streams = async () => [streamThere()];
  studio.ports.youtube.viewers = async () => {
    // Disconnect, and YouTube has completed it.
    db.update(streams).set({ ytConnected: false, ytLiveStreamId: null }).run();
    db.update(ytBroadcasts).set({ lifeCycle: "complete", endedAt: new Date() }).run();
    return new Map([["b1", 7]]);
  };
  for (const [grant, rows] of settledByGrant(studio.services)) {
    await pollAccount(studio.services, grant, rows);
    await pollViewers(studio.services, grant, rows);
  }
  expect(db.select().from(ytBroadcasts).all()).toMatchObject([{ lifeCycle: "complete", viewers: null }]);
  expect(db.select().from(streams).where(eq(streams.id, id)).get()).toMatchObject({ viewerCount: 0 });
  expect((await studio.callVerb(youtubeStatus, { streamId: id })).notice).toBeNull();
});
