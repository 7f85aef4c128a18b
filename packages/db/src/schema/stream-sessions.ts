import type { SessionId, StreamId } from "@nightjar/contract";
import { sql } from "drizzle-orm";
import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { moment, uuidKey } from "./columns.ts";
import { streams } from "./streams.ts";

/** The wanted state: a stream is to be on air while one of its sessions has not been stopped. */
export const streamSessions = sqliteTable(
  "stream_sessions",
  {
    id: uuidKey().$type<SessionId>(),
    streamId: text("stream_id")
      .$type<StreamId>()
      .notNull()
      .references(() => streams.id, { onDelete: "cascade" }),
    startedAt: moment("started_at").notNull(),
    stoppedAt: moment("stopped_at"),
    privacy: text("privacy").notNull().default("unlisted"),
  },
  (table) => [
    index("stream_sessions_stream").on(table.streamId, table.startedAt),
    uniqueIndex("stream_sessions_open")
      .on(table.streamId)
      .where(sql`"stopped_at" is null`),
  ],
);
