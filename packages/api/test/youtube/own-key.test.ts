import { auditLog, grants, streams, ytBroadcasts } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { setupYoutube } from "../../src/youtube/channels.ts";
import { FIND_APART_MS, MISSING_APART_MS } from "../../src/youtube/machine.ts";
import { pollAccount, settledByGrant } from "../../src/youtube/poll.ts";
import { YouTubeError } from "../../src/youtube/reasons.ts";
import { broadcastThere, streamThere, withBroadcast } from "../support/at-youtube.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";
import { withAccount } from "../support/given.ts";

const START_MS = Date.UTC(2026, 10, 23, 12);

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
  studio.ports.clock.set(START_MS);
});
afterEach(() => studio.close());

const row = () => studio.services.db.select().from(ytBroadcasts).get();
const keysSentTo = () =>
  studio.services.db.query.destinations
    .findMany()
    .sync()
    .filter(({ kind }) => kind === "youtube")
    .map(({ streamKeySealed }) => studio.services.secrets.open(streamKeySealed));
const doneByItself = () =>
  studio.services.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.requestId, "self-heal"))
    .all()
    .map(({ action }) => action);

describe("setting a channel up", () => {
  it("makes one key, also where two ask at once", async () => {
    const { id } = await withAccount(studio);
    let made = 0;
    const { insertStream } = studio.ports.youtube;
    studio.ports.youtube.insertStream = (...args) => {
      made += 1;
      return insertStream(...args);
    };
    await Promise.all([1, 2].map(() => studio.callVerb(setupYoutube, { id, channelId: "UC1" })));
    expect([made, keysSentTo().length]).toEqual([1, 1]);
  });

  it("stores nothing where the stream was connected to another account meanwhile", async () => {
    const { id } = await withAccount(studio);
    const { db, secrets } = studio.services;
    studio.ports.youtube.ownStreams = async () => {
      const other = { service: "google", account: "UC2", accessTokenSealed: secrets.seal("other") } as const;
      db.update(streams)
        .set({ ytGrantId: db.insert(grants).values(other).returning().get().id })
        .run();
      return { items: [streamThere({ description: `[nightjar ${id}]` })], next: null };
    };
    expect(await studio.refusal(setupYoutube, { id, channelId: "UC1" })).toMatchObject({ code: "conflict" });
    expect([db.select().from(streams).get()?.ytConnected, keysSentTo()]).toEqual([false, []]);
  });
});

describe("a key that was changed at YouTube", () => {
  it("before the broadcast was live is sent to at once", async () => {
    const { rowId } = await withBroadcast(studio, { lifeCycle: "ready", streamStatus: "ready" });
    studio.ports.youtube.broadcasts = async () => [broadcastThere({ lifeCycle: "ready" })];
    studio.ports.youtube.streams = async () => [streamThere({ status: "ready", streamName: "another" })];
    await studio.services.broadcasts.advance(rowId);
    expect(keysSentTo()).toEqual(["another"]);
  });
});

