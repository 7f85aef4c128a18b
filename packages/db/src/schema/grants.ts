import type { GrantId, GrantService, UserId } from "@nightjar/contract";
import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { createdAt, moment, uuidKey } from "./columns.ts";
import { users } from "./users.ts";

/**
 * Leave that an account of a foreign service has given us (OAuth 2). `…Sealed` columns hold ciphertext of the SecretBox; no response
 * carries them.
 */
export const grants = sqliteTable(
  "grants",
  {
    id: uuidKey().$type<GrantId>(),
    service: text("service").$type<GrantService>().notNull(),
    /** The far account's own id; null: not asked yet. */
    account: text("account"),
    accessTokenSealed: text("access_token_sealed").notNull(),
    /** null: the service gave none, and the grant ends with its access token. */
    refreshTokenSealed: text("refresh_token_sealed"),
    /** Of the access token; null: it was not told. */
    expiresAt: moment("expires_at"),
    /** Since when the service takes it no more: somebody has to connect again. */
    lostAt: moment("lost_at"),
    /** Since when nobody wants it: it is given back as soon as nothing is under way with it. */
    endedAt: moment("ended_at"),
    grantedBy: text("granted_by")
      .$type<UserId>()
      .references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex("grants_account").on(table.service, table.account), index("grants_granted_by").on(table.grantedBy)],
);

/** Who was sent to a foreign service and has not come back yet. Taken out by the first who comes back with its state. */
export const grantRequests = sqliteTable(
  "grant_requests",
  {
    /** SHA-256 of the state, hex: a stolen database finishes nothing. */
    state: text("state").primaryKey(),
    service: text("service").$type<GrantService>().notNull(),
    userId: text("user_id")
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** What it is for, in the words of the room that asked: a stream's id for one. */
    purpose: text("purpose").notNull(),
    /** SHA-256 of the nonce in the browser's cookie, hex. */
    browser: text("browser").notNull(),
    /** Of PKCE. Ciphertext of the SecretBox. */
    verifierSealed: text("verifier_sealed").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("grant_requests_user").on(table.userId), index("grant_requests_expires").on(table.expiresAt)],
);
