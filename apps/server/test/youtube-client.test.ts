import { YouTubeError } from "@nightjar/api";
import type { NewBroadcast, YouTubeApi } from "@nightjar/api";
import { CALL_NAMES, type CallName, type StandIn, reasonsOf, startStandIn } from "@nightjar/youtube-standin";
import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createGrantProviders } from "../src/adapters/oauth.ts";
import { createYouTube } from "../src/adapters/youtube.ts";
import { readConfig } from "../src/config.ts";

const START_MS = Date.UTC(2026, 10, 1, 12);
const AUTO_STOP_MS = 60_000;
let nowMs = START_MS;
let isFed = false;
let far: StandIn;
let api: YouTubeApi;
let token = "";

const google = () => createGrantProviders(readConfig(far.env)).google;
const verifier = "v".repeat(43);

async function consent(): Promise<{ code: string | null; error: string | null }> {
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const page = await fetch(google().authorizeUrl({ redirectUri: "https://studio.example/back", state: "s", challenge }), {
    redirect: "manual",
  });
  const back = new URL(page.headers.get("location") ?? "http://nowhere");
  return { code: back.searchParams.get("code"), error: back.searchParams.get("error") };
}
async function connect() {
  const { code } = await consent();
  return google().exchange({ code: code ?? "", verifier, redirectUri: "https://studio.example/back" });
}
beforeEach(async () => {
  nowMs = START_MS;
  isFed = false;
  far = await startStandIn({ nowMs: () => nowMs, ingest: { url: "rtmp://127.0.0.1:1/live", comesIn: () => isFed } });
  api = createYouTube({ apiRoot: far.root });
  token = (await connect()).accessToken;
});
afterEach(() => far.close());

const night = (more: Partial<NewBroadcast> = {}): NewBroadcast => ({
  ...{ title: "Night", description: "Moths [nightjar 1]", privacy: "unlisted", scheduledStartTime: new Date(nowMs + 1).toISOString() },
  ...more,
});
async function bound() {
  const { id: streamId } = await api.insertStream(token, { title: "Night", description: "mark" });
  const { id } = await api.insertBroadcast(token, night());
  await api.bindBroadcast(token, id, streamId);
  return { id, streamId };
}
const refusal = async (work: Promise<unknown>): Promise<YouTubeError> => {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (error instanceof YouTubeError) return error;
  throw new Error("it was not refused");
};
const lifeCycle = async (id: string) => (await api.broadcasts(token, [id]))[0]?.lifeCycle;

describe("the addresses of a key", () => {
  const plain = { ingestionAddress: "rtmp://a.example/live2", backupIngestionAddress: "rtmp://b.example/live2?backup=1" };
  const secure = {
    ...{ rtmpsIngestionAddress: "rtmps://a.example:443/live2", rtmpsBackupIngestionAddress: "rtmps://b.example:443/live2?backup=1" },
  };
  it.each([
    ["secure where there are such", { ...plain, ...secure }, secure.rtmpsIngestionAddress, secure.rtmpsBackupIngestionAddress],
    ["plain where there are no others", plain, plain.ingestionAddress, plain.backupIngestionAddress],
    ["without a backup where none is named", { ingestionAddress: plain.ingestionAddress }, plain.ingestionAddress, null],
    [
      "without a backup in the clear where the main one is secure",
      { ...plain, rtmpsIngestionAddress: secure.rtmpsIngestionAddress },
      ...([secure.rtmpsIngestionAddress, null] as const),
    ],
  ])("are %s", async (_which, addresses, address, backupAddress) => {
    far.world.addresses = addresses;
    expect(await api.insertStream(token, { title: "Night", description: "" })).toMatchObject({ address, backupAddress });
    expect(await api.ownStreams(token, null)).toMatchObject({ items: [{ address, backupAddress }], next: null });
  });
});

