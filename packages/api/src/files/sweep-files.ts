import { artworkFiles, audioFiles, backgroundFiles, backgrounds, streams, tracks } from "@nightjar/db";
import type { Db } from "@nightjar/db";
import { and, eq, lt, notExists, or, sql } from "drizzle-orm";
import { mezzanineName } from "./background-file.ts";
import type { Services } from "../context.ts";
import { knownMedia } from "./sweep-media.ts";
import type { Files } from "../ports.ts";
import { fileUrl, parseFileName } from "./file-urls.ts";
import { artworkName } from "./store-artwork.ts";

/** An upload may wait this long for its track or background to be saved. */
const UNUSED_FOR_MS = 24 * 60 * 60 * 1000;

/**
 * At start, before anything is served: a crash between the move and the row leaves a file without a row. Such a file
 * was never answered for, so it goes.
 */
export function sweepStrays({ db, files, log }: Services): void {
  const background = db.select().from(backgroundFiles).all();
  const known = {
    audio: db.select({ sha256: audioFiles.sha256 }).from(audioFiles).all(),
    artwork: db.select({ sha256: artworkFiles.sha256 }).from(artworkFiles).all(),
    video: [...background, ...background.map((row) => ({ sha256: row.mezzanineSha256 }))],
    media: knownMedia({ db }),
  };
  for (const kind of ["audio", "artwork", "video", "media"] as const) {
    const names = new Set(known[kind].map((row) => row.sha256));
    for (const name of files.list(kind)) {
      const parsed = parseFileName(kind, name);
      if (!parsed || names.has(parsed.sha256)) continue;
      log.info({ kind, name }, "a file without a row was removed");
      files.remove(kind, name);
    }
  }
}

/**
 * Files nothing uses any more, long enough after they came that nobody is about to. They go when it is on the disk that their rows have: a
 * row that a power cut brought back would have none.
 */
export async function sweepUnused({ clock, db, files }: Services): Promise<void> {
  const before = new Date(clock.nowMs() - UNUSED_FOR_MS);
  const usedAudio = db.select({ id: tracks.id }).from(tracks).where(eq(tracks.audioSha256, audioFiles.sha256));
  const goneAudio = db
    .delete(audioFiles)
    .where(and(lt(audioFiles.createdAt, before), notExists(usedAudio)))
    .returning()
    .all();
  const goneVideos = deleteUnusedBackgrounds(db, before);
  const url = sql`${fileUrl("artwork", "")} || ${artworkFiles.sha256} || '.jpg'`;
  const onTracks = db.select({ id: tracks.id }).from(tracks).where(eq(tracks.artworkUrl, url));
  const onStreams = db.select({ id: streams.id }).from(streams).where(eq(streams.artworkUrl, url));
  const onBackgrounds = db.select({ id: backgrounds.id }).from(backgrounds).where(eq(backgrounds.thumbnailUrl, url));
  const asPoster = db
    .select({ sha256: backgroundFiles.sha256 })
    .from(backgroundFiles)
    .where(eq(backgroundFiles.posterSha256, artworkFiles.sha256));
  const isUnused = [onTracks, onStreams, onBackgrounds, asPoster].map((use) => notExists(use));
  const goneArtwork = db
    .delete(artworkFiles)
    .where(and(lt(artworkFiles.createdAt, before), ...isUnused))
    .returning()
    .all();

  await db.flushed();
  // Somebody can have uploaded the same meanwhile.
  for (const { extension, sha256 } of goneAudio) {
    if (!db.select().from(audioFiles).where(eq(audioFiles.sha256, sha256)).get()) files.remove("audio", `${sha256}.${extension}`);
  }
  for (const { sha256 } of goneArtwork) {
    if (!db.select().from(artworkFiles).where(eq(artworkFiles.sha256, sha256)).get()) files.remove("artwork", artworkName(sha256));
  }
  removeVideos(db, files, goneVideos);
}

function deleteUnusedBackgrounds(db: Db, before: Date): GoneVideo[] {
  const url = sql`${fileUrl("video", "")} || ${backgroundFiles.sha256} || '.' || ${backgroundFiles.extension}`;
  const used = db.select({ id: backgrounds.id }).from(backgrounds).where(eq(backgrounds.videoUrl, url));
  return db
    .delete(backgroundFiles)
    .where(and(lt(backgroundFiles.createdAt, before), notExists(used)))
    .returning()
    .all();
}

type GoneVideo = Pick<typeof backgroundFiles.$inferSelect, "extension" | "mezzanineSha256" | "sha256">;

function removeVideos(db: Db, files: Files, gone: readonly GoneVideo[]): void {
  // One video in two wrappings can have become one copy, and somebody can have uploaded a copy.
  const removeUnlessHeld = (sha256: string, name: string) => {
    const isHeld = or(eq(backgroundFiles.sha256, sha256), eq(backgroundFiles.mezzanineSha256, sha256));
    if (!db.select().from(backgroundFiles).where(isHeld).get()) files.remove("video", name);
  };
  for (const { extension, mezzanineSha256, sha256 } of gone) {
    removeUnlessHeld(sha256, `${sha256}.${extension}`);
    if (mezzanineSha256 !== null) removeUnlessHeld(mezzanineSha256, mezzanineName(mezzanineSha256));
  }
}
