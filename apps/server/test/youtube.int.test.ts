import { onAir as onAirSchema } from "@nightjar/contract";
import { openRows, pollAccount, pollViewers, setThumbnail, settledByGrant } from "@nightjar/api/testing";
import { rmSync } from "node:fs";
import type { StandIn } from "@nightjar/youtube-standin";
import { beforeEach, describe, expect, it } from "vitest";
import type { TestServer } from "./support/server.ts";
import { connected, consent, giveArtwork, newStream, studioGround } from "./support/youtube.ts";

const ground = studioGround();
const { states } = ground;
let far: StandIn;
let server: TestServer;
beforeEach(() => void ({ far, server } = ground.open()));

describe("setting a channel up", () => {
  it("lists the account's channels, gives the stream a key of its own once, and sends there", async () => {
    const id = await newStream(server);
    expect(await server.call("GET", `/api/youtube/channels/${id}`)).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining("Connect one first") },
    });
    expect((await consent(server, id)).text).toContain("youtube-auth-success");
    const channels = await server.call("GET", `/api/youtube/channels/${id}`);
    expect(channels.json).toEqual([{ id: "UC-moth", title: "Moth Radio", thumbnailUrl: "https://yt3.example/default.jpg" }]);
    const setUp = (body: object) => server.call("POST", `/api/youtube/setup-stream/${id}`, { body });
    expect(await setUp({})).toMatchObject({ status: 400, json: { message: "No channel selected." } });
    expect(await setUp({ channelId: "UC-wren" })).toMatchObject({
      status: 400,
      json: { message: expect.stringContaining("does not belong") },
    });
    expect((await setUp({ channelId: "UC-moth" })).status).toBe(200);
    expect((await setUp({ channelId: "UC-moth" })).status).toBe(200);
    expect([...far.world.streams.values()]).toMatchObject([{ isReusable: true }]);
    const stream = await server.call("GET", `/api/streams/${id}`);
    expect(stream.json).toMatchObject({ youtubeConnected: true, youtubeChannelName: "Moth Radio", connected: true, viewerCount: 0 });
    const [destination] = (await server.call("GET", `/api/streams/${id}/destinations`)).json as object[];
    expect(destination).toMatchObject({ kind: "youtube", rtmpUrl: "rtmp://127.0.0.1:1/live", streamKey: "set" });
  });

  it("gives each stream of an account a key of its own, and sends it there alone", async () => {
    const ids = [await connected(server, "One"), await connected(server, "Two")];
    const there = [...far.world.streams.values()];
    expect(there).toMatchObject([
      { isReusable: true, snippet: { title: "One" } },
      { isReusable: true, snippet: { title: "Two" } },
    ]);
    const { db, secrets } = server.services;
    const sentTo = db.query.destinations.findMany().sync();
    const keys = ids.map((id) => sentTo.filter(({ streamId }) => streamId === id).map((row) => secrets.open(row.streamKeySealed)));
    expect(keys).toEqual(there.map(({ streamName }) => [streamName]));
    expect(new Set(sentTo.map(({ streamKeySealed }) => streamKeySealed)).size).toBe(2);
  });

  it("says in YouTube's place what to do where it refuses", async () => {
    const id = await newStream(server);
    await consent(server, id);
    far.fail("liveStreams.insert", "liveStreamingNotEnabled", 403);
    const refused = await server.call("POST", `/api/youtube/setup-stream/${id}`, { body: { channelId: "UC-moth" } });
    expect(refused).toMatchObject({ status: 409, json: { message: expect.stringContaining("Live streaming is not switched on") } });
    expect((await server.call("GET", `/api/streams/${id}`)).json).toMatchObject({ youtubeConnected: false });
  });

  it.each(["authError", "required", ""])("makes a token anew that YouTube takes no more, whatever the reason (%s)", async (reason) => {
    const id = await newStream(server);
    await consent(server, id);
    const before = far.world.accessTokens.size;
    far.fail("channels.list", reason, 401);
    expect((await server.call("GET", `/api/youtube/channels/${id}`)).status).toBe(200);
    expect(far.world.accessTokens.size).toBe(before + 1);
    far.fail("channels.list", reason, 401, { times: 2 });
    expect(await server.call("GET", `/api/youtube/channels/${id}`)).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining("Connect the Google account again") },
    });
  });
});

