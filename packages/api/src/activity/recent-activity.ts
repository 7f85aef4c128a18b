import { ACTIVITIES, PLAYLIST_ACTIVITIES, activity, activityQuery, changedEntity, recentActivity } from "@nightjar/contract";
import type { Activity } from "@nightjar/contract";
import { auditLog, users } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { and, desc, eq, gte, inArray, isNotNull, isNull } from "drizzle-orm";
import { z } from "zod";
import { snapshotOf } from "../audit-snapshots.ts";
import { changedSomething } from "../audit.ts";
import { defineVerb } from "../verb.ts";

const TOLD_MAX = 6;
/** So many entries are looked at for that: who uploads an album leaves one for each track. */
const LOOKED_AT_MAX = 500;
/** What is further apart does not belong together. */
const ROW_MS = 60 * 60_000;

/** What people did of late, as the audit log knows it; what was refused changed nothing. */
export const listActivity = defineVerb({
  name: "activity.recent",
  access: "approved",
  kind: "query",
  input: activityQuery,
  output: recentActivity,
  run: ({ ctx: { services }, input }) =>
    services.db.transaction((tx) =>
      inRows(entriesOf(tx, input?.of === "playlists" ? PLAYLIST_ACTIVITIES : ACTIVITIES))
        .slice(0, TOLD_MAX)
        .map((row) => toActivity(tx, row)),
    ),
});

function entriesOf(tx: Tx, actions: readonly Activity["action"][]) {
  const { action, at, entity, id, subjectId, userId } = auditLog;
  return tx
    .select({ action, at, entity, id, subjectId, userId, by: users.email })
    .from(auditLog)
    .leftJoin(users, eq(users.id, userId))
    .where(and(eq(auditLog.outcome, "ok"), inArray(action, actions), changedSomething))
    .orderBy(desc(id))
    .limit(LOOKED_AT_MAX)
    .all();
}
type Entry = ReturnType<typeof entriesOf>[number];

/** What one person did in the same way within an hour, to one thing or to several. */
interface Row {
  readonly newest: Entry;
  oldest: Entry;
  readonly subjects: Set<string | null>;
}

/** Also where something else was done in between: who fills a stream adds to the library and to the stream by turns. */
function inRows(entries: readonly Entry[]): Row[] {
  const rows: Row[] = [];
  const last = new Map<string, Row>();
  for (const entry of entries) {
    const alike = `${entry.userId} ${entry.action}`;
    const row = last.get(alike);
    if (row && row.oldest.at.getTime() - entry.at.getTime() <= ROW_MS) {
      row.subjects.add(entry.subjectId);
      row.oldest = entry;
      continue;
    }
    const begun = { newest: entry, oldest: entry, subjects: new Set([entry.subjectId]) };
    rows.push(begun);
    last.set(alike, begun);
  }
  return rows;
}

function toActivity(tx: Tx, { newest, subjects }: Row): Activity {
  const { action, at, by, id, userId } = newest;
  return activity.parse({
    id,
    at: at.toISOString(),
    by,
    isByStudio: userId === null,
    action,
    name: nameOf(tx, newest),
    total: subjects.size,
  });
}

const titled = z.object({ title: z.string() }).transform(({ title }) => title);
const named = z.object({ name: z.string() }).transform(({ name }) => name);
const nameIn = titled.or(named);

/** As it is called now; of what is gone, as it was called when it was deleted. */
function nameOf(tx: Tx, { entity, id, subjectId }: Entry): string | null {
  const known = changedEntity.safeParse(entity);
  if (!known.success || subjectId === null) return null;
  const snapshot = snapshotOf(tx, known.data, subjectId) ?? beforeItsEnd(tx, subjectId, id);
  return nameIn.safeParse(snapshot).data ?? null;
}

/** The last entry about it has all of its fields. */
function beforeItsEnd(tx: Tx, subjectId: string, fromId: number): unknown {
  const ofIt = and(gte(auditLog.id, fromId), eq(auditLog.subjectId, subjectId), isNotNull(auditLog.before), isNull(auditLog.after));
  const last = tx.select({ before: auditLog.before }).from(auditLog).where(ofIt).orderBy(desc(auditLog.id)).get();
  return last?.before === undefined || last.before === null ? null : JSON.parse(last.before);
}
