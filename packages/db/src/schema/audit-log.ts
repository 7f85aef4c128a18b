import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { moment } from "./columns.ts";

/** Who changed what: one row for each change a verb made or refused; never the input itself, and no secret. */
export const auditLog = sqliteTable(
  "audit_log",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    at: moment("at").notNull(),
    /** No reference: the entry outlives the account. */
    userId: text("user_id"),
    /** The verb's name, e.g. "streams.start". */
    action: text("action").notNull(),
    /** The id of what was changed, where the verb names one. */
    subjectId: text("subject_id"),
    /** What kind of thing `subjectId` names, as live events call it. */
    entity: text("entity"),
    /** JSON of the fields that differ, as they were; null where it was not there, or nothing is known of it. */
    before: text("before"),
    after: text("after"),
    /** "ok" or an error code of contract. */
    outcome: text("outcome").notNull(),
    requestId: text("request_id").notNull(),
  },
  (table) => [index("audit_log_at").on(table.at), index("audit_log_subject").on(table.subjectId, table.id)],
);