describe("a broadcast", () => {
  it("begins with Start at the chosen privacy, and ends with Stop", async () => {
    const id = await connected(server);
    const body = { title: "Moths <live>", description: "All night", privacy: "private" };
    expect((await server.call("POST", `/api/direct-streaming/start/${id}`, { body })).status).toBe(200);
    await expect.poll(states).toEqual(["live"]);
    const [broadcast] = [...far.world.broadcasts.values()];
    expect(broadcast).toMatchObject({
      privacyStatus: "private",
      snippet: { title: "Moths ‹live›", description: expect.stringMatching(/^All night\n\n\[nightjar [\da-f]{12}\]$/) },
    });
    await server.call("POST", `/api/direct-streaming/stop/${id}`);
    await expect.poll(states).toEqual(["complete"]);
  });

  it("that was made by hand is the one that the next Start uses, and can be renamed", async () => {
    const id = await connected(server);
    const update = (body: object) => server.call("PATCH", `/api/youtube/update-stream/${id}`, { body });
    expect(await update({ title: "Dawn" })).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining("no broadcast to change") },
    });
    const made = await server.call("POST", `/api/youtube/create-stream/${id}`, { body: { title: "Planned", privacy: "public" } });
    const [broadcast] = [...far.world.broadcasts.values()];
    expect(made).toMatchObject({ status: 200, json: { streamUrl: `https://www.youtube.com/watch?v=${broadcast?.id}` } });
    expect((await server.call("POST", `/api/youtube/create-stream/${id}`, { body: {} })).status).toBe(409);
    await server.call("POST", `/api/direct-streaming/start/${id}`, { body: {} });
    await expect.poll(states).toEqual(["live"]);
    expect(await update({ titel: "Dawn" })).toMatchObject({ status: 400, json: { message: 'A broadcast has no field "titel"' } });
    expect((await update({ title: "Dawn", description: "Birds" })).json).toMatchObject({ title: "Dawn", description: "Birds" });
    expect(broadcast).toMatchObject({
      privacyStatus: "public",
      snippet: { title: "Dawn", description: expect.stringMatching(/^Birds\n\n\[nightjar/) },
    });
  });

  it("that was made by hand can be renamed also once the time is over that it was made for", async () => {
    const id = await connected(server);
    await server.call("POST", `/api/youtube/create-stream/${id}`, { body: { title: "Planned" } });
    const [broadcast] = [...far.world.broadcasts.values()];
    if (broadcast) broadcast.snippet.scheduledStartTime = "2001-01-01T00:00:00Z";
    expect(await server.call("PATCH", `/api/youtube/update-stream/${id}`, { body: { title: "Dawn" } })).toMatchObject({ status: 200 });
    expect(broadcast).toMatchObject({ snippet: { title: "Dawn" } });
  });

  it("that was made by hand airs as the Start says that uses it, before anybody can watch it", async () => {
    const id = await connected(server);
    await server.call("POST", `/api/youtube/create-stream/${id}`, { body: { title: "Planned", privacy: "public" } });
    const body = { title: "Tonight", privacy: "private" };
    await server.call("POST", `/api/direct-streaming/start/${id}`, { body });
    await expect.poll(states).toEqual(["live"]);
    const [broadcast] = [...far.world.broadcasts.values()];
    expect(broadcast).toMatchObject({ privacyStatus: "private", snippet: { title: "Tonight" } });
    const calls = far.world.asked.map(({ call }) => call);
    expect(calls.indexOf("liveBroadcasts.update")).toBeLessThan(calls.indexOf("liveBroadcasts.transition"));
    expect(calls).toContain("liveBroadcasts.update");
  });

  it("that YouTube refuses to make is told in its words, and is not made later by itself", async () => {
    const id = await connected(server);
    far.fail("liveBroadcasts.insert", "livePermissionBlocked", 403);
    const refused = await server.call("POST", `/api/youtube/create-stream/${id}`, { body: {} });
    expect(refused).toMatchObject({ status: 503, json: { message: expect.stringContaining("has blocked this channel") } });
    expect(await server.call("POST", `/api/youtube/create-stream/${id}`, { body: {} })).toMatchObject({ status: 200 });
    expect(states()).toEqual(["ready"]);
  });

  it.each([
    ["liveBroadcasts.bind", "livePermissionBlocked", 403, {}],
    ["liveBroadcasts.insert", "backendError", 503, { after: true }],
  ] as const)(
    "that could not be made to its end (%s, %s) is gone again by itself, and another can be made",
    async (call, reason, status, how) => {
      const id = await connected(server);
      far.fail(call, reason, status, how);
      expect((await server.call("POST", `/api/youtube/create-stream/${id}`, { body: {} })).status).toBe(503);
      expect(await server.call("POST", `/api/youtube/create-stream/${id}`, { body: {} })).toMatchObject({ status: 200 });
      await expect.poll(states).toEqual(["ready"]);
    },
  );

  it("is told beside what we send: its state, its address, and viewers that are unknown as unknown", async () => {
    const id = await connected(server);
    const { destinations } = server.services.db.query;
    const [row] = destinations.findMany().sync();
    server.engine.onAir = () => ({
      ...onAirSchema.parse({ ...EMPTY, destinations: [{ ...SENDING, id: row?.id ?? "" }] }),
    });
    await server.call("POST", `/api/direct-streaming/start/${id}`, { body: {} });
    await expect.poll(states).toEqual(["live"]);
    const told = async () => {
      const { destinations: all } = onAirSchema.parse((await server.call("GET", `/api/streams/${id}/on-air`)).json);
      return all[0]?.youtube;
    };
    await expect.poll(async () => (await told())?.lifeCycleStatus).toBe("live");
    const [broadcast] = [...far.world.broadcasts.values()];
    expect(await told()).toMatchObject({
      ...{ watchUrl: `https://www.youtube.com/watch?v=${broadcast?.id}`, streamStatus: "active", health: "good" },
      ...{ issues: [], viewers: null, notice: null, checkedAt: expect.stringMatching(/^20\d\d-.*Z$/) },
    });
    expect((await server.call("GET", `/api/streams/${id}`)).json).toMatchObject({ viewerCount: null });
  });
});

