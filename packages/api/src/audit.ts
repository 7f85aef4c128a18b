import { type ErrorCode, type StreamAction, changedEntity } from "@nightjar/contract";
import { auditLog } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { eq, isNull, ne, notInArray, or } from "drizzle-orm";
import { snapshotOf } from "./audit-snapshots.ts";
import type { Snapshot } from "./audit-snapshots.ts";
import { type Entity, changed, commit, saidOf } from "./changes.ts";
import type { Ctx, RequestFacts, Services } from "./context.ts";

type Entry = Omit<typeof auditLog.$inferInsert, "at" | "requestId" | "before" | "after">;

interface Difference {
  readonly before: string | null;
  readonly after: string | null;
}
const UNKNOWN: Difference = { before: null, after: null };
const NONE: Difference = { before: "{}", after: "{}" };

interface Reached extends Pick<Entry, "userId" | "action"> {
  readonly entity: Entity;
  readonly subjectId: string;
}

interface AuditedCall {
  readonly services: Pick<Services, "clock">;
  readonly request: Pick<RequestFacts, "requestId">;
}

/** In the transaction of the change itself, or alone where nothing was changed. @returns its id */
export function insertAudit(
  db: Db | Tx,
  { services, request }: AuditedCall,
  entry: Entry,
  { before, after }: Difference = UNKNOWN,
): number {
  const at = new Date(services.clock.nowMs());
  return db
    .insert(auditLog)
    .values({ ...entry, before, after, at, requestId: request.requestId })
    .returning({ id: auditLog.id })
    .get().id;
}

/** What was stored came to nothing after all: a call leaves one entry, and that one tells how it ended. Never throws. */
export function failAudit({ services, request }: Ctx, id: number, outcome: ErrorCode): void {
  try {
    commit(services, (tx) => {
      const entry = tx.update(auditLog).set({ outcome }).where(eq(auditLog.id, id)).returning().get();
      const entity = changedEntity.safeParse(entry?.entity).data;
      // Screens have read it as done already.
      if (entity !== undefined && entry?.subjectId) changed(tx, entity, entry.subjectId, "never");
    });
  } catch (error) {
    services.log.error({ err: error, requestId: request.requestId }, "how a call ended could not be written");
  }
}

/**
 * For what has no transaction, a refusal first of all: that it cannot be written changes no answer.
 * @param wasFound what was asked for had been done before
 * @returns its id; null: it was not written
 */
export function insertAuditOrLog(ctx: Ctx, entry: Entry, wasFound = false): number | null {
  const { request, services } = ctx;
  const { action, entity, outcome, subjectId } = entry;
  try {
    if (entity !== "streams" || outcome !== "ok" || !subjectId || wasFound)
      return insertAudit(services.db, ctx, entry, wasFound ? NONE : UNKNOWN);
    // The stream's changes show it, though nothing else of it is stored.
    return commit(services, (tx) => {
      changed(tx, "history", subjectId, "never");
      return insertAudit(tx, ctx, entry);
    });
  } catch (error) {
    services.log.error({ err: error, requestId: request.requestId, verb: action }, "an audit entry could not be written");
    return null;
  }
}

/** Looks at something else that a change reaches into. @returns writes its own entry for that, with what no field that differs would tell */
export function watchReached(tx: Tx, ctx: AuditedCall, entry: Reached): (notes: Snapshot) => void {
  const { entity, subjectId } = entry;
  const snapshot = () => snapshotOf(tx, entity, subjectId);
  const before = snapshot();
  return (notes) => {
    const after = snapshot();
    insertAudit(tx, ctx, { ...entry, outcome: "ok" }, differenceOf(before, after && { ...after, ...notes }));
  };
}

/** Looks at what is about to change. @returns the way to tell how it differs afterwards, of which the id may only be known then */
export function watchDifference(tx: Tx, entity: Entity | null, id: string | null): (idAfter: string | null) => Difference {
  if (entity === null) return () => UNKNOWN;
  const before = id === null ? null : snapshotOf(tx, entity, id);
  return (idAfter) => {
    const after = idAfter === null ? null : snapshotOf(tx, entity, idAfter);
    const { notesBefore, notesAfter, subjectBefore = before } = saidOf(tx);
    return differenceOf(subjectBefore && { ...subjectBefore, ...notesBefore }, after && { ...after, ...notesAfter });
  };
}

/** The fields that differ alone. */
export function differenceOf(before: Snapshot | null, after: Snapshot | null): Difference {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const differing = [...names].filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]));
  const cut = (of: Snapshot | null) => of && JSON.stringify(Object.fromEntries(differing.map((name) => [name, of[name]])));
  return { before: cut(before), after: cut(after) };
}

/** What these do is told by what differs: where nothing does, somebody else had done it, or the same press, whose answer was lost. */
const TOLD_BY_DIFFERENCE: (StreamAction | "settings.patch")[] = [
  ...(["streams.create", "streams.duplicate", "streams.update", "streams.start", "streams.stop"] as const),
  ...(["streams.addTrack", "streams.addTracks", "streams.stepTracklist", "streams.skip", "streams.jump"] as const),
  ...(["streams.setDestination", "streams.addDestination", "streams.replaceDestination", "streams.removeDestination"] as const),
  "settings.patch",
];

/** Of entries of the log: what they tell of was done, and not found done. */
export const changedSomething = or(isNull(auditLog.after), ne(auditLog.after, "{}"), notInArray(auditLog.action, TOLD_BY_DIFFERENCE));
