import { index, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { createdAt } from "./columns.ts";

export const LOUDNESS_STATES = ["pending", "measured", "failed"] as const;

/** An uploaded audio file, named by its content: the same file twice is one row. */
export const audioFiles = sqliteTable(
  "audio_files",
  {
    /** SHA-256 of the content, hex. */
    sha256: text("sha256").primaryKey(),
    /** Without the dot, from the sniffed format, never from the client's name. */
    extension: text("extension").notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    durationMs: integer("duration_ms").notNull(),
    codec: text("codec").notNull(),
    sampleRateHz: integer("sample_rate_hz").notNull(),
    channels: integer("channels").notNull(),
    /** EBU R128, see contract's Loudness. */
    loudnessState: text("loudness_state", { enum: LOUDNESS_STATES }).notNull().default("pending"),
    integratedLufs: real("integrated_lufs"),
    rangeLu: real("range_lu"),
    truePeakDbtp: real("true_peak_dbtp"),
    createdAt: createdAt(),
  },
  (table) => [index("audio_files_loudness").on(table.loudnessState)],
);
