import type { UserId } from "@nightjar/contract";
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { createdAt, moment, uuidKey } from "./columns.ts";
import { users } from "./users.ts";

export const sessions = sqliteTable(
  "sessions",
  {
    id: uuidKey(),
    userId: text("user_id")
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** SHA-256 of the token, hex: a stolen database opens no session. */
    token: text("token").notNull().unique(),
    expiresAt: moment("expires_at").notNull(),
    createdAt: createdAt(),
  },
  (table) => [index("sessions_user").on(table.userId), index("sessions_expires").on(table.expiresAt)],
);
