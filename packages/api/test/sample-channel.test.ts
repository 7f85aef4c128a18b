import { AppError } from "@nightjar/contract";
import type { BackgroundId, StreamId, TrackId } from "@nightjar/contract";
import { addTrack } from "@nightjar/api/testing";
import { audioFiles, auditLog, backgrounds, overlayTemplates, sampleParts, streamItems, streams, testStreams, tracks } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SampleSong } from "../src/ports.ts";
import { activateBackground } from "../src/backgrounds/activate-background.ts";
import { createTrack } from "../src/library/create-track.ts";
import { deleteTrack } from "../src/library/delete-track.ts";
import { seedTemplates } from "../src/overlays/seed-templates.ts";
import { cancelSample, getSample, makeSample, removeSample } from "../src/sample/sample-channel.ts";
import { addTracks } from "../src/streams/add-tracks.ts";
import { createStream } from "../src/streams/create-stream.ts";
import { setDestination } from "../src/streams/destination.ts";
import { updateStream } from "../src/streams/update-stream.ts";
import { openStudio } from "./support/call-verb.ts";
import type { Studio } from "./support/call-verb.ts";
import { bringFiles } from "./support/files.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
  bring(studio);
});
afterEach(() => studio.close());

const TITLES = ["One", "Two", "Three"];

interface Made {
  readonly id: StreamId;
  readonly own: StreamId;
  readonly song: TrackId;
  readonly sky: BackgroundId;
}

function bring({ ports }: Studio): void {
  bringFiles(ports);
  ports.media.readMetadata = async () => ({
    ...{ title: null, artist: null, album: null, genre: null, year: null, bpm: null, isrcCode: null, recordLabel: null },
    picture: null,
  });
  ports.media.readStill = async () => null;
  ports.media.readVideo = async () => ({
    extension: "mp4",
    durationMs: 12_000,
    widthPx: 1280,
    heightPx: 720,
    poster: Buffer.from("poster"),
  });
  ports.files.remove = () => undefined;
  ports.sampleMaker.songs = TITLES.map(song);
  ports.sampleMaker.makeBackground = async () => Buffer.from("sky");
}

function song(title: string): SampleSong {
  return {
    ...{ title, artist: "A", album: "B", genre: "C", mood: "D", key: "Am", bpm: 70, durationMs: 40_000 },
    cover: async () => Buffer.from(`cover of ${title}`),
    async *sound({ onProgress }) {
      yield Buffer.from(`sound of ${title}`);
      onProgress(1);
    },
  };
}

/** While the last song is made, and all else is there already. */
function atTheLastSong(act: () => Promise<unknown>): void {
  const { sampleMaker } = studio.ports;
  const cover = async (signal: AbortSignal) => {
    await act();
    signal.throwIfAborted();
    return Buffer.from("cover");
  };
  sampleMaker.songs = sampleMaker.songs.map((each, index) => (index === TITLES.length - 1 ? { ...each, cover } : each));
}

/** Runs what was queued for the sample channel. @param signal of the process */
async function run(signal = new AbortController().signal): Promise<void> {
  const jobs = studio.ports.queued.filter(({ key }) => key.startsWith("sample "));
  for (const job of jobs) await job.run(signal, () => undefined);
}
async function make(): Promise<void> {
  await studio.callVerb(makeSample, undefined);
  await run();
}
const status = () => studio.callVerb(getSample, undefined);

/** Of all that is stored, but for the audit log and what SQLite counts by itself. */
function rowsOfAllTables(): unknown {
  const { $client: file } = studio.services.db;
  const tables = file.prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name <> 'audit_log'");
  const names = tables.pluck().all().map(String);
  return Object.fromEntries(names.map((name) => [name, file.prepare(`select * from "${name}"`).all()]));
}

