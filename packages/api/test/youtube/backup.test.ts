import { OFF_AIR, onAirDestination } from "@nightjar/contract";
import type { PlanDestination, StreamId } from "@nightjar/contract";
import { destinations, streams, ytBroadcasts } from "@nightjar/db";
import { pollAccount } from "@nightjar/api/testing";
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addDestination, deleteDestination, listDestinations, replaceDestination } from "../../src/streams/destinations.ts";
import { getOnAir } from "../../src/streams/on-air.ts";
import { startStream } from "../../src/streams/start-stop.ts";
import { updateStream } from "../../src/streams/update-stream.ts";
import { setupYoutube } from "../../src/youtube/channels.ts";
import type { YtStream } from "../../src/youtube/port.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";
import { SECRETS, THERE, withAccount, withChannel } from "../support/given.ts";

const MAIN = "rtmp://far.example/live";
const BACKUP = "rtmp://backup.far.example/live?backup=1";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

const send = (id: StreamId, ytSendsBackup: boolean) => studio.callVerb(updateStream, { id, ytSendsBackup });
const pushed = () => studio.engine.pushed.at(-1)?.destinations ?? [];
const sentTo = (kind: PlanDestination["kind"]) => pushed().find((one) => one.kind === kind);
const kinds = () => pushed().map(({ kind }) => kind);
const idOf = (kind: PlanDestination["kind"]) => sentTo(kind)?.id ?? "nowhere";

async function onAirAtYouTube(): Promise<StreamId> {
  const { id } = await withChannel(studio);
  await studio.callVerb(startStream, { id });
  return id;
}

/** What a poll of a live broadcast reads of its key, and what happens while it asks. */
async function poll(id: StreamId, told: Partial<YtStream>, meanwhile = async (): Promise<unknown> => null): Promise<void> {
  const ytStream = { id: "s1", description: "", address: MAIN, backupAddress: BACKUP, streamName: SECRETS.streamKey } as const;
  const read: YtStream = { ...ytStream, status: "active", health: "good", issues: [], ...told };
  Object.assign(studio.ports.youtube, { broadcasts: async () => [], streams: async () => (await meanwhile(), [read]) });
  const { db } = studio.services;
  const grant = db.select().from(streams).get()?.ytGrantId ?? null;
  const texts = { mark: randomUUID(), title: "Night", description: "", privacy: "public" as const };
  const row = db
    .insert(ytBroadcasts)
    .values({ ...texts, streamId: id, ytStreamId: "s1", ytBroadcastId: "b1", lifeCycle: "live" })
    .returning()
    .get();
  if (grant === null) throw new Error("no account is connected");
  await pollAccount(studio.services, grant, [row]);
  await studio.callVerb(listDestinations, { id });
}