describe("a broadcast's way", () => {
  it("leads from created over bound and live to complete, and only there where YouTube receives the stream", async () => {
    const stream = await api.insertStream(token, { title: "Night", description: "mark" });
    expect(stream).toMatchObject({
      address: "rtmp://127.0.0.1:1/live",
      status: "ready",
      health: "noData",
      issues: [],
      description: "mark",
    });
    const { id, ...made } = await api.insertBroadcast(token, night());
    expect(made).toMatchObject({ lifeCycle: "created", privacy: "unlisted", boundStreamId: null });
    expect((await refusal(api.transitionBroadcast(token, id, "complete"))).reason).toBe("invalidTransition");
    expect(await api.bindBroadcast(token, id, stream.id)).toMatchObject({ lifeCycle: "ready", boundStreamId: stream.id });
    expect(await refusal(api.transitionBroadcast(token, id, "live"))).toMatchObject({ reason: "errorStreamInactive", consequence: "wait" });
    isFed = true;
    expect((await api.streams(token, [stream.id]))[0]).toMatchObject({ status: "active", health: "good" });
    expect((await api.transitionBroadcast(token, id, "live")).lifeCycle).toBe("liveStarting");
    expect(await lifeCycle(id)).toBe("live");
    expect(await refusal(api.transitionBroadcast(token, id, "live"))).toMatchObject({ reason: "redundantTransition", consequence: "done" });
    expect((await refusal(api.bindBroadcast(token, id, stream.id))).reason).toBe("liveBroadcastBindingNotAllowed");
    expect((await refusal(api.deleteBroadcast(token, id))).reason).toBe("liveBroadcastDeletionNotAllowed");
    isFed = false;
    nowMs += 10 * AUTO_STOP_MS;
    expect(await lifeCycle(id)).toBe("live");
    await api.transitionBroadcast(token, id, "complete");
    expect(await lifeCycle(id)).toBe("complete");
  });

  it("ends by itself a minute after its ingest where somebody else switched autoStop on", async () => {
    const { id } = await bound();
    isFed = true;
    await api.broadcasts(token, [id]);
    await api.transitionBroadcast(token, id, "live");
    await api.broadcasts(token, [id]);
    const there = far.world.broadcasts.get(id);
    if (there) there.contentDetails.enableAutoStop = true;
    isFed = false;
    await lifeCycle(id);
    nowMs += AUTO_STOP_MS - 1;
    expect(await lifeCycle(id)).toBe("live");
    nowMs += 1;
    expect(await lifeCycle(id)).toBe("complete");
  });

  it("is told with viewers where YouTube knows them: what is absent is unknown and not 0", async () => {
    const { id } = await bound();
    isFed = true;
    await api.broadcasts(token, [id]);
    await api.transitionBroadcast(token, id, "live");
    expect(await api.viewers(token, [id])).toEqual(new Map());
    nowMs += far.world.videosAfterMs;
    expect(await api.viewers(token, [id, "gone"])).toEqual(new Map([[id, null]]));
    const there = far.world.broadcasts.get(id);
    if (there) there.viewers = 1204;
    expect(await api.viewers(token, [id])).toEqual(new Map([[id, 1204]]));
  });

  it("and a key that is told in another shape than ours hide none of the others of the account", async () => {
    const { id } = await bound();
    const [ours] = (await api.ownStreams(token, null)).items;
    const [key] = [...far.world.streams.values()];
    const [broadcast] = [...far.world.broadcasts.values()];
    if (!ours || !key || !broadcast) throw new Error("it is gone");
    const odd = { ...key, id: "odd" };
    Object.defineProperty(odd, "streamName", { get: () => undefined, enumerable: true });
    far.world.streams.set("odd", odd);
    far.world.broadcasts.set("odd", { ...broadcast, id: "odd", snippet: { ...broadcast.snippet, title: null as unknown as string } });
    expect((await api.ownStreams(token, null)).items.map((one) => one.id)).toEqual([ours.id]);
    expect((await api.ownBroadcasts(token, null)).items.map((one) => one.id)).toEqual([id]);
  });

  it("can be read again among all of its account, renamed, and deleted before it was live; another account sees nothing of it", async () => {
    const { id } = await bound();
    expect((await api.ownBroadcasts(token, null)).items.map((one) => [one.id, one.description])).toEqual([[id, "Moths [nightjar 1]"]]);
    const [read] = await api.broadcasts(token, [id]);
    if (!read) throw new Error("it is gone");
    expect(await api.updateBroadcast(token, { ...read, title: "Dawn" })).toMatchObject({
      title: "Dawn",
      description: "Moths [nightjar 1]",
    });
    expect(far.world.broadcasts.get(id)).toMatchObject({ privacyStatus: "unlisted" });
    far.consentsAs("wren");
    const other = (await connect()).accessToken;
    expect([await api.broadcasts(other, [id]), await api.ownStreams(other, null)]).toEqual([[], { items: [], unread: [], next: null }]);
    expect((await api.channels(other))[0]).toMatchObject({ id: "UC-wren", title: "Wren Radio" });
    await api.deleteBroadcast(token, id);
    expect(await api.broadcasts(token, [id])).toEqual([]);
  });

  it("is refused with what is wrong in it", async () => {
    for (const [more, reason] of [
      [{ title: "" }, "titleRequired"],
      [{ title: "x".repeat(101) }, "invalidTitle"],
      [{ title: "<b>" }, "invalidTitle"],
      [{ description: "y".repeat(5001) }, "invalidDescription"],
      [{ description: "ÿ".repeat(2501) }, "invalidDescription"],
      [{ scheduledStartTime: "2001-01-01T00:00:00Z" }, "invalidScheduledStartTime"],
    ] as const) {
      expect((await refusal(api.insertBroadcast(token, night(more)))).reason).toBe(reason);
    }
  });
});

