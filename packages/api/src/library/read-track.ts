import { AppError } from "@nightjar/contract";
import type { Track, TrackId } from "@nightjar/contract";
import { audioFiles, tracks } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { toTrack, trackColumns } from "./track-shape.ts";

export const noSuchTrack = () => new AppError("not-found", "Track not found");

/** @throws AppError 404 */
export function readTrack(db: Db | Tx, id: TrackId): Track {
  const row = db
    .select(trackColumns)
    .from(tracks)
    .leftJoin(audioFiles, eq(audioFiles.sha256, tracks.audioSha256))
    .where(eq(tracks.id, id))
    .get();
  if (!row) throw noSuchTrack();
  return toTrack(row);
}
