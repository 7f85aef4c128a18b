import { AppError } from "@nightjar/contract";
import type { MediaAsset, MediaAssetId } from "@nightjar/contract";
import { mediaAssets } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { desc, eq, sql } from "drizzle-orm";
import { type MediaRow, toMediaAsset } from "../files/media-asset.ts";

export const noSuchPicture = () => new AppError("not-found", "The picture is not in the media library");

/** Newest first. */
export function readMedia(db: Db): MediaAsset[] {
  const rows = db
    .select()
    .from(mediaAssets)
    .orderBy(desc(mediaAssets.createdAt), sql`rowid desc`)
    .all();
  return rows.map(toMediaAsset);
}

/** @throws AppError 404 */
export function readMediaRow(db: Db | Tx, id: MediaAssetId): MediaRow {
  const row = db.select().from(mediaAssets).where(eq(mediaAssets.id, id)).get();
  if (!row) throw noSuchPicture();
  return row;
}

/** Beside its picture and named after it; pictures themselves are never kept as webp. */
export const thumbnailName = (sha256: string) => `${sha256}.webp`;
