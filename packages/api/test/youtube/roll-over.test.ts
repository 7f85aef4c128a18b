import type { StreamId } from "@nightjar/contract";
import { streams, ytBroadcasts } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commit } from "../../src/changes.ts";
import { youtubeSaid } from "../../src/plan/youtube-said.ts";
import { stopStream } from "../../src/streams/start-stop.ts";
import { updateStream } from "../../src/streams/update-stream.ts";
import { updateBroadcast, youtubeStatus } from "../../src/youtube/broadcast-verbs.ts";
import { ensureRows } from "../../src/youtube/next-broadcast.ts";
import { pollAccount, settledByGrant } from "../../src/youtube/poll.ts";
import { YouTubeError } from "../../src/youtube/reasons.ts";
import { type Row, openRowsOf, readRow } from "../../src/youtube/rows.ts";
import { broadcastThere, streamThere, withBroadcast } from "../support/at-youtube.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";
import { youtubeThere } from "../support/youtube-clock.ts";

const ROLL_OVER_HOURS = 11;
const ROLL_OVER_MS = ROLL_OVER_HOURS * 3_600_000;

let studio: Studio;
beforeEach(async () => void (studio = await openStudio()));
afterEach(() => studio.close());

/** A broadcast that has been live for as long as its stream wants. */
async function longLive(): Promise<{ id: StreamId; rowId: string }> {
  const begunAt = new Date(Date.now() - ROLL_OVER_MS);
  const made = await withBroadcast(studio, { createdAt: begunAt, liveAt: begunAt });
  studio.services.db.update(streams).set({ ytRollOverHours: ROLL_OVER_HOURS }).run();
  return made;
}

/** The one that is to take over, before YouTube is asked for it. */
function makeNext(id: StreamId): Row {
  commit(studio.services, (tx) => ensureRows(tx, new Date()));
  const next = openRowsOf(studio.services.db, id).at(-1);
  if (next?.ytBroadcastId !== null) throw new Error("no next one was made");
  return next;
}

