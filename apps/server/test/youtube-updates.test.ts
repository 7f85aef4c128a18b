import { YouTubeError } from "@nightjar/api";
import type { NewBroadcast, YouTubeApi } from "@nightjar/api";
import { type StandIn, startStandIn } from "@nightjar/youtube-standin";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createYouTube } from "../src/adapters/youtube.ts";

const HOUR_MS = 3_600_000;
const nowMs = Date.UTC(2026, 10, 1, 12);
const token = "token";

let far: StandIn;
let api: YouTubeApi;
let isFed = false;
beforeEach(async () => {
  isFed = false;
  far = await startStandIn({ nowMs: () => nowMs, ingest: { url: "rtmp://127.0.0.1:1/live", comesIn: () => isFed } });
  far.world.accessTokens.set(token, { account: "moth", expiresAtMs: nowMs + HOUR_MS });
  api = createYouTube({ apiRoot: far.root });
});
afterEach(() => far.close());

const night = (description = ""): NewBroadcast => ({
  ...{ title: "Night", description, privacy: "unlisted", scheduledStartTime: new Date(nowMs + 1).toISOString() },
});
async function bound() {
  const { id: streamId } = await api.insertStream(token, { title: "Night", description: "mark" });
  const { id } = await api.insertBroadcast(token, night());
  await api.bindBroadcast(token, id, streamId);
  return { id };
}
const lifeCycle = async (id: string) => (await api.broadcasts(token, [id]))[0]?.lifeCycle;
const reason = (error: unknown) => (error instanceof YouTubeError ? error.reason : null);

