import { artworkFiles, audioFiles, streams, tracks } from "@nightjar/db";
import { and, eq, lt, notExists, sql } from "drizzle-orm";
import type { Services } from "../context.ts";
import { fileUrl, parseFileName } from "./file-urls.ts";

/** An upload may wait this long for its track to be saved. */
const UNUSED_FOR_MS = 24 * 60 * 60 * 1000;

/**
 * At start, before anything is served: a crash between the move and the row leaves a file without a row. Such a file
 * was never answered for, so it goes.
 */
export function sweepStrays({ db, files, log }: Services): void {
  const audio = new Set(
    db
      .select({ sha256: audioFiles.sha256 })
      .from(audioFiles)
      .all()
      .map((row) => row.sha256),
  );
  const artwork = new Set(
    db
      .select({ sha256: artworkFiles.sha256 })
      .from(artworkFiles)
      .all()
      .map((row) => row.sha256),
  );
  for (const [kind, known] of [
    ["audio", audio],
    ["artwork", artwork],
  ] as const) {
    for (const name of files.list(kind)) {
      const parsed = parseFileName(kind, name);
      if (!parsed || known.has(parsed.sha256)) continue;
      log.info({ kind, name }, "a file without a row was removed");
      files.remove(kind, name);
    }
  }
}

/** Files no track uses any more, long enough after they came that nobody is about to. */
export function sweepUnused({ clock, db, files }: Services): void {
  const before = new Date(clock.nowMs() - UNUSED_FOR_MS);
  const usedAudio = db.select({ id: tracks.id }).from(tracks).where(eq(tracks.audioSha256, audioFiles.sha256));
  const goneAudio = db
    .delete(audioFiles)
    .where(and(lt(audioFiles.createdAt, before), notExists(usedAudio)))
    .returning()
    .all();
  for (const row of goneAudio) files.remove("audio", `${row.sha256}.${row.extension}`);

  const url = sql`${fileUrl("artwork", "")} || ${artworkFiles.sha256} || '.jpg'`;
  const onTracks = db.select({ id: tracks.id }).from(tracks).where(eq(tracks.artworkUrl, url));
  const onStreams = db.select({ id: streams.id }).from(streams).where(eq(streams.artworkUrl, url));
  const unused = and(lt(artworkFiles.createdAt, before), notExists(onTracks), notExists(onStreams));
  const goneArtwork = db.delete(artworkFiles).where(unused).returning().all();
  for (const row of goneArtwork) files.remove("artwork", `${row.sha256}.jpg`);
}