describe("the far end itself", () => {
  it("refuses an empty body that is declared as JSON, and is sent none by us", async () => {
    const { id } = await bound();
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const refused = await fetch(`${far.root}/youtube/v3/liveBroadcasts?id=${id}`, { method: "DELETE", headers });
    expect([refused.status, far.world.broadcasts.has(id)]).toEqual([400, true]);
    await api.deleteBroadcast(token, id);
    expect(far.world.broadcasts.has(id)).toBe(false);
  });

  it("counts what is asked and refuses when the day is used up", async () => {
    await api.insertStream(token, { title: "Night", description: "" });
    await api.ownStreams(token, null);
    expect(far.world.usedUnits).toBe(51);
    far.world.quotaUnits = 52;
    await api.ownStreams(token, null);
    expect(await refusal(api.ownStreams(token, null))).toMatchObject({ reason: "quotaExceeded", consequence: "quota" });
    // A new day of California.
    nowMs += 86_400_000;
    token = (await connect()).accessToken;
    expect((await api.ownStreams(token, null)).items).toHaveLength(1);
  });

  it("ends access tokens after an hour and refreshes them, until the account has revoked its grant", async () => {
    const { refreshToken } = await connect();
    nowMs += 3_600_000;
    expect(await refusal(api.channels(token))).toMatchObject({ reason: "authError", consequence: "reconnect" });
    token = (await google().refresh(refreshToken ?? "")).accessToken;
    expect(await api.channels(token)).toHaveLength(1);
    await google().revoke?.(refreshToken ?? "");
    expect((await refusal(api.channels(token))).reason).toBe("authError");
    await expect(google().refresh(refreshToken ?? "")).rejects.toMatchObject({ failure: "lost" });
  });

  it("takes a code once, with the verifier of its challenge alone, and tells who said no", async () => {
    const { code } = await consent();
    const redirectUri = "https://studio.example/back";
    await expect(google().exchange({ code: code ?? "", verifier: "w".repeat(43), redirectUri })).rejects.toMatchObject({ failure: "lost" });
    await expect(google().exchange({ code: code ?? "", verifier, redirectUri })).rejects.toMatchObject({ failure: "lost" });
    far.consentsAs("nobody");
    expect(await consent()).toEqual({ code: null, error: "access_denied" });
  });

  it("can lose an answer after it has done what it was asked", async () => {
    far.fail("liveBroadcasts.insert", "backendError", 500, { after: true });
    expect((await refusal(api.insertBroadcast(token, night()))).consequence).toBe("again");
    expect((await api.ownBroadcasts(token, null)).items).toHaveLength(1);
  });
});

const CALLS: Readonly<Record<CallName, (ids: { id: string; streamId: string }) => Promise<unknown>>> = {
  "liveBroadcasts.insert": () => api.insertBroadcast(token, night()),
  "liveBroadcasts.bind": ({ id, streamId }) => api.bindBroadcast(token, id, streamId),
  "liveBroadcasts.transition": ({ id }) => api.transitionBroadcast(token, id, "live"),
  "liveBroadcasts.list": ({ id }) => api.broadcasts(token, [id]),
  "liveBroadcasts.update": ({ id }) => api.updateBroadcast(token, { ...night(), id, settings: {} }),
  "liveBroadcasts.delete": ({ id }) => api.deleteBroadcast(token, id),
  "liveStreams.insert": () => api.insertStream(token, { title: "Night", description: "" }),
  "liveStreams.list": ({ streamId }) => api.streams(token, [streamId]),
  "videos.list": ({ id }) => api.viewers(token, [id]),
  "channels.list": () => api.channels(token),
  // Refused before anybody looks whether it is a picture.
  "thumbnails.set": ({ id }) => api.setThumbnail(token, id, import.meta.filename),
};

describe("every documented reason, at every call", () => {
  it.each(CALL_NAMES)("%s: each is told by its own sentence, which says what to do", async (call) => {
    const ids = await bound();
    for (const [reason, status] of reasonsOf(call)) {
      far.fail(call, reason, status);
      const error = await refusal(CALLS[call](ids));
      expect([reason, error.reason]).toEqual([reason, reason]);
      expect(error.message).toMatch(/^[A-Z].{20,}\.$/);
      // None falls through to what is said of reasons that nobody knows.
      expect([reason, error.message]).not.toEqual([reason, expect.stringContaining("YouTube refused it")]);
    }
  });

  it("is told by its status where it stands on no page, or is no answer of YouTube's", async () => {
    const ids = await bound();
    for (const [status, consequence] of [
      [401, "reconnect"],
      [429, "slower"],
      [502, "again"],
      [418, "stuck"],
    ] as const) {
      far.fail("liveBroadcasts.list", "newInTheYear2030", status);
      expect([status, (await refusal(api.broadcasts(token, [ids.id]))).consequence]).toEqual([status, consequence]);
    }
    const nowhere = createYouTube({ apiRoot: "http://127.0.0.1:1" });
    expect(await refusal(nowhere.channels(token))).toMatchObject({ reason: "unreachable", consequence: "again" });
  });
});
