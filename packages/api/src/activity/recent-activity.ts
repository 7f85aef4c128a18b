import { ACTIVITIES, PLAYLIST_ACTIVITIES, activity, activityQuery, changedEntity, recentActivity } from "@nightjar/contract";
import type { Activity } from "@nightjar/contract";
import { auditLog, users } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { and, desc, eq, gte, inArray, isNotNull, isNull, lt } from "drizzle-orm";
import { z } from "zod";
import { snapshotOf } from "../audit-snapshots.ts";
import { changedSomething } from "../audit.ts";
import { defineVerb } from "../verb.ts";

const TOLD_MAX = 6;
/** So many entries are read at once, and on from there: who uploads an album leaves one for each track. */
const READ_AT_ONCE = 500;
/** No more than this: while they are read nobody else is answered. */
const LOOKED_AT_MAX = 10_000;
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
      inRows((beforeId) => entriesOf(tx, input?.of === "playlists" ? PLAYLIST_ACTIVITIES : ACTIVITIES, beforeId))
        .slice(0, TOLD_MAX)
        .map((row) => toActivity(tx, row)),
    ),
});

function entriesOf(tx: Tx, actions: readonly Activity["action"][], beforeId: number) {
  const { action, at, entity, id, subjectId, userId } = auditLog;
  return tx
    .select({ action, at, entity, id, subjectId, userId, by: users.email })
    .from(auditLog)
    .leftJoin(users, eq(users.id, userId))
    .where(and(lt(id, beforeId), eq(auditLog.outcome, "ok"), inArray(action, actions), changedSomething))
    .orderBy(desc(id))
    .limit(READ_AT_ONCE)
    .all();
}
type Entry = ReturnType<typeof entriesOf>[number];

/** What one person did in the same way within an hour, to one thing or to several. */
interface Row {
  readonly newest: Entry;
  oldest: Entry;
  readonly subjects: Set<string | null>;
}

const isWithin = ({ oldest }: Row, entry: Entry) => oldest.at.getTime() - entry.at.getTime() <= ROW_MS;

/** Reads on until there is no more to be told: as many rows as are, and nothing that may belong to one of them. */
function inRows(readOn: (beforeId: number) => readonly Entry[]): Row[] {
  const rows: Row[] = [];
  const last = new Map<string, Row>();
  let beforeId = Number.MAX_SAFE_INTEGER;
  for (let read = 0; read < LOOKED_AT_MAX; read += READ_AT_ONCE) {
    const entries = readOn(beforeId);
    for (const entry of entries) putInRow(entry, rows, last);
    const oldest = entries.at(-1);
    if (!oldest) break;
    const isWhole = rows.length >= TOLD_MAX && rows.slice(0, TOLD_MAX).every((row) => !isWithin(row, oldest));
    if (entries.length < READ_AT_ONCE || isWhole) break;
    beforeId = oldest.id;
  }
  return rows;
}

/** Also where something else was done in between: who fills a stream adds to the library and to the stream by turns. */
function putInRow(entry: Entry, rows: Row[], last: Map<string, Row>): void {
  const alike = `${entry.userId} ${entry.action}`;
  const row = last.get(alike);
  if (row && isWithin(row, entry)) {
    row.subjects.add(entry.subjectId);
    row.oldest = entry;
    return;
  }
  const begun = { newest: entry, oldest: entry, subjects: new Set([entry.subjectId]) };
  rows.push(begun);
  last.set(alike, begun);
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
