import type { ItemId, SessionId, StreamId, TrackId } from "@nightjar/contract";
import { sql } from "drizzle-orm";
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { moment } from "./columns.ts";

/** What really aired. No references: the log outlives streams and tracks. */
export const asRun = sqliteTable(
  "as_run",
  {
    /** The engine's journal entry, so that it is taken once. */
    entryId: text("entry_id").primaryKey(),
    streamId: text("stream_id").$type<StreamId>().notNull(),
    sessionId: text("session_id").$type<SessionId>().notNull(),
    itemId: text("item_id").$type<ItemId>().notNull(),
    trackId: text("track_id").$type<TrackId>().notNull(),
    title: text("title").notNull(),
    artist: text("artist").notNull(),
    isrcCode: text("isrc_code"),
    startedAt: moment("started_at").notNull(),
    /** null: it is on air, or the process that aired it died before it could tell. */
    endedAt: moment("ended_at"),
    /** JSON: where it was sent, and when it did not arrive there. */
    destinations: text("destinations").notNull().default("[]"),
  },
  (table) => [
    index("as_run_stream").on(table.streamId, table.startedAt),
    // A handful of rows, however long the log is.
    index("as_run_open")
      .on(table.streamId, table.startedAt)
      .where(sql`"ended_at" is null`),
  ],
);
