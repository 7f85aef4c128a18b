import { BACKGROUND_KINDS } from "@nightjar/contract";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { artworkFiles } from "./artwork-files.ts";
import { createdAt } from "./columns.ts";

/** `unneeded`: a still picture, or a video so long that only its beginning airs. */
export const MEZZANINE_STATES = ["pending", "ready", "failed", "unneeded"] as const;

/** A file uploaded as a background, named by its content: the same file twice is one row. */
export const backgroundFiles = sqliteTable(
  "background_files",
  {
    /** SHA-256 of the content, hex. */
    sha256: text("sha256").primaryKey(),
    kind: text("kind", { enum: BACKGROUND_KINDS }).notNull(),
    /** Without the dot, from the sniffed format, never from the client's name. */
    extension: text("extension").notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    /** 0 for a still picture. */
    durationMs: integer("duration_ms").notNull(),
    widthPx: integer("width_px").notNull(),
    heightPx: integer("height_px").notNull(),
    /** null: the picture could not be kept. */
    posterSha256: text("poster_sha256").references(() => artworkFiles.sha256, { onDelete: "set null" }),
    mezzanineState: text("mezzanine_state", { enum: MEZZANINE_STATES }).notNull(),
    /** The normalised copy that airs: an mp4 in the same folder, named by its own content. */
    mezzanineSha256: text("mezzanine_sha256"),
    createdAt: createdAt(),
  },
  (table) => [
    index("background_files_mezzanine").on(table.mezzanineState),
    index("background_files_mezzanine_file").on(table.mezzanineSha256),
    index("background_files_poster").on(table.posterSha256),
  ],
);