describe("a poll of what is live", () => {
  const poll = async () => {
    for (const [grant, rows] of settledByGrant(server.services)) {
      await pollAccount(server.services, grant, rows);
      await pollViewers(server.services, grant, rows);
    }
  };
  async function live() {
    const id = await connected(server);
    await server.call("POST", `/api/direct-streaming/start/${id}`, { body: {} });
    await expect.poll(() => settledByGrant(server.services).size).toBe(1);
    return id;
  }

  it("tells viewers, and sends to the new key where somebody has reset it at YouTube", async () => {
    const id = await live();
    for (const broadcast of far.world.broadcasts.values()) broadcast.viewers = 1204;
    await poll();
    expect((await server.call("GET", `/api/streams/${id}`)).json).toMatchObject({ viewerCount: 1204 });
    const sentTo = () =>
      server.services.db.query.destinations
        .findMany()
        .sync()
        .map((row) => server.services.secrets.open(row.streamKeySealed));
    const before = sentTo();
    for (const stream of far.world.streams.values()) stream.streamName = "another-key";
    await poll();
    expect([before.length, sentTo()]).toEqual([1, ["another-key"]]);
    await server.call("POST", `/api/direct-streaming/stop/${id}`);
    await expect.poll(states).toEqual(["complete"]);
    await expect.poll(async () => (await server.call("GET", `/api/streams/${id}`)).json).toMatchObject({ viewerCount: 0 });
  });

  it("gives the broadcast the stream's artwork as its picture, once for each, also where the channel may set none, or the file is gone", async () => {
    await live();
    const give = (digit: string) => giveArtwork(server, digit.repeat(64));
    const look = async () => {
      for (const { id: row } of openRows(server.services.db)) await setThumbnail(server.services, row);
      const asked = far.world.asked.filter(({ call }) => call === "thumbnails.set").map(({ outcome }) => outcome);
      return [asked, [...far.world.broadcasts.values()].map(({ thumbnails }) => thumbnails)];
    };
    give("1");
    expect([await look(), await look()]).toEqual([
      [["ok"], [1]],
      [["ok"], [1]],
    ]);
    far.fail("thumbnails.set", "forbidden", 403);
    give("2");
    expect([await look(), await look()]).toEqual([
      [["ok", "forbidden"], [1]],
      [["ok", "forbidden"], [1]],
    ]);
    rmSync(give("3"));
    expect(await look()).toEqual([["ok", "forbidden"], [1]]);
    expect(states()).toEqual(["live"]);
  });

  it("tells with the operator's words what YouTube finds wrong, and who has many streams asks once for all", async () => {
    await live();
    await live();
    await expect.poll(() => [...settledByGrant(server.services).values()].map((rows) => rows.length)).toEqual([2]);
    for (const stream of far.world.streams.values()) {
      stream.issues = [
        {
          type: "gopSizeLong",
          severity: "warning",
          reason: "GOP",
          description: "Please use a keyframe frequency of four seconds or less.",
        },
      ];
    }
    far.world.asked.length = 0;
    await poll();
    expect(far.world.asked.map(({ call }) => call)).toEqual(["liveBroadcasts.list", "liveStreams.list", "videos.list"]);
    const issues = server.services.db.query.ytBroadcasts
      .findMany()
      .sync()
      .map((row) => row.issues);
    const told = "warning, gopSizeLong: Please use a keyframe frequency of four seconds or less.";
    expect(issues).toEqual(Array.from({ length: 2 }, () => [told]));
  });
});

const EMPTY = {
  ...{ state: "on-air", reason: null, sessionId: null, startedAt: null, positionMs: 0, track: null, nextTrack: null },
  ...{ render: { ready: true, progress: 1 }, picture: { level: "wanted", reason: null } },
  ...{ conditions: [], quarantine: [], history: [], renders: [] },
};
const SENDING = {
  ...{ kind: "youtube", host: "127.0.0.1:1", state: "sending", bytesSent: 1, bitrateKbps: 1, reconnects: 0 },
  ...{ lastError: null, evidenceAgeMs: 0 },
};
