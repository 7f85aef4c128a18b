import type { DestinationId, DestinationKind, StreamId } from "@nightjar/contract";
import { sql } from "drizzle-orm";
import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { createdAt, flag, uuidKey } from "./columns.ts";
import { streams } from "./streams.ts";

/**
 * Where a stream is sent. One of each kind, "rtmp" being the one given by hand and "youtube-backup" going with the stream's setting; besides
 * them any number of extra ones.
 */
export const destinations = sqliteTable(
  "destinations",
  {
    id: uuidKey().$type<DestinationId>(),
    streamId: text("stream_id")
      .$type<StreamId>()
      .notNull()
      .references(() => streams.id, { onDelete: "cascade" }),
    kind: text("kind").$type<DestinationKind>().notNull(),
    rtmpUrl: text("rtmp_url").notNull(),
    /** Ciphertext of the SecretBox. */
    streamKeySealed: text("stream_key_sealed").notNull(),
    /** Added beside the one of its kind. */
    isExtra: flag("is_extra").notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("destinations_stream_kind")
      .on(table.streamId, table.kind)
      .where(sql`"is_extra" = 0`),
    index("destinations_stream").on(table.streamId),
  ],
);
