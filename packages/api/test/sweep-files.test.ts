import { addBackgroundFile, addTrack, shaOf } from "@nightjar/api/testing";
import { artworkFiles, audioFiles, backgroundFiles } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createBackground } from "../src/backgrounds/create-background.ts";
import { deleteBackground } from "../src/backgrounds/delete-background.ts";
import { sweepUnused } from "../src/files/sweep-files.ts";
import { deleteTrack } from "../src/library/delete-track.ts";
import { measureInBackground } from "../src/library/loudness.ts";
import { openStudio } from "./support/call-verb.ts";
import type { Studio } from "./support/call-verb.ts";

const LONG_AGO = new Date(0);
let studio: Studio;
let removed: string[];
beforeEach(async () => {
  studio = await openStudio();
  removed = [];
  studio.ports.files.remove = (kind, name) => void removed.push(`${kind}/${name}`);
});
afterEach(() => studio.close());

const addAudio = (sha256: string, createdAt: Date) => {
  const facts = { extension: "mp3", codec: "mp3", durationMs: 1000, sampleRateHz: 44_100, channels: 2, sizeBytes: 1 };
  studio.services.db
    .insert(audioFiles)
    .values({ sha256, createdAt, ...facts })
    .run();
};

it("what nothing uses goes when the disk knows that its row has, and not where somebody has brought it again meanwhile", async () => {
  const disk = Promise.withResolvers<void>();
  vi.spyOn(studio.services.db, "flushed").mockImplementation(() => disk.promise);
  addAudio("a".repeat(64), LONG_AGO);
  addAudio("b".repeat(64), LONG_AGO);
  const swept = sweepUnused(studio.services);
  expect(studio.services.db.select().from(audioFiles).all()).toEqual([]);
  addAudio("b".repeat(64), new Date(studio.services.clock.nowMs()));
  expect(removed).toEqual([]);
  disk.resolve();
  await swept;
  expect(removed).toEqual([`audio/${"a".repeat(64)}.mp3`]);
});

it("a file that is gone before its loudness was measured is not measured, and no fault is told of it", async () => {
  addAudio("a".repeat(64), LONG_AGO);
  measureInBackground(studio.services, "a".repeat(64));
  await sweepUnused(studio.services);
  await studio.ports.queued.at(-1)?.run(new AbortController().signal, () => undefined);
  expect([studio.ports.queued.length, studio.ports.logged]).toEqual([1, []]);
});

describe("the files of what was deleted", () => {
  const MINUTE_MS = 60_000;
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
  afterEach(() => void vi.useRealTimers());

  const minutesPass = async (minutes: number) => {
    studio.ports.clock.set(studio.ports.clock.nowMs() + minutes * MINUTE_MS);
    await vi.advanceTimersByTimeAsync(minutes * MINUTE_MS);
  };
  const now = () => new Date(studio.ports.clock.nowMs());
  const uploaded = (name: string, createdAt = now()) =>
    addBackgroundFile(studio.services, name, { createdAt, mezzanineState: "ready", mezzanineSha256: shaOf(`${name} copy`) });
  const made = async (videoUrl: string) => (await studio.callVerb(createBackground, { title: "Rain", videoUrl })).id;
  const namesOf = (name: string) => [`video/${shaOf(name)}.mp4`, `video/${shaOf(`${name} copy`)}.mp4`];

  it.each([
    ["a moment ago", 0],
    ["weeks ago", 20 * 24 * 60],
  ])(
    "are gone within ten minutes where they came %s, without any other housekeeping, and not while what aired them is leaving them",
    async (_, ageMinutes) => {
      const id = await made(uploaded("rain"));
      await minutesPass(ageMinutes);
      await studio.callVerb(deleteBackground, { id });
      await minutesPass(4);
      expect(removed).toEqual([]);
      // As the housekeeping of every few hours may.
      await sweepUnused(studio.services);
      expect(removed).toEqual([]);
      await minutesPass(6);
      expect(removed).toEqual(namesOf("rain"));
      expect(studio.services.db.select().from(backgroundFiles).all()).toEqual([]);
    },
  );

  it("go a few minutes after each of several deletions, those of a track with its cover", async () => {
    const [first, second] = [await made(uploaded("rain")), await made(uploaded("snow"))];
    const [cover, createdAt] = [shaOf("cover"), now()];
    studio.services.db.insert(artworkFiles).values({ sha256: cover, sizeBytes: 1, createdAt }).run();
    const track = addTrack(studio.services, "Song", "Band", { createdAt, artworkUrl: `/api/files/artwork/${cover}.jpg` });
    studio.services.db.update(audioFiles).set({ createdAt }).run();
    await studio.callVerb(deleteBackground, { id: first });
    await minutesPass(3);
    await studio.callVerb(deleteTrack, { id: track });
    await minutesPass(3);
    expect(removed).toEqual(namesOf("rain"));
    await studio.callVerb(deleteBackground, { id: second });
    await minutesPass(10);
    const ofTrack = [`audio/${shaOf("Song\nBand")}.mp3`, `artwork/${cover}.jpg`];
    expect(removed.toSorted()).toEqual([...namesOf("rain"), ...ofTrack, ...namesOf("snow")].toSorted());
  });

  it("stay while what is on air needs them, and go soon after", async () => {
    const id = await made(uploaded("rain"));
    studio.engine.inUse = [shaOf("rain copy")];
    await studio.callVerb(deleteBackground, { id });
    await minutesPass(60);
    expect(removed).toEqual([]);
    studio.engine.inUse = [];
    await minutesPass(10);
    expect(removed).toEqual(namesOf("rain"));
  });

  it("go with the next try where the disk could not be written", async () => {
    const id = await made(uploaded("rain"));
    await studio.callVerb(deleteBackground, { id });
    vi.spyOn(studio.services.db, "transaction").mockImplementationOnce(() => {
      throw new Error("database or disk is full");
    });
    await minutesPass(6);
    expect([removed, studio.ports.logged.map(({ message }) => message)]).toEqual([[], ["unused files could not be swept"]]);
    await minutesPass(6);
    expect(removed).toEqual(namesOf("rain"));
  });

  it("stay where another background has them, or where they were uploaded again and may be about to be saved", async () => {
    const [shared, again] = [uploaded("shared"), uploaded("again")];
    const [kept, gone, old] = [await made(shared), await made(shared), await made(again)];
    await minutesPass(1);
    studio.services.db
      .update(backgroundFiles)
      .set({ createdAt: now() })
      .where(eq(backgroundFiles.sha256, shaOf("again")))
      .run();
    for (const id of [gone, old]) await studio.callVerb(deleteBackground, { id });
    uploaded("never named");
    await minutesPass(60);
    expect(removed).toEqual([]);
    expect(await made(again)).not.toBe(old);
    await studio.callVerb(deleteBackground, { id: kept });
    await minutesPass(10);
    expect(removed).toEqual(namesOf("shared"));
  });
});
