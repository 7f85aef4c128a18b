import { artworkFiles, audioFiles, backgroundFiles, backgrounds, streams, tracks } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { and, eq, lt, notExists, or, sql } from "drizzle-orm";
import { mezzanineName } from "./background-file.ts";
import type { Services } from "../context.ts";
import type { Files } from "../ports.ts";
import { fileUrl } from "./file-urls.ts";
import { UNUSED_FOR_MS } from "./release-files.ts";
import { artworkName } from "./store-artwork.ts";

type Needs = Pick<Services, "clock" | "db" | "engine" | "files">;

/**
 * Files nothing uses any more, long enough after they came that nobody is about to, and that what is on air does without. They go when it
 * is on the disk that their rows have: a row that a power cut brought back would have none.
 * @returns whether all that was due is gone: what is on air may need some of it
 */
export async function sweepUnused({ clock, db, engine, files }: Needs): Promise<boolean> {
  const before = new Date(clock.nowMs() - UNUSED_FOR_MS);
  let isAllGone = true;
  const free = <T extends DueFile>(due: readonly T[]): T[] => {
    if (due.length === 0) return [];
    const inUse = engine.filesInUse(new Set(due.flatMap(contentsOf)));
    const found = due.filter((file) => !contentsOf(file).some((sha256) => inUse.has(sha256)));
    isAllGone &&= found.length === due.length;
    return found;
  };
  const gone = db.transaction((tx) => {
    const audio = free(dueAudio(tx, before));
    for (const { sha256 } of audio) tx.delete(audioFiles).where(eq(audioFiles.sha256, sha256)).run();
    const videos = free(dueVideos(tx, before));
    for (const { sha256 } of videos) tx.delete(backgroundFiles).where(eq(backgroundFiles.sha256, sha256)).run();
    const artwork = free(dueArtwork(tx, before));
    for (const { sha256 } of artwork) tx.delete(artworkFiles).where(eq(artworkFiles.sha256, sha256)).run();
    return { audio, videos, artwork };
  });

  await db.flushed();
  // Somebody can have uploaded the same meanwhile.
  for (const { extension, sha256 } of gone.audio) {
    if (!db.select().from(audioFiles).where(eq(audioFiles.sha256, sha256)).get()) files.remove("audio", `${sha256}.${extension}`);
  }
  for (const { sha256 } of gone.artwork) {
    if (!db.select().from(artworkFiles).where(eq(artworkFiles.sha256, sha256)).get()) files.remove("artwork", artworkName(sha256));
  }
  removeVideos(db, files, gone.videos);
  return isAllGone;
}

interface DueFile {
  readonly sha256: string;
  readonly mezzanineSha256?: string | null;
}

/** Of a video either of both airs. */
const contentsOf = ({ mezzanineSha256, sha256 }: DueFile) => [sha256, ...(mezzanineSha256 ? [mezzanineSha256] : [])];

function dueAudio(tx: Tx, before: Date) {
  const used = tx.select({ id: tracks.id }).from(tracks).where(eq(tracks.audioSha256, audioFiles.sha256));
  return tx
    .select()
    .from(audioFiles)
    .where(and(lt(audioFiles.createdAt, before), notExists(used)))
    .all();
}

function dueVideos(tx: Tx, before: Date): GoneVideo[] {
  const url = sql`${fileUrl("video", "")} || ${backgroundFiles.sha256} || '.' || ${backgroundFiles.extension}`;
  const used = tx.select({ id: backgrounds.id }).from(backgrounds).where(eq(backgrounds.videoUrl, url));
  return tx
    .select()
    .from(backgroundFiles)
    .where(and(lt(backgroundFiles.createdAt, before), notExists(used)))
    .all();
}

function dueArtwork(tx: Tx, before: Date) {
  const url = sql`${fileUrl("artwork", "")} || ${artworkFiles.sha256} || '.jpg'`;
  const onTracks = tx.select({ id: tracks.id }).from(tracks).where(eq(tracks.artworkUrl, url));
  const onStreams = tx.select({ id: streams.id }).from(streams).where(eq(streams.artworkUrl, url));
  const onBackgrounds = tx.select({ id: backgrounds.id }).from(backgrounds).where(eq(backgrounds.thumbnailUrl, url));
  const asPoster = tx
    .select({ sha256: backgroundFiles.sha256 })
    .from(backgroundFiles)
    .where(eq(backgroundFiles.posterSha256, artworkFiles.sha256));
  const isUnused = [onTracks, onStreams, onBackgrounds, asPoster].map((use) => notExists(use));
  return tx
    .select()
    .from(artworkFiles)
    .where(and(lt(artworkFiles.createdAt, before), ...isUnused))
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
