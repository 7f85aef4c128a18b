import { AppError, formatDuration } from "@nightjar/contract";
import type { Background, BackgroundId } from "@nightjar/contract";
import { backgroundFiles, backgrounds } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { desc, eq } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { isFileOfBackground, noteOf } from "../files/background-file.ts";
import type { BackgroundFileRow } from "../files/background-file.ts";

export const noSuchBackground = () => new AppError("not-found", "Background not found");

interface BackgroundRow {
  readonly background: typeof backgrounds.$inferSelect;
  readonly file: BackgroundFileRow | null;
}

function selectBackgrounds(db: Db | Tx, where: SQL | undefined): BackgroundRow[] {
  return db
    .select({ background: backgrounds, file: backgroundFiles })
    .from(backgrounds)
    .leftJoin(backgroundFiles, isFileOfBackground)
    .where(where)
    .orderBy(desc(backgrounds.createdAt), desc(backgrounds.id))
    .all();
}

/** Newest first. */
export const readBackgrounds = (db: Db | Tx): Background[] => selectBackgrounds(db, undefined).map(toBackground);

/** @throws AppError 404 */
export function readBackgroundRow(db: Db | Tx, id: BackgroundId): BackgroundRow {
  const row = selectBackgrounds(db, eq(backgrounds.id, id))[0];
  if (!row) throw noSuchBackground();
  return row;
}

/** @throws AppError 404 */
export const readBackground = (db: Db | Tx, id: BackgroundId): Background => toBackground(readBackgroundRow(db, id));

function toBackground({ background, file }: BackgroundRow): Background {
  return {
    id: background.id,
    title: background.title,
    description: background.description,
    videoUrl: background.videoUrl,
    thumbnailUrl: background.thumbnailUrl,
    duration: formatDuration(background.durationMs),
    resolution: background.resolution,
    isActive: background.isActive,
    kind: file?.kind ?? "video",
    isPreparing: file?.mezzanineState === "pending",
    note: file && noteOf(file),
    createdAt: background.createdAt.toISOString(),
  };
}
