import type { DestinationId, DestinationKind, StreamId } from "@nightjar/contract";
import { sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { createdAt, uuidKey } from "./columns.ts";
import { streams } from "./streams.ts";

/** Where a stream is sent. One of each kind; "rtmp" is the one given by hand. */
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
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex("destinations_stream_kind").on(table.streamId, table.kind)],
);