describe("a key that is gone at YouTube", () => {
  const gone = (id: string) => {
    studio.ports.youtube.streams = async () => [];
    studio.ports.youtube.ownStreams = async () => ({ items: [], next: null });
    studio.ports.youtube.insertStream = async () => streamThere({ id: "s2", streamName: "new", description: `[nightjar ${id}]` });
  };

  it("is made anew where the broadcast could not be bound to it, which is then bound to the new one", async () => {
    const { id, rowId } = await withBroadcast(studio, { lifeCycle: "created", isBound: false });
    gone(id);
    studio.ports.youtube.bindBroadcast = async (_token, _id, to) => {
      if (to === "s1") throw new YouTubeError("liveStreamNotFound", 404);
      return broadcastThere({ lifeCycle: "ready", boundStreamId: to });
    };
    const steps: unknown[] = [];
    for (let step = 0; step < 3; step += 1) steps.push(await studio.services.broadcasts.advance(rowId));
    expect(steps).toEqual([
      { step: "bind", consequence: "keyless" },
      { step: "rekey", consequence: null },
      { step: "bind", consequence: null },
    ]);
    expect(row()).toMatchObject({ ytStreamId: "s2", isBound: true, lifeCycle: "ready", endedAt: null });
    expect([keysSentTo(), doneByItself()]).toEqual([["new"], ["youtube.newKey"]]);
  });

  const poll = async () => {
    for (const [grant, rows] of settledByGrant(studio.services)) await pollAccount(studio.services, grant, rows);
  };

  it("while the broadcast is live is seen by the poll, and that broadcast, which cannot be bound again, gives way to another", async () => {
    const { id, rowId } = await withBroadcast(studio);
    gone(id);
    studio.ports.youtube.broadcasts = async () => [broadcastThere()];
    await poll();
    expect(settledByGrant(studio.services).size).toBe(0);
    studio.ports.clock.set(START_MS + MISSING_APART_MS - 1);
    expect(await studio.services.broadcasts.advance(rowId)).toEqual({ step: "rekey", consequence: null });
    expect([row()?.ytStreamId, doneByItself()]).toEqual(["s1", []]);
    studio.ports.clock.set(START_MS + MISSING_APART_MS);
    expect(await studio.services.broadcasts.advance(rowId)).toEqual({ step: "rekey", consequence: null });
    studio.ports.youtube.transitionBroadcast = async () => broadcastThere({ lifeCycle: "complete" });
    expect(await studio.services.broadcasts.advance(rowId)).toEqual({ step: "complete", consequence: null });
    expect([keysSentTo(), studio.services.db.select().from(streams).where(eq(streams.id, id)).get()?.ytLiveStreamId]).toEqual([
      ["new"],
      "s2",
    ]);
  });

  it("only in one answer of a poll is there still, however little the account's own tell, and the broadcast stays live", async () => {
    const { id, rowId } = await withBroadcast(studio, { streamStatus: "active" });
    gone(id);
    studio.ports.youtube.broadcasts = async () => [broadcastThere()];
    await poll();
    studio.ports.youtube.streams = async () => [streamThere()];
    studio.ports.clock.set(START_MS + MISSING_APART_MS);
    await studio.services.broadcasts.advance(rowId);
    expect(row()).toMatchObject({ ytStreamId: "s1", lifeCycle: "live", streamStatus: "active", missingSince: null });
    expect([settledByGrant(studio.services).size, doneByItself()]).toEqual([1, []]);
  });

  it("in two answers gives way to another, under which the broadcast is bound anew and has left out nothing yet", async () => {
    const missingSince = new Date(START_MS - MISSING_APART_MS);
    const { id, rowId } = await withBroadcast(studio, { lifeCycle: "ready", streamStatus: "missing", missingSince });
    gone(id);
    expect(await studio.services.broadcasts.advance(rowId)).toEqual({ step: "rekey", consequence: null });
    expect(row()).toMatchObject({ ytStreamId: "s2", isBound: false, streamStatus: null, missingSince: null });
  });

  it("only in one answer, and is among the account's own, stays as it is", async () => {
    const { id, rowId } = await withBroadcast(studio, { streamStatus: "missing" });
    studio.ports.youtube.ownStreams = async () => ({ items: [streamThere({ description: `[nightjar ${id}]` })], next: null });
    await studio.services.broadcasts.advance(rowId);
    expect(row()).toMatchObject({ ytStreamId: "s1", isBound: true, streamStatus: null });
    expect([settledByGrant(studio.services).size, doneByItself()]).toEqual([1, []]);
  });
});

describe("a broadcast whose making nobody answered", () => {
  it("is asked for again only where it was not among the account's two times, half a minute apart", async () => {
    const { rowId } = await withBroadcast(studio, { ytBroadcastId: null, lifeCycle: null, isBound: false });
    const pages: (string | null)[] = [];
    studio.ports.youtube.ownBroadcasts = async (_token, page) => {
      pages.push(page);
      return { items: [broadcastThere({ id: "other", description: "of somebody else" })], next: page === null ? "second" : null };
    };
    const find = () => studio.services.broadcasts.advance(rowId);
    await find();
    studio.ports.clock.set(START_MS + FIND_APART_MS - 1);
    await find();
    expect([row()?.isAsked, pages]).toEqual([true, [null, "second", null, "second"]]);
    studio.ports.clock.set(START_MS + FIND_APART_MS);
    await find();
    expect(row()?.isAsked).toBe(false);
  });
});

