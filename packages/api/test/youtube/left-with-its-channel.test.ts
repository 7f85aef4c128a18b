import type { StreamId } from "@nightjar/contract";
import { grants, streamSessions, streams, ytBroadcasts } from "@nightjar/db";
import { isNotNull } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { GrantError, type GrantFailure } from "../../src/grants/grant-error.ts";
import { youtubeStatus } from "../../src/youtube/broadcast-verbs.ts";
import { setupYoutube } from "../../src/youtube/channels.ts";
import { broadcastThere, streamThere, withBroadcast } from "../support/at-youtube.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";
import { refusing } from "../support/youtube-clock.ts";

let studio: Studio;
beforeEach(async () => void (studio = await openStudio()));
afterEach(() => studio.close());

const row = () => studio.services.db.select().from(ytBroadcasts).get();

describe("a broadcast that was left with its channel", () => {
  /** By Disconnect, of one of the streams that go by its account, or of the only one. */
  function leave(isLast: boolean): void {
    const { db } = studio.services;
    db.update(streams).set({ ytConnected: false, ytGrantId: null, ytLiveStreamId: null }).run();
    if (isLast) db.update(grants).set({ endedAt: new Date() }).run();
  }
  function letIn(failure: GrantFailure | null): void {
    studio.services.accessTokens.of = async () => {
      if (failure) throw new GrantError(failure, "Connect again.");
      return "token";
    };
  }
  const notice = async (id: StreamId) => (await studio.callVerb(youtubeStatus, { streamId: id })).notice;

  it("is ended later where Google does not take the studio for now", async () => {
    const { rowId } = await withBroadcast(studio);
    leave(true);
    letIn("refused");
    expect(await studio.services.broadcasts.advance(rowId)).toEqual({ step: "complete", consequence: "reconnect" });
    expect(row()?.endedAt).toBeNull();
  });

  it("is not given up while another stream goes by its account, which somebody may connect again", async () => {
    const { id, rowId } = await withBroadcast(studio);
    leave(false);
    letIn("lost");
    expect(await studio.services.broadcasts.advance(rowId)).toEqual({ step: "complete", consequence: "reconnect" });
    expect([row()?.endedAt, await notice(id)]).toEqual([null, expect.stringMatching(/watch\?v=b1 is not ended yet\. Connect again\./u)]);
    letIn(null);
    studio.ports.youtube.transitionBroadcast = async () => broadcastThere({ lifeCycle: "complete" });
    for (let step = 0; step < 2; step += 1) await studio.services.broadcasts.advance(rowId);
    expect([row()?.lifeCycle, await notice(id)]).toEqual(["complete", null]);
  });

  it.each([
    ["authError", 401],
    ["insufficientPermissions", 403],
  ])("is not given up for %s, by which YouTube refuses a token that Google has given: the next try ends it", async (reason, status) => {
    const { id, rowId } = await withBroadcast(studio);
    leave(true);
    letIn(null);
    studio.ports.youtube.transitionBroadcast = refusing(reason, status);
    expect(await studio.services.broadcasts.advance(rowId)).toEqual({ step: "complete", consequence: "reconnect" });
    expect([row()?.endedAt, await notice(id)]).toEqual([null, expect.stringMatching(/watch\?v=b1 is not ended yet\./u)]);
    studio.ports.youtube.transitionBroadcast = async () => broadcastThere({ lifeCycle: "complete" });
    for (let step = 0; step < 2; step += 1) await studio.services.broadcasts.advance(rowId);
    expect([row()?.lifeCycle, await notice(id)]).toEqual(["complete", null]);
  });

  it("is not given up where its account was connected again while Google was asked", async () => {
    const { rowId } = await withBroadcast(studio);
    leave(true);
    const { db } = studio.services;
    studio.services.accessTokens.of = async () => {
      const { id: grantId } = db.insert(grants).values({ service: "google", accessTokenSealed: "new" }).returning().get();
      db.update(ytBroadcasts).set({ grantId }).run();
      db.delete(grants).where(isNotNull(grants.endedAt)).run();
      throw new GrantError("lost", "Connect again.");
    };
    expect(await studio.services.broadcasts.advance(rowId)).toEqual({ step: "complete", consequence: "reconnect" });
    expect(row()?.endedAt).toBeNull();
  });

  it("is given up where Google does not let the studio in any more, and that it may still be live is told", async () => {
    const { id, rowId } = await withBroadcast(studio);
    leave(true);
    letIn("lost");
    await studio.services.broadcasts.advance(rowId);
    expect(row()?.endedAt).not.toBeNull();
    expect(await notice(id)).toMatch(/watch\?v=b1 .*end it in YouTube Studio/u);
  });

  it("and given up is ended once its channel is connected again, whose key it would show what is sent by", async () => {
    const { id, rowId } = await withBroadcast(studio);
    leave(true);
    letIn("lost");
    await studio.services.broadcasts.advance(rowId);
    const { db } = studio.services;
    db.update(streamSessions).set({ stoppedAt: new Date() }).run();
    letIn(null);
    db.update(streams)
      .set({ ytGrantId: db.insert(grants).values({ service: "google", accessTokenSealed: "new" }).returning().get().id })
      .run();
    db.delete(grants).where(isNotNull(grants.endedAt)).run();
    studio.ports.youtube.ownStreams = async () => ({ items: [streamThere({ description: `[nightjar ${id}]` })], next: null });
    await studio.callVerb(setupYoutube, { id, channelId: "UC1" });
    studio.ports.youtube.broadcasts = async () => [broadcastThere()];
    studio.ports.youtube.transitionBroadcast = async () => broadcastThere({ lifeCycle: "complete" });
    const steps: string[] = [];
    for (let step = 0; step < 3; step += 1) steps.push((await studio.services.broadcasts.advance(rowId)).step);
    expect([steps, row()?.lifeCycle]).toEqual([["look", "complete", "end"], "complete"]);
    await studio.callVerb(setupYoutube, { id, channelId: "UC1" });
    expect(row()?.endedAt).not.toBeNull();
  });
});
