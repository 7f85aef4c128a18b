import type { SessionEnd } from "@nightjar/contract";
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { moment } from "./columns.ts";

/** Why a session is no more, for whoever comes with its token afterwards. No reference: the account may be gone too. */
export const endedSessions = sqliteTable(
  "ended_sessions",
  {
    /** SHA-256 of the token, as it stood in `sessions`. */
    token: text("token").primaryKey(),
    why: text("why").$type<SessionEnd>().notNull(),
    endedAt: moment("ended_at").notNull(),
  },
  (table) => [index("ended_sessions_at").on(table.endedAt)],
);
