import type { SessionId, StreamId } from "@nightjar/contract";
import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { moment } from "./columns.ts";
import { streams } from "./streams.ts";

/** Test streams that are wanted, from Start to Stop: off the air, and so beside the sessions that are on it. */
export const testStreams = sqliteTable("test_streams", {
  streamId: text("stream_id")
    .$type<StreamId>()
    .primaryKey()
    .references(() => streams.id, { onDelete: "cascade" }),
  sessionId: text("session_id").$type<SessionId>().notNull(),
  /** Ciphertext of the SecretBox: whoever knows the name can watch. */
  nameSealed: text("name_sealed").notNull(),
  startedAt: moment("started_at").notNull(),
});