it("where YouTube refuses the next broadcast, on-air and the card of the one that is live tell it, after what is told of that one, until it is made", async () => {
  const { id, rowId } = await longLive();
  const { broadcasts, db } = studio.services;
  const { id: next } = makeNext(id);
  const refusal = new YouTubeError("liveStreamingNotEnabled", 403);
  studio.ports.youtube.broadcasts = async () => [broadcastThere()];
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

it.each([0, 12, 1.5, "11"])("after how many hours the next takes over is refused where it is none of 1 to 11 (%s)", async (hours) => {
  const { id } = await longLive();
  const refused = { code: "invalid-input", message: "A broadcast is followed by the next after 1 to 11 whole hours" };
  expect(await studio.refusal(updateStream, { id, ytRollOverHours: hours })).toMatchObject(refused);
  expect(studio.services.db.select().from(streams).where(eq(streams.id, id)).get()).toMatchObject({ ytRollOverHours: ROLL_OVER_HOURS });
});

/** As often as it takes from nothing to live, and once more. */
async function advanceOften(rowId: string): Promise<void> {
  for (let step = 0; step < 6; step += 1) await studio.services.broadcasts.advance(rowId);
}

describe("the next broadcast", () => {
  it("is made like the one that is live is by then, also where no poll has told of that", async () => {
    const { id } = await longLive();
    const { id: next } = makeNext(id);
    const far = youtubeThere(studio, [broadcastThere({ title: "Dawn", privacy: "private" })], [streamThere()]);
    expect(await studio.services.broadcasts.advance(next)).toEqual({ step: "insert", consequence: null });
    expect(far.broadcasts.get("b2")).toMatchObject({ title: "Dawn", privacy: "private" });
  });

  it("is not made, nor looked for, where the one that is live cannot be read: that is tried again", async () => {
    const { id, rowId } = await longLive();
    const { id: next } = makeNext(id);
    const far = youtubeThere(studio, [broadcastThere()], [streamThere()]);
    const { broadcasts } = studio.ports.youtube;
    studio.ports.youtube.broadcasts = async () => {
      throw new YouTubeError("backendError", 503);
    };
    expect(await studio.services.broadcasts.advance(next)).toEqual({ step: "insert", consequence: "again" });
    expect([...far.broadcasts.keys()]).toEqual(["b1"]);
    studio.ports.youtube.broadcasts = broadcasts;
    expect(await studio.services.broadcasts.advance(next)).toEqual({ step: "insert", consequence: null });
    expect([...far.broadcasts.keys(), readRow(studio.services.db, rowId)?.lifeCycle]).toEqual(["b1", "b2", "live"]);
  });

  it("is made under the title of the one that is live where YouTube takes what was said for no broadcast", async () => {
    const { id } = await longLive();
    const far = youtubeThere(studio, [broadcastThere()], [streamThere()]);
    far.invalidTitles.add("Dawn");
    await studio.callVerb(updateStream, { id, title: "Dawn" });
    const { id: next } = makeNext(id);
    const { broadcasts, db } = studio.services;
    for (const consequence of ["stuck", null]) expect(await broadcasts.advance(next)).toEqual({ step: "insert", consequence });
    expect(far.broadcasts.get("b2")).toMatchObject({ title: "Night", lifeCycle: "created" });
    expect(readRow(db, next)).toMatchObject({ title: "Night", refusedTexts: [{ name: "title", said: "Dawn" }] });
  });

  it("is not made where its stream is stopped while the one that is live is read", async () => {
    const { id } = await longLive();
    const { id: next } = makeNext(id);
    const far = youtubeThere(studio, [broadcastThere()], [streamThere()]);
    const { broadcasts } = studio.ports.youtube;
    studio.ports.youtube.broadcasts = async (...asked) => {
      await studio.callVerb(stopStream, { id });
      return broadcasts(...asked);
    };
    await studio.services.broadcasts.advance(next);
    expect([...far.broadcasts.keys()]).toEqual(["b1"]);
  });
});

describe("what is changed of the broadcast that is live", () => {
  it.each(["insertBroadcast", "transitionBroadcast"] as const)(
    "while YouTube refuses the next one (%s) is changed of that as well, before anybody sees it",
    async (call) => {
      const { id } = await longLive();
      const { id: next } = makeNext(id);
      const far = youtubeThere(studio, [broadcastThere()], [streamThere()]);
      const taken = { ...studio.ports.youtube };
      studio.ports.youtube[call] = async () => {
        throw new YouTubeError("concurrentBroadcastsExceedLimit", 403);
      };
      await advanceOften(next);
      await studio.callVerb(updateBroadcast, { id, title: "Dawn" });
      Object.assign(studio.ports.youtube, taken);
      await advanceOften(next);
      expect(far.broadcasts.get("b2")).toMatchObject({ lifeCycle: "live", title: "Dawn" });
    },
  );

  it("is what the next one is made with, also where one that was to take over has ended before it was live", async () => {
    const { id } = await longLive();
    const { id: ended } = makeNext(id);
    youtubeThere(studio, [broadcastThere()], [streamThere()]);
    studio.services.db.update(ytBroadcasts).set({ endedAt: new Date() }).where(eq(ytBroadcasts.id, ended)).run();
    await studio.callVerb(updateBroadcast, { id, title: "Dawn" });
    expect(makeNext(id)).toMatchObject({ title: "Dawn" });
  });
});

describe("what somebody changes in YouTube Studio of the broadcast that is live", () => {
  const CHANGED = { title: "Dawn", description: "Birds\n\n[nightjar m]", privacy: "private" };
  const poll = async () => {
    for (const [grant, rows] of settledByGrant(studio.services)) await pollAccount(studio.services, grant, rows);
  };

  it("is what the next one is made with, so that nobody sees that who is not to see this one", async () => {
    const { id } = await longLive();
    youtubeThere(studio, [broadcastThere(CHANGED)], [streamThere()]);
    await poll();
    expect(makeNext(id)).toMatchObject({ title: "Dawn", description: "Birds", privacy: "private" });
  });

  it.each(["complete", "revoked"] as const)(
    "is not taken from one that has ended (%s): the next is not unlisted because YouTube unlists what was live",
    async (lifeCycle) => {
      const { rowId } = await longLive();
      youtubeThere(studio, [broadcastThere({ lifeCycle, privacy: "unlisted" })], [streamThere()]);
      await poll();
      expect(readRow(studio.services.db, rowId)).toMatchObject({ lifeCycle, privacy: "public" });
    },
  );

  it("is what the next one is made with, also where it was changed and ended between two polls", async () => {
    const { rowId } = await longLive();
    youtubeThere(studio, [broadcastThere({ ...CHANGED, lifeCycle: "complete" })], [streamThere()]);
    await poll();
    expect(await studio.services.broadcasts.advance(rowId)).toEqual({ step: "renew", consequence: null });
    const { db } = studio.services;
    commit(studio.services, (tx) => ensureRows(tx, new Date()));
    expect(db.select().from(ytBroadcasts).all()).toMatchObject([
      { lifeCycle: "complete", title: "Dawn", privacy: "private" },
      { lifeCycle: null, title: "Dawn", description: "Birds", privacy: "private" },
    ]);
  });

  it("is not taken where something was said here since YouTube was asked: that is newer", async () => {
    const { id } = await longLive();
    youtubeThere(studio, [broadcastThere({ title: "Noon" })], [streamThere()]);
    const { broadcasts } = studio.ports.youtube;
    studio.ports.youtube.broadcasts = async (...asked) => {
      const answer = await broadcasts(...asked);
      studio.ports.youtube.broadcasts = broadcasts;
      await studio.callVerb(updateBroadcast, { id, title: "Dawn" });
      return answer;
    };
    await poll();
    expect(makeNext(id)).toMatchObject({ title: "Dawn" });
  });

  it("is changed as well of the next one where that waits already, before anybody sees it", async () => {
    const { id } = await longLive();
    const { id: next, mark } = makeNext(id);
    const far = youtubeThere(studio, [broadcastThere()], [streamThere()]);
    for (const step of ["insert", "bind"]) expect(await studio.services.broadcasts.advance(next)).toEqual({ step, consequence: null });
    far.become("b1", CHANGED);
    await poll();
    await advanceOften(next);
    expect(far.broadcasts.get("b2")).toMatchObject({ ...CHANGED, description: `Birds\n\n[nightjar ${mark}]`, lifeCycle: "live" });
  });

  it.each(["liveStarting", "live"] as const)(
    "is changed as well of the next one where that is on its way to live by then (YouTube answers that it is %s)",
    async (lifeCycle) => {
      const { id } = await longLive();
      const { id: next, mark } = makeNext(id);
      const far = youtubeThere(studio, [broadcastThere()], [streamThere()]);
      studio.ports.youtube.transitionBroadcast = async (_token, ytBroadcastId) => {
        far.become("b1", CHANGED);
        await poll();
        return far.become(ytBroadcastId, { lifeCycle });
      };
      const { broadcasts } = studio.services;
      for (const step of ["insert", "bind", "watch", "go-live"]) expect(await broadcasts.advance(next)).toMatchObject({ step });
      far.become("b2", { lifeCycle: "live" });
      for (const step of ["update", "watch"]) expect(await broadcasts.advance(next)).toEqual({ step, consequence: null });
      expect(far.broadcasts.get("b2")).toMatchObject({ ...CHANGED, description: `Birds\n\n[nightjar ${mark}]`, lifeCycle: "live" });
      const kept = { title: "Dawn", description: "Birds", privacy: "private", lifeCycle: "live", isToBeUpdated: false };
      expect(readRow(studio.services.db, next)).toMatchObject(kept);
    },
  );

  it("does not hold up the next one where that is going live by then and YouTube does not take it: that one is seen live, and takes over", async () => {
    const { id, rowId } = await longLive();
    const { id: next } = makeNext(id);
    const far = youtubeThere(studio, [broadcastThere()], [streamThere()]);
    const { transitionBroadcast } = studio.ports.youtube;
    studio.ports.youtube.transitionBroadcast = async (_token, ytBroadcastId) => {
      studio.ports.youtube.transitionBroadcast = transitionBroadcast;
      far.become("b1", { title: "Dawn" });
      await poll();
      return far.become(ytBroadcastId, { lifeCycle: "liveStarting" });
    };
    studio.ports.youtube.updateBroadcast = async () => {
      throw new YouTubeError("invalidTitle", 400);
    };
    const { broadcasts, db } = studio.services;
    for (const step of ["insert", "bind", "watch", "go-live"]) expect(await broadcasts.advance(next)).toMatchObject({ step });
    expect(readRow(db, next)).toMatchObject({ lifeCycle: "liveStarting", isToBeUpdated: true });
    expect(await broadcasts.advance(next)).toEqual({ step: "update", consequence: "stuck" });
    far.become("b2", { lifeCycle: "live" });
    for (const step of ["look", "update", "watch"]) expect(await broadcasts.advance(next)).toMatchObject({ step });
    expect(readRow(db, next)).toMatchObject({ lifeCycle: "live", isToBeUpdated: false });
    expect(await broadcasts.advance(rowId)).toEqual({ step: "complete", consequence: null });
    expect(far.broadcasts.get("b1")?.lifeCycle).toBe("complete");
  });
});
