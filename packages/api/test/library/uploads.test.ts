import { artworkFiles, audioFiles, auditLog } from "@nightjar/db";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { uploadVideo } from "../../src/backgrounds/upload-video.ts";
import { uploadArtwork } from "../../src/library/upload-artwork.ts";
import { uploadAudio } from "../../src/library/upload-audio.ts";
import { uploadPicture } from "../../src/pictures/upload-picture.ts";
import type { Verb } from "../../src/verb.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";
import { bringFiles, formOf } from "../support/files.ts";
import type { KeptFiles } from "../support/files.ts";

const UPLOADS: readonly (readonly [string, Verb])[] = [
  ["a song", uploadAudio],
  ["a cover", uploadArtwork],
  ["a background", uploadVideo],
  ["a picture", uploadPicture],
];

let studio: Studio;
let kept: KeptFiles;
beforeEach(async () => {
  studio = await openStudio();
  kept = bringFiles(studio.ports);
});
afterEach(() => studio.close());

const rows = () => {
  const { db } = studio.services;
  return [db.select().from(audioFiles).all().length, db.select().from(artworkFiles).all().length];
};

describe("an upload", () => {
  it("moves the file and its cover to their places with their rows, and has the loudness measured once they are stored", async () => {
    const { fileUrl, metadata, size } = await studio.callVerb(uploadAudio, formOf("a.mp3"));
    expect(kept.published).toEqual([expect.stringMatching(/^artwork\/.*\.jpg$/), `audio/${fileUrl.split("/").at(-1)}`]);
    expect([size, metadata.artworkUrl]).toEqual([5, expect.stringMatching(/^\/api\/files\/artwork\//)]);
    expect(rows()).toEqual([1, 1]);
    expect(studio.ports.queued.map(({ key }) => key)).toEqual([expect.stringMatching(/^loudness:/)]);
  });

  it("leaves no temporary file and no row where it is refused", async () => {
    studio.ports.media.probeAudio = async () => null;
    expect(await studio.refusal(uploadAudio, formOf("a.mp3"))).toMatchObject({ code: "unsupported-type" });
    expect([kept.published, kept.discarded.length, rows()]).toEqual([[], 1, [0, 0]]);
    expect(studio.services.db.select().from(auditLog).all()).toMatchObject([{ outcome: "unsupported-type" }]);
  });

  const refuse = (table: string) =>
    studio.services.db.$client.exec(`create trigger full before insert on ${table} begin select raise(abort, 'no'); end`);

  it("leaves no temporary file, no row and nothing to measure where it cannot be stored", async () => {
    refuse("audio_files");
    expect(await studio.refusal(uploadAudio, formOf("a.mp3"))).toMatchObject({ code: "internal" });
    expect([kept.discarded.length, rows(), studio.ports.queued]).toEqual([2, [0, 0], []]);
  });

  it.each(UPLOADS)("leaves nothing of %s in its place where its row or its audit entry cannot be stored", async (_name, verb) => {
    refuse("audit_log");
    expect(await studio.refusal(verb, formOf("a"))).toMatchObject({ code: "internal" });
    expect(kept.published).toEqual([]);
  });

  it("that cannot be stored leaves alone what came before with the same content", async () => {
    await studio.callVerb(uploadAudio, formOf("a.mp3"));
    const before = [...kept.published];
    refuse("audit_log");
    expect(await studio.refusal(uploadAudio, formOf("a.mp3"))).toMatchObject({ code: "internal" });
    expect(new Set(kept.published)).toEqual(new Set(before));
  });
});

describe("a picture that is not taken", () => {
  it.each([
    ["unsupported-type", "unsupported-type"],
    ["too-large", "too-large"],
    ["animated", "unsupported-type"],
    ["damaged", "invalid-input"],
  ] as const)("(%s) is refused by the same code (%s) as a background, as a cover and in the media library", async (refusal, code) => {
    studio.ports.media.readStill = async () => refusal;
    studio.ports.media.readPicture = async () => refusal;
    const refused = [
      await studio.refusal(uploadVideo, formOf("a.png")),
      await studio.refusal(uploadArtwork, formOf("a.png")),
      await studio.refusal(uploadPicture, formOf("a.png")),
    ];
    expect(refused.map((error) => error.code)).toEqual([code, code, code]);
  });
});