describe("a broadcast", () => {
  it("can be renamed while it is live, and keeps all else that was set", async () => {
    const { id } = await bound();
    isFed = true;
    await lifeCycle(id);
    await api.transitionBroadcast(token, id, "live");
    const [read] = await api.broadcasts(token, [id]);
    if (!read) throw new Error("it is gone");
    expect(await api.updateBroadcast(token, { ...read, title: "Dawn" })).toMatchObject({ title: "Dawn" });
    expect(far.world.broadcasts.get(id)?.contentDetails).toMatchObject({
      enableAutoStop: false,
      monitorStream: { enableMonitorStream: false },
    });
    const error: unknown = await api.updateBroadcast(token, { ...read, settings: {} }).catch((thrown: unknown) => thrown);
    expect(reason(error)).toBe("enableMonitorStreamRequired");
  });

  it("keeps its end, and whether it is made for children, where its title or who may see it changes", async () => {
    const { id } = await bound();
    const there = far.world.broadcasts.get(id);
    if (!there) throw new Error("it is gone");
    const scheduledEndTime = new Date(nowMs + HOUR_MS).toISOString();
    there.snippet = { ...there.snippet, scheduledEndTime };
    there.selfDeclaredMadeForKids = true;
    const [read] = await api.broadcasts(token, [id]);
    if (!read) throw new Error("it is gone");
    await api.updateBroadcast(token, { ...read, title: "Dawn" }, "private");
    expect(there).toMatchObject({ snippet: { title: "Dawn", scheduledEndTime }, privacyStatus: "private", selfDeclaredMadeForKids: true });
  });

  it("keeps its captions, of which YouTube tells two fields that exclude each other", async () => {
    const { id } = await bound();
    const there = far.world.broadcasts.get(id);
    if (!there) throw new Error("it is gone");
    there.contentDetails.closedCaptionsType = "closedCaptionsEmbedded";
    const [read] = await api.broadcasts(token, [id]);
    if (!read) throw new Error("it is gone");
    await api.updateBroadcast(token, { ...read, title: "Dawn" });
    expect(there).toMatchObject({ snippet: { title: "Dawn" }, contentDetails: { closedCaptionsType: "closedCaptionsEmbedded" } });
    const both = { ...read, settings: { ...read.settings, enableClosedCaptions: false } };
    await expect(api.updateBroadcast(token, both)).rejects.toMatchObject({ reason: "incompatibleProperties" });
  });

  it("is not taken with a start that is over, unless it has begun, nor with an end before its start", async () => {
    const { id } = await bound();
    const [read] = await api.broadcasts(token, [id]);
    if (!read) throw new Error("it is gone");
    const over = new Date(nowMs - HOUR_MS).toISOString();
    const update = (times: object) => api.updateBroadcast(token, { ...read, ...times }).then(() => "taken", reason);
    expect(await update({ scheduledStartTime: over })).toBe("invalidScheduledStartTime");
    expect(await update({ scheduledEndTime: read.scheduledStartTime })).toBe("invalidScheduledEndTime");
    isFed = true;
    await lifeCycle(id);
    await api.transitionBroadcast(token, id, "live");
    expect(await update({ scheduledStartTime: over })).toBe("taken");
  });

  it("and the key of a stream are found on whatever page of all that an account has", async () => {
    for (let count = 0; count < 51; count += 1) {
      await api.insertBroadcast(token, night(`[nightjar ${count}]`));
      await api.insertStream(token, { title: "Night", description: `[nightjar ${count}]` });
    }
    for (const list of [api.ownBroadcasts, api.ownStreams]) {
      const first = await list(token, null);
      expect([first.items.length, first.next]).toEqual([50, expect.any(String)]);
      const second = await list(token, first.next);
      expect([second.items.map(({ description }) => description), second.next]).toEqual([["[nightjar 50]"], null]);
    }
  });

  it("may be on any of the channels of an account, however many it has", async () => {
    const others = Array.from({ length: 51 }, (_, at) => ({ channelId: `UC-${at}`, title: `Moth ${at}` }));
    far.world.accounts.set("moth", { channelId: "UC-moth", title: "Moth Radio", others, isRevoked: false });
    const ids = (await api.channels(token)).map(({ id }) => id);
    expect(ids).toEqual(["UC-moth", ...others.map(({ channelId }) => channelId)]);
  });

  it("with a monitor stream leads over testing, and is completed from there too", async () => {
    const transition = async (id: string, to: string) => {
      const query = new URLSearchParams({ id, part: "id,status", broadcastStatus: to });
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${far.root}/youtube/v3/liveBroadcasts/transition?${query.toString()}`, { method: "POST", headers })).status;
    };
    const tested = async () => {
      const { id } = await bound();
      const there = far.world.broadcasts.get(id);
      if (there) there.contentDetails.monitorStream.enableMonitorStream = true;
      return id;
    };
    const id = await tested();
    isFed = true;
    expect([await lifeCycle(id), await transition(id, "live"), await transition(id, "testing")]).toEqual(["ready", 403, 200]);
    expect([await lifeCycle(id), await transition(id, "complete"), await lifeCycle(id)]).toEqual(["testing", 200, "complete"]);
    const other = await tested();
    await transition(other, "testing");
    expect([await transition(other, "live"), far.world.broadcasts.get(other)?.lifeCycleStatus]).toEqual([200, "liveStarting"]);
  });
});

describe("a broadcast's picture", () => {
  let folder = "";
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "nightjar-thumbnail-"))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const picture = (name: string, bytes: Uint8Array) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };

  it("is a JPEG of at most 2 MB, and nothing that is none is taken", async () => {
    const { id } = await bound();
    const begin = [0xff, 0xd8, 0xff, 0xe0];
    await api.setThumbnail(token, id, picture("a.jpg", Uint8Array.from(begin)));
    expect(far.world.broadcasts.get(id)?.thumbnails).toBe(1);
    const refused = (name: string, bytes: Uint8Array) => api.setThumbnail(token, id, picture(name, bytes)).then(() => "taken", reason);
    expect(await refused("b.jpg", Uint8Array.from([1, 2, 3, 4]))).toBe("invalidImage");
    expect(await refused("c.jpg", new Uint8Array())).toBe("mediaBodyRequired");
    const asked = far.world.asked.length;
    expect(await refused("d.jpg", new Uint8Array(2 * 1024 * 1024 + 1))).toBe("invalidImage");
    expect(far.world.asked.length).toBe(asked);
    const nowhere = api.setThumbnail(token, "none", picture("e.jpg", Uint8Array.from(begin)));
    await expect(nowhere).rejects.toMatchObject({ reason: "videoNotFound" });
  });
});