describe("the sample channel", () => {
  it("is made in one call: a stream of all songs with background and overlay, whose test runs", async () => {
    seedTemplates(studio.services);
    expect(await status()).toMatchObject({ state: "none" });
    expect(await studio.callVerb(makeSample, undefined)).toMatchObject({ state: "making" });
    await run();
    const { state, streamId } = await status();
    expect(state).toBe("ready");
    const { db } = studio.services;
    expect(db.select().from(testStreams).get()?.streamId).toBe(streamId);
    const held = db.select({ title: tracks.title }).from(streamItems).innerJoin(tracks, eq(tracks.id, streamItems.trackId));
    expect(held.orderBy(streamItems.position).all()).toEqual(TITLES.map((title) => ({ title })));
    const overlay = db.select().from(overlayTemplates).where(eq(overlayTemplates.isDefault, true)).get();
    const sky = db.select().from(backgrounds).get();
    if (!overlay || !sky) throw new Error("there is no overlay or no background");
    expect(db.select().from(streams).get()).toMatchObject({ activeBackgroundId: sky.id, activeOverlayTemplateId: overlay.id });
  });

  it("is removed in one call, which leaves every table but the audit log as it was before", async () => {
    await studio.callVerb(createStream, { title: "Mine" });
    const before = rowsOfAllTables();
    await make();
    expect(rowsOfAllTables()).not.toEqual(before);
    expect(await studio.callVerb(removeSample, undefined)).toMatchObject({ state: "none", streamId: null });
    expect(rowsOfAllTables()).toEqual(before);
    const actions = studio.services.db.select().from(auditLog).all();
    expect(actions.map(({ action }) => action)).toEqual(expect.arrayContaining(["tracks.create", "tracks.delete", "sample.remove"]));
  });

  it("takes its files with it", async () => {
    const removed: string[] = [];
    studio.ports.files.remove = (kind) => void removed.push(kind);
    await make();
    await studio.callVerb(removeSample, undefined);
    expect([...new Set(removed)].toSorted()).toEqual(["artwork", "audio", "video"]);
  });

  it("takes nothing with it that is somebody's own, though it has the same file", async () => {
    await make();
    const { audioSha256 } = studio.services.db.select().from(tracks).get() ?? {};
    const fileUrl = `/api/files/audio/${audioSha256 ?? ""}.mp3`;
    const own = await studio.callVerb(createTrack, { title: "Mine", artist: "Me", duration: "0:40", fileUrl });
    await studio.callVerb(removeSample, undefined);
    const { db } = studio.services;
    expect(db.select({ id: tracks.id }).from(tracks).all()).toEqual([{ id: own.id }]);
    expect(db.select({ sha256: audioFiles.sha256 }).from(audioFiles).all()).toEqual([{ sha256: audioSha256 }]);
  });

  it("leaves the files of its sky to the sweeper where another stream shows it without having chosen it", async () => {
    const removed: string[] = [];
    studio.ports.files.remove = (kind) => void removed.push(kind);
    const own = (await studio.callVerb(createStream, { title: "Mine" })).id;
    await studio.callVerb(updateStream, { id: own, autoSwitch: "every-song" });
    await make();
    await studio.callVerb(removeSample, undefined);
    expect(removed).not.toContain("video");
  });

  it.each<[string, (made: Made) => Promise<unknown>]>([
    ["another track in it", async ({ id }) => studio.callVerb(addTracks, { streamId: id, trackIds: [addTrack(studio.services, "Mine")] })],
    ["a destination", ({ id }) => studio.callVerb(setDestination, { id, rtmpUrl: "rtmp://far.example/live", streamKey: "key" })],
    ["another stream that plays a song of it", async ({ own, song }) => studio.callVerb(addTracks, { streamId: own, trackIds: [song] })],
    ["another stream that shows its sky", ({ own, sky }) => studio.callVerb(updateStream, { id: own, activeBackgroundId: sky })],
    ["its sky made active, which another stream shows", ({ sky }) => studio.callVerb(activateBackground, { id: sky })],
    ["another stream that its sky has a turn in", ({ own }) => studio.callVerb(updateStream, { id: own, autoSwitch: "every-song" })],
  ])("says once it has %s that somebody has built upon it, and not before", async (_what, build) => {
    const own = (await studio.callVerb(createStream, { title: "Mine" })).id;
    await make();
    const { isBuiltUpon, streamId: id } = await status();
    expect(isBuiltUpon).toBe(false);
    const { db } = studio.services;
    const [song, sky] = [db.select().from(tracks).get()?.id, db.select().from(backgrounds).get()?.id];
    if (id === null || !song || !sky) throw new Error("the sample channel is not there");
    await build({ id, own, song, sky });
    expect(await status()).toMatchObject({ isBuiltUpon: true });
  });

  it("is removed though a part of it was deleted by hand", async () => {
    await make();
    await studio.callVerb(deleteTrack, { id: studio.services.db.select().from(tracks).get()?.id });
    expect(await studio.callVerb(removeSample, undefined)).toMatchObject({ state: "none" });
    expect(studio.services.db.select().from(sampleParts).all()).toEqual([]);
  });

  it("is heard and seen from its first song on, while the others are made", async () => {
    let then: unknown = null;
    atTheLastSong(async () => {
      then = [await status(), studio.services.db.select().from(testStreams).all().length];
    });
    await make();
    expect(then).toMatchObject([{ state: "making", streamId: (await status()).streamId }, 1]);
  });

  it("is made once however often it is asked for", async () => {
    await make();
    await make();
    expect(studio.services.db.select().from(streams).all()).toHaveLength(1);
  });

  it("leaves nothing when it is cancelled, and says nothing of a failure", async () => {
    await status();
    const before = rowsOfAllTables();
    atTheLastSong(() => studio.callVerb(cancelSample, undefined));
    await make();
    expect(await status()).toMatchObject({ state: "none", reason: null });
    expect(rowsOfAllTables()).toEqual(before);
  });

  it("is none at once when it is cancelled while it waits for the machine, and is made anew", async () => {
    await studio.callVerb(makeSample, undefined);
    expect(await studio.callVerb(cancelSample, undefined)).toMatchObject({ state: "none" });
    await make();
    expect(await status()).toMatchObject({ state: "ready" });
    expect(studio.services.db.select().from(streams).all()).toHaveLength(1);
  });

  it("leaves nothing when it fails, and says why in a sentence; the next attempt begins anew", async () => {
    await status();
    const before = rowsOfAllTables();
    atTheLastSong(() => Promise.reject(new AppError("disk-full", "The disk is full")));
    await make();
    expect(await status()).toMatchObject({ state: "none", reason: "The disk is full" });
    expect(rowsOfAllTables()).toEqual(before);
    bring(studio);
    await make();
    expect(await status()).toMatchObject({ state: "ready", reason: null });
  });

  it("says a sentence also where the machine failed in its own words", async () => {
    studio.ports.sampleMaker.makeBackground = () => Promise.reject(new Error("exit 187"));
    await make();
    expect((await status()).reason).toBe("The sample channel could not be made. The log knows more.");
  });

  it("is told as half there after a crash in the middle, and is whole after the next press", async () => {
    const ending = new AbortController();
    atTheLastSong(async () => ending.abort());
    await studio.callVerb(makeSample, undefined);
    await run(ending.signal);
    studio = studio.reopen();
    bring(studio);
    expect(await status()).toMatchObject({ state: "partly" });
    await make();
    expect(await status()).toMatchObject({ state: "ready" });
    expect(studio.services.db.select().from(tracks).all()).toHaveLength(TITLES.length);
  });

  it("is not removed while it is being made", async () => {
    await studio.callVerb(makeSample, undefined);
    expect((await studio.refusal(removeSample, undefined)).code).toBe("conflict");
  });
});