describe("the backup at YouTube", () => {
  it("is off by default: one connection, and nothing that its timestamps are to agree with", async () => {
    const id = await onAirAtYouTube();
    expect(pushed()).toEqual([{ id: expect.any(String), kind: "youtube", url: MAIN, streamKey: SECRETS.streamKey }]);
    expect(await send(id, false)).toMatchObject({ ytSendsBackup: false });
    expect(kinds()).toEqual(["youtube"]);
  });

  it("begins and ends on air at once, with the same key and the twin's timestamps, and touches the main one in no way", async () => {
    const id = await onAirAtYouTube();
    const main = idOf("youtube");
    expect(await send(id, true)).toMatchObject({ ytSendsBackup: true });
    const backup = idOf("youtube-backup");
    expect(pushed()).toEqual([
      { id: main, kind: "youtube", url: MAIN, streamKey: SECRETS.streamKey, twinId: backup },
      { id: backup, kind: "youtube-backup", url: BACKUP, streamKey: SECRETS.streamKey, twinId: main },
    ]);
    await send(id, true);
    expect([idOf("youtube"), idOf("youtube-backup")]).toEqual([main, backup]);
    await send(id, false);
    expect(pushed()).toEqual([{ id: main, kind: "youtube", url: MAIN, streamKey: SECRETS.streamKey }]);
  });

  it("connects anew with another key as the main one does, and each alone where only its own address is another", async () => {
    const id = await onAirAtYouTube();
    await send(id, true);
    const ids = () => [idOf("youtube"), idOf("youtube-backup")] as const;
    const [main, backup] = ids();
    await poll(id, {});
    expect(ids()).toEqual([main, backup]);
    await poll(id, { backupAddress: "rtmp://c.far.example/live?backup=1" });
    const [sameMain, newBackup] = ids();
    expect([sameMain === main, newBackup === backup]).toEqual([true, false]);
    expect(sentTo("youtube-backup")?.url).toBe("rtmp://c.far.example/live?backup=1");
    await poll(id, { address: "rtmp://d.far.example/live", backupAddress: "rtmp://c.far.example/live?backup=1" });
    const [newMain, sameBackup] = ids();
    expect([newMain === main, sameBackup === newBackup]).toEqual([false, true]);
    await poll(id, { streamName: "another" });
    expect(pushed().map(({ url, streamKey }) => [url, streamKey])).toEqual([
      [MAIN, "another"],
      [BACKUP, "another"],
    ]);
    expect(ids().some((one) => [main, backup, newMain, newBackup].includes(one))).toBe(false);
  });

  it("waits for its address where YouTube has not told it, and begins with the poll that reads it", async () => {
    const id = await onAirAtYouTube();
    studio.services.db.update(streams).set({ ytBackupUrl: null }).run();
    const main = idOf("youtube");
    expect(await send(id, true)).toMatchObject({ ytSendsBackup: true });
    expect(kinds()).toEqual(["youtube"]);
    await poll(id, {});
    expect([kinds(), idOf("youtube")]).toEqual([["youtube", "youtube-backup"], main]);
    await poll(id, { backupAddress: null });
    expect([kinds(), idOf("youtube")]).toEqual([["youtube"], main]);
  });

  it("that was chosen before there is a channel is sent with its setup, and ends with Disconnect", async () => {
    const { id } = await withAccount(studio);
    await send(id, true);
    expect(await studio.callVerb(listDestinations, { id })).toEqual([]);
    await studio.callVerb(setupYoutube, { id, channelId: "UC1" });
    expect((await studio.callVerb(listDestinations, { id })).map(({ kind }) => kind)).toEqual(["youtube", "youtube-backup"]);
    await studio.callVerb(updateStream, { id, youtubeConnected: false });
    expect(studio.services.db.select().from(destinations).all()).toEqual([]);
    expect(studio.services.db.select().from(streams).get()).toMatchObject({ ytBackupUrl: null, ytConnected: false });
  });

  it("is not brought back by a poll that was under way at Disconnect, and neither is the main one", async () => {
    const id = await onAirAtYouTube();
    await send(id, true);
    await poll(id, {}, () => studio.callVerb(updateStream, { id, youtubeConnected: false }));
    expect(studio.services.db.select().from(destinations).all()).toEqual([]);
    expect(studio.services.db.select().from(streams).get()).toMatchObject({ ytBackupUrl: null });
  });

  it("goes with its setting alone: nobody removes or replaces it by hand", async () => {
    const id = await onAirAtYouTube();
    await send(id, true);
    const destinationId = idOf("youtube-backup");
    expect(await studio.refusal(deleteDestination, { id, destinationId })).toMatchObject({ code: "not-found" });
    expect(await studio.refusal(replaceDestination, { id, destinationId, ...THERE })).toMatchObject({ code: "not-found" });
    expect(idOf("youtube-backup")).toBe(destinationId);
  });

  it("is refused where a stream has as many destinations as one may have", async () => {
    const id = await onAirAtYouTube();
    for (let count = 1; count < 16; count += 1) {
      await studio.callVerb(addDestination, { id, rtmpUrl: `rtmp://far${count}.example/app`, streamKey: "key" });
    }
    expect(await studio.refusal(updateStream, { id, ytSendsBackup: true })).toMatchObject({
      message: "A stream has at most 16 destinations.",
    });
    expect(await send(id, false)).toMatchObject({ ytSendsBackup: false });
  });

  it("is counted where a channel is set up that is one destination too many, or is with its backup: nothing is set up then", async () => {
    const { id } = await withAccount(studio);
    const setUp = { id, channelId: "UC1" };
    for (let count = 0; count < 16; count += 1) {
      await studio.callVerb(addDestination, { id, rtmpUrl: `rtmp://far${count}.example/app`, streamKey: "key" });
    }
    const tooMany = { code: "invalid-input", message: "A stream has at most 16 destinations." };
    expect(await studio.refusal(setupYoutube, setUp)).toMatchObject(tooMany);
    expect(studio.services.db.select().from(streams).get()).toMatchObject({ ytConnected: false, ytChannelId: null });
    const [one] = await studio.callVerb(listDestinations, { id });
    await studio.callVerb(deleteDestination, { id, destinationId: one?.id });
    await send(id, true);
    expect(await studio.refusal(setupYoutube, setUp)).toMatchObject(tooMany);
    await send(id, false);
    await studio.callVerb(setupYoutube, setUp);
    await studio.callVerb(setupYoutube, setUp);
    expect(await studio.callVerb(listDestinations, { id })).toHaveLength(16);
  });

  it("is told as a destination of its own; what YouTube says stands at the main one", async () => {
    const id = await onAirAtYouTube();
    await send(id, true);
    const figures = { bytesSent: 1, bitrateKbps: 1, reconnects: 0, lastError: null, evidenceAgeMs: 0, state: "sending" };
    const told = pushed().map(({ id: destination, kind }) =>
      onAirDestination.parse({ ...figures, id: destination, kind, host: "far.example" }),
    );
    studio.engine.setOnAir(id, { ...OFF_AIR, state: "on-air", destinations: told });
    const { destinations: all } = await studio.callVerb(getOnAir, { id });
    expect(all.map(({ kind, youtube }) => [kind, youtube !== undefined])).toEqual([
      ["youtube", true],
      ["youtube-backup", false],
    ]);
  });
});
