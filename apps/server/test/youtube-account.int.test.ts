import { grants, streams } from "@nightjar/db";
import type { StandIn } from "@nightjar/youtube-standin";
import { beforeEach, describe, expect, it } from "vitest";
import type { TestServer } from "./support/server.ts";
import { connected, consent, newStream, studioGround } from "./support/youtube.ts";

const ground = studioGround();
const { states } = ground;
let far: StandIn;
let server: TestServer;
beforeEach(() => void ({ far, server } = ground.open()));

describe("the studio", () => {
  it("says of an account without a channel that it has none, and asks for no other token", async () => {
    const id = await newStream(server);
    await consent(server, id);
    const before = far.world.accessTokens.size;
    far.fail("channels.list", "youtubeSignupRequired", 401);
    expect(await server.call("GET", `/api/youtube/channels/${id}`)).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining("has no YouTube channel") },
    });
    expect(far.world.accessTokens.size).toBe(before);
  });

  it("asks to connect again once Google has ended the grant, and leaves what is on air alone", async () => {
    const id = await connected(server);
    await server.call("POST", `/api/direct-streaming/start/${id}`, { body: {} });
    await expect.poll(states).toEqual(["live"]);
    const moth = far.world.accounts.get("moth");
    if (moth) moth.isRevoked = true;
    expect((await server.call("GET", `/api/youtube/channels/${id}`)).status).toBe(409);
    const status = await server.call("GET", `/api/youtube/status/${id}`);
    expect(status.json).toMatchObject({ account: "lost", notice: expect.stringContaining("Connect the Google account again") });
    expect(server.engine.stopped).toEqual([]);
    await consent(server, id);
    expect((await server.call("GET", `/api/youtube/status/${id}`)).json).toMatchObject({ account: "connected" });
    expect((await server.call("GET", `/api/youtube/channels/${id}`)).status).toBe(200);
  });
});

describe("a broadcast that could not be ended as its stream was disconnected, for Google had ended the grant,", () => {
  const disconnect = (id: string) => server.call("PATCH", `/api/streams/${id}`, { body: { youtubeConnected: false } });
  const notice = async (id: string) => (await server.call("GET", `/api/youtube/status/${id}`)).json;

  async function liveAndLost(ids: readonly string[]): Promise<void> {
    for (const id of ids) await server.call("POST", `/api/direct-streaming/start/${id}`, { body: {} });
    await expect.poll(states).toEqual(ids.map(() => "live"));
    const moth = far.world.accounts.get("moth");
    if (moth) moth.isRevoked = true;
    for (const id of ids) expect((await server.call("GET", `/api/youtube/channels/${id}`)).status).toBe(409);
  }

  it("is told with its address, and ended once the account and its channel are connected again", async () => {
    const id = await connected(server);
    await liveAndLost([id]);
    await disconnect(id);
    await expect.poll(() => notice(id)).toMatchObject({ notice: expect.stringMatching(/watch\?v=.*end it in YouTube Studio/u) });
    await expect.poll(() => server.services.db.select().from(grants).all()).toEqual([]);
    await consent(server, id);
    const set = await server.call("POST", `/api/youtube/setup-stream/${id}`, { body: { channelId: "UC-moth" } });
    expect(set.status).toBe(200);
    await expect.poll(states).toEqual(["complete"]);
    expect(await notice(id)).toMatchObject({ notice: null });
  });

  it("is ended as soon as the account is connected again for another stream of it", async () => {
    const [one, two] = [await connected(server, "One"), await connected(server, "Two")];
    await liveAndLost([one, two]);
    await disconnect(one);
    await expect
      .poll(() => notice(one))
      .toMatchObject({ notice: expect.stringMatching(/is not ended yet.*Connect the Google account again/u) });
    await consent(server, two);
    await expect.poll(states).toEqual(["complete", "live"]);
    expect(await notice(one)).toMatchObject({ notice: null });
  });
});

