import { streams, ytBroadcasts } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { stopStream } from "../../src/streams/start-stop.ts";
import { youtubeStatus } from "../../src/youtube/broadcast-verbs.ts";
import { pollAccount, pollViewers, settledByGrant } from "../../src/youtube/poll.ts";
import { YouTubeError } from "../../src/youtube/reasons.ts";
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
