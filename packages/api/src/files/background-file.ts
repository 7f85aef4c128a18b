import { BACKGROUND_AIRS_MAX_MS, LONG_VIDEO_TEXT, NO_COPY_TEXT } from "@nightjar/contract";
import type { PlanBackground } from "@nightjar/contract";
import { backgroundFiles, backgrounds } from "@nightjar/db";
import { eq, sql } from "drizzle-orm";
import { fileUrl, parseFileName } from "./file-urls.ts";
import type { FileName } from "./file-urls.ts";
import type { Files } from "../ports.ts";

export type BackgroundFileRow = typeof backgroundFiles.$inferSelect;

const SHA256_CHARS = 64;
/** Joins a background to the row of its file; written so that the file's key is used as an index. */
export const isFileOfBackground = eq(
  backgroundFiles.sha256,
  sql`substr(${backgrounds.videoUrl}, ${fileUrl("video", "").length + 1}, ${SHA256_CHARS})`,
);

export const mezzanineName = (sha256: string) => `${sha256}.mp4`;
export const backgroundFileUrl = (row: Pick<BackgroundFileRow, "sha256" | "extension">) =>
  fileUrl("video", `${row.sha256}.${row.extension}`);

/** What is shown and aired: the normalised copy, and as long as there is none the upload itself. */
export function shownFile(row: BackgroundFileRow): FileName | null {
  const { extension, mezzanineSha256, mezzanineState, sha256 } = row;
  const hasMezzanine = mezzanineState === "ready" && mezzanineSha256 !== null;
  return parseFileName("video", hasMezzanine ? mezzanineName(mezzanineSha256) : `${sha256}.${extension}`);
}

/** What airs of it where that is not all, or not as good as it should be. */
export function noteOf({
  kind,
  durationMs,
  mezzanineState,
}: Pick<BackgroundFileRow, "kind" | "durationMs" | "mezzanineState">): string | null {
  if (mezzanineState === "failed") return NO_COPY_TEXT;
  return kind === "video" && durationMs > BACKGROUND_AIRS_MAX_MS ? LONG_VIDEO_TEXT : null;
}

export function planBackgroundOf(files: Files, row: BackgroundFileRow): PlanBackground {
  const file = shownFile(row);
  return file ? { kind: row.kind, file: { path: files.path("video", file.name), sha256: file.sha256 } } : { kind: "default" };
}