describe("an account that does not allow YouTube at Google's page", () => {
  it("is told so there, and is not connected until it does", async () => {
    const id = await newStream(server);
    far.fail("channels.list", "insufficientPermissions", 403);
    const refused = await consent(server, id);
    expect(refused).toMatchObject({ status: 409, text: expect.stringContaining("Connect again and allow it.") });
    expect(refused.text).not.toContain("youtube-auth-success");
    expect((await server.call("GET", `/api/youtube/status/${id}`)).json).toMatchObject({ account: "none" });
    expect((await consent(server, id)).text).toContain("youtube-auth-success");
    expect((await server.call("GET", `/api/youtube/status/${id}`)).json).toMatchObject({ account: "connected" });
  });
});

describe("connecting again", () => {
  it("takes the account of the stream's channel and no other, and does so for all streams of that account", async () => {
    const [one, two] = [await connected(server, "One"), await connected(server, "Two")];
    expect(server.services.db.select().from(grants).all()).toMatchObject([{ account: "UC-moth" }]);
    far.consentsAs("wren");
    expect(await consent(server, one)).toMatchObject({ status: 409, text: expect.stringContaining("another Google account") });
    far.consentsAs("moth");
    expect((await consent(server, one)).status).toBe(200);
    expect(server.services.db.select().from(grants).all()).toMatchObject([{ account: "UC-moth", lostAt: null }]);
    expect((await server.call("GET", `/api/youtube/channels/${two}`)).status).toBe(200);
  });

  it("changes nothing where YouTube does not say whose channel it is, or where the account has none", async () => {
    const id = await connected(server);
    const before = server.services.db.select().from(streams).get()?.ytGrantId;
    far.consentsAs("wren");
    far.fail("channels.list", "backendError", 503);
    expect(await consent(server, id)).toMatchObject({ status: 503, text: expect.stringContaining("nothing was changed") });
    expect(server.services.db.select().from(streams).get()?.ytGrantId).toBe(before);
  });

  it("and leaving an account without a channel lets go on what is sent elsewhere", async () => {
    const id = await newStream(server);
    await server.call("PUT", `/api/streams/${id}/destination`, { body: { rtmpUrl: "rtmp://127.0.0.1:1/live", streamKey: "k" } });
    await consent(server, id);
    await server.call("POST", `/api/direct-streaming/start/${id}`, { body: {} });
    const left = await server.call("PATCH", `/api/streams/${id}`, { body: { youtubeConnected: false } });
    expect(left.json).toMatchObject({ isLive: true, youtubeConnected: false });
    expect((await server.call("GET", `/api/youtube/status/${id}`)).json).toMatchObject({ account: "none" });
    await expect.poll(() => far.world.refreshTokens.size).toBe(0);
  });
});

describe("what somebody asks for, and YouTube does not do", () => {
  it.each([
    ["backendError", 503, "YouTube has trouble of its own. Try again in a minute."],
    ["rateLimitExceeded", 403, "YouTube asks the studio to slow down. Try again in a minute."],
    ["quotaExceeded", 403, "The YouTube quota of this day is used up. Try again after midnight in California."],
  ])("(%s) is not told as what is tried again by itself", async (reason, status, message) => {
    const id = await connected(server);
    far.fail("channels.list", reason, status);
    expect((await server.call("GET", `/api/youtube/channels/${id}`)).json).toMatchObject({ message });
    far.fail("liveStreams.list", reason, status);
    const setUp = await server.call("POST", `/api/youtube/setup-stream/${id}`, { body: { channelId: "UC-moth" } });
    expect(setUp.json).toMatchObject({ message });
    far.fail("liveBroadcasts.insert", reason, status);
    expect((await server.call("POST", `/api/youtube/create-stream/${id}`, { body: {} })).json).toMatchObject({ message });
  });

  it("(a broadcast that is gone is changed) is not told as what is made anew by itself", async () => {
    const id = await connected(server);
    await server.call("POST", `/api/youtube/create-stream/${id}`, { body: {} });
    far.fail("liveBroadcasts.update", "liveBroadcastNotFound", 404);
    const refused = await server.call("PATCH", `/api/youtube/update-stream/${id}`, { body: { title: "Dawn" } });
    expect(refused).toMatchObject({ status: 409, json: { message: expect.stringContaining("The next Start makes a new one.") } });
  });
});
