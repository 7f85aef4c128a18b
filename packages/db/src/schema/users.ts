import type { UserId, UserStatus } from "@nightjar/contract";
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { createdAt, moment, uuidKey } from "./columns.ts";

export const users = sqliteTable(
  "users",
  {
    id: uuidKey().$type<UserId>(),
    /** Lower case: the same address in other capitals is the same account. */
    email: text("email").notNull().unique(),
    /** argon2id, PHC string. */
    password: text("password").notNull(),
    role: text("role").notNull().default("staff"),
    status: text("status").$type<UserStatus>().notNull().default("pending"),
    createdAt: createdAt(),
    approvedAt: moment("approved_at"),
    /** The id of the administrator; no reference, because the approval outlives that account. */
    approvedBy: text("approved_by").$type<UserId>(),
  },
  (table) => [index("users_status_created").on(table.status, table.createdAt), index("users_created").on(table.createdAt)],
);