describe("a broadcast that an answer leaves out", () => {
  beforeEach(() => {
    studio.ports.youtube.streams = async () => [streamThere()];
  });
  const look = (rowId: string) => studio.services.broadcasts.advance(rowId);
  const poll = async () => {
    for (const [grant, rows] of settledByGrant(studio.services)) await pollAccount(studio.services, grant, rows);
  };

  it("once is there still, and none is made in its place", async () => {
    await withBroadcast(studio);
    studio.ports.youtube.broadcasts = async () => [];
    await poll();
    expect(row()).toMatchObject({ lifeCycle: "live", endedAt: null });
    studio.ports.youtube.broadcasts = async () => [broadcastThere()];
    await poll();
    studio.ports.youtube.broadcasts = async () => [];
    studio.ports.clock.set(START_MS + MISSING_APART_MS);
    await poll();
    expect(row()).toMatchObject({ lifeCycle: "live", endedAt: null });
  });

  it("two times, far enough apart, is gone, and another takes its place", async () => {
    const { rowId } = await withBroadcast(studio);
    studio.ports.youtube.broadcasts = async () => [];
    await poll();
    studio.ports.clock.set(START_MS + MISSING_APART_MS - 1);
    await poll();
    expect(row()?.lifeCycle).toBe("live");
    studio.ports.clock.set(START_MS + MISSING_APART_MS);
    await poll();
    expect(row()?.lifeCycle).toBe("missing");
    expect(await look(rowId)).toEqual({ step: "renew", consequence: null });
  });

  it("a moment after it was made is waited for", async () => {
    const { rowId } = await withBroadcast(studio, { lifeCycle: "ready", streamStatus: null });
    studio.ports.youtube.broadcasts = async () => [];
    expect(await look(rowId)).toEqual({ step: "watch", consequence: null });
    studio.ports.youtube.broadcasts = async () => [broadcastThere({ lifeCycle: "ready" })];
    await look(rowId);
    expect(row()).toMatchObject({ lifeCycle: "ready", streamStatus: "active", missingSince: null, endedAt: null });
  });
});

describe("what could not be read", () => {
  it("is told until it can be read again, and what could not be done until it is done", async () => {
    const { rowId } = await withBroadcast(studio, { lifeCycle: "ready", streamStatus: "inactive" });
    const { broadcasts } = studio.services;
    studio.ports.youtube.streams = async () => [streamThere({ status: "inactive" })];
    studio.ports.youtube.broadcasts = async () => {
      throw new YouTubeError("backendError", 503);
    };
    await broadcasts.advance(rowId);
    expect(row()?.notice).not.toBeNull();
    studio.ports.youtube.broadcasts = async () => [broadcastThere({ lifeCycle: "ready" })];
    await broadcasts.advance(rowId);
    expect(row()?.notice).toBeNull();
    studio.services.db.update(ytBroadcasts).set({ streamStatus: "active" }).run();
    studio.ports.youtube.transitionBroadcast = async () => {
      throw new YouTubeError("liveStreamingNotEnabled", 403);
    };
    await broadcasts.advance(rowId);
    studio.services.db.update(ytBroadcasts).set({ streamStatus: "inactive" }).run();
    await broadcasts.advance(rowId);
    expect(row()?.notice).toContain("Live streaming is not switched on");
  });
});

describe("a broadcast that has ended under us", () => {
  it("is told, and so is that nobody watches it any more", async () => {
    const { rowId } = await withBroadcast(studio, { lifeCycle: "revoked" });
    const told: string[] = [];
    studio.services.live.subscribe((event) => void (event.type === "changed" && told.push(event.entity)));
    expect(await studio.services.broadcasts.advance(rowId)).toEqual({ step: "renew", consequence: null });
    expect([doneByItself(), told.includes("streams")]).toEqual([["youtube.renew"], true]);
  });
});

describe("an account with more live broadcasts than one call takes", () => {
  it("is asked in several, and none of them passes for gone", async () => {
    const { id } = await withBroadcast(studio);
    const { db } = studio.services;
    const { id: _id, ...one } = row() ?? { id: "" };
    for (let count = 0; count < 50; count += 1) {
      if ("mark" in one)
        db.insert(ytBroadcasts)
          .values({ ...one, mark: `m${count}`, ytBroadcastId: `c${count}` })
          .run();
    }
    const asked: number[] = [];
    studio.ports.youtube.broadcasts = async (_token, ids) => {
      asked.push(ids.length);
      return ids.map((each) => broadcastThere({ id: each }));
    };
    studio.ports.youtube.streams = async () => [streamThere()];
    for (const [grant, rows] of settledByGrant(studio.services)) await pollAccount(studio.services, grant, rows);
    const states = db.select().from(ytBroadcasts).where(eq(ytBroadcasts.streamId, id)).all();
    expect([asked, new Set(states.map(({ lifeCycle }) => lifeCycle))]).toEqual([[50, 1], new Set(["live"])]);
  });
});
