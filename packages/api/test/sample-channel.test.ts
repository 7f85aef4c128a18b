import { AppError } from "@nightjar/contract";
import { artworkFiles, audioFiles, auditLog, backgroundFiles, backgrounds, sampleParts, streams, testStreams, tracks } from "@nightjar/db";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SampleSong } from "../src/ports.ts";
import { createTrack } from "../src/library/create-track.ts";
import { deleteTrack } from "../src/library/delete-track.ts";
import { cancelSample, getSample, makeSample, removeSample } from "../src/sample/sample-channel.ts";
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
const TABLES = [streams, tracks, backgrounds, audioFiles, artworkFiles, backgroundFiles, sampleParts, testStreams];

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

/** Runs what was queued for the sample channel. @param signal of the process */
async function run(signal = new AbortController().signal): Promise<void> {
  const job = studio.ports.queued.findLast(({ key }) => key === "sample");
  await job?.run(signal, () => undefined);
}
async function make(): Promise<void> {
  await studio.callVerb(makeSample, undefined);
  await run();
}
const status = () => studio.callVerb(getSample, undefined);
const counts = () => TABLES.map((table) => studio.services.db.select().from(table).all().length);
const NOTHING = TABLES.map(() => 0);

describe("the sample channel", () => {
  it("is made in one call: a stream of all songs with background and overlay, whose test runs", async () => {
    expect(await status()).toMatchObject({ state: "none" });
    expect(await studio.callVerb(makeSample, undefined)).toMatchObject({ state: "making" });
    await run();
    const { state, streamId } = await status();
    expect(state).toBe("ready");
    const { db } = studio.services;
    expect(db.select().from(testStreams).get()?.streamId).toBe(streamId);
    expect(
      db
        .select()
        .from(tracks)
        .all()
        .map(({ title }) => title)
        .toSorted(),
    ).toEqual(TITLES.toSorted());
    expect(db.select().from(streams).get()).toMatchObject({ activeBackgroundId: db.select().from(backgrounds).get()?.id });
  });

  it("is removed to the last row and file, and the audit log alone remembers", async () => {
    await make();
    const audited = studio.services.db.select().from(auditLog).all().length;
    expect(await studio.callVerb(removeSample, undefined)).toMatchObject({ state: "none", streamId: null });
    expect(counts()).toEqual(NOTHING);
    expect(studio.services.db.select().from(auditLog).all().length).toBeGreaterThan(audited);
  });

  it("takes nothing with it that is somebody's own, though it has the same file", async () => {
    await make();
    const { audioSha256 } = studio.services.db.select().from(tracks).get() ?? {};
    const fileUrl = `/api/files/audio/${audioSha256 ?? ""}.mp3`;
    const own = await studio.callVerb(createTrack, { title: "Mine", artist: "Me", duration: "0:40", fileUrl });
    await studio.callVerb(removeSample, undefined);
    expect(
      studio.services.db
        .select()
        .from(tracks)
        .all()
        .map(({ id }) => id),
    ).toEqual([own.id]);
    expect(
      studio.services.db
        .select()
        .from(audioFiles)
        .all()
        .map(({ sha256 }) => sha256),
    ).toEqual([audioSha256]);
  });

  it("is removed though a part of it was deleted by hand", async () => {
    await make();
    await studio.callVerb(deleteTrack, { id: studio.services.db.select().from(tracks).get()?.id });
    expect(await studio.callVerb(removeSample, undefined)).toMatchObject({ state: "none" });
    expect(studio.services.db.select().from(sampleParts).all()).toEqual([]);
  });

  it("is made once however often it is asked for", async () => {
    await make();
    await make();
    expect(studio.services.db.select().from(streams).all()).toHaveLength(1);
  });

  it("leaves nothing when it is cancelled, and says nothing of a failure", async () => {
    studio.ports.sampleMaker.makeBackground = async ({ signal }) => {
      await studio.callVerb(cancelSample, undefined);
      signal.throwIfAborted();
      return Buffer.from("sky");
    };
    await make();
    expect(await status()).toMatchObject({ state: "none", reason: null });
    expect(studio.services.db.select().from(tracks).all()).toEqual([]);
  });

  it("leaves nothing when it fails, and says why in a sentence; the next attempt begins anew", async () => {
    studio.ports.sampleMaker.makeBackground = () => Promise.reject(new AppError("disk-full", "The disk is full"));
    await make();
    expect(await status()).toMatchObject({ state: "none", reason: "The disk is full" });
    expect(studio.services.db.select().from(tracks).all()).toEqual([]);
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
    studio.ports.sampleMaker.makeBackground = async ({ signal }) => {
      ending.abort();
      signal.throwIfAborted();
      return Buffer.from("sky");
    };
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
