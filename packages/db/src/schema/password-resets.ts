import type { UserId } from "@nightjar/contract";
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { createdAt, moment } from "./columns.ts";
import { users } from "./users.ts";

/** Links that set a new password once. */
export const passwordResets = sqliteTable(
  "password_resets",
  {
    /** SHA-256 of the link's token, hex: a stolen database opens no account. */
    token: text("token").primaryKey(),
    /** null: asked for an e-mail that nobody has. The row is written all the same, so that both take the same time. */
    userId: text("user_id")
      .$type<UserId>()
      .references(() => users.id, { onDelete: "cascade" }),
    expiresAt: moment("expires_at").notNull(),
    createdAt: createdAt(),
  },
  (table) => [index("password_resets_user").on(table.userId), index("password_resets_expires").on(table.expiresAt)],
);
