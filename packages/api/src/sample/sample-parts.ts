import { sampleParts, streams } from "@nightjar/db";
import type { SAMPLE_PART_KINDS, Db, Tx } from "@nightjar/db";
import { streamId } from "@nightjar/contract";
import type { SampleChannel, StreamId } from "@nightjar/contract";
import { and, eq } from "drizzle-orm";
import type { Change } from "../changes.ts";
import type { Services } from "../context.ts";

export type PartKind = (typeof SAMPLE_PART_KINDS)[number];

/** Within the transaction that made them: a crash leaves no part that is not known as one. */
export function notePart(tx: Tx, kind: PartKind, id: string): void {
  tx.insert(sampleParts).values({ kind, id }).onConflictDoNothing().run();
}

export function noteChanges(tx: Tx, changes: readonly Change[]): void {
  for (const { entity, id } of changes) {
    if (entity === "tracks" || entity === "backgrounds" || entity === "streams") notePart(tx, entity, id);
  }
}

export function forgetPart(tx: Tx, kind: PartKind, id: string): void {
  tx.delete(sampleParts)
    .where(and(eq(sampleParts.kind, kind), eq(sampleParts.id, id)))
    .run();
}

export function partsOf(db: Db | Tx, kind: PartKind): string[] {
  const rows = db.select({ id: sampleParts.id }).from(sampleParts).where(eq(sampleParts.kind, kind)).all();
  return rows.map(({ id }) => id);
}

export function readSample({ db, sampleWork }: Pick<Services, "db" | "sampleWork">): SampleChannel {
  const { making, reason } = sampleWork;
  if (making) return { state: "making", step: making.step, progress: making.progress, reason: null, streamId: null };
  const hasParts = db.select().from(sampleParts).get() !== undefined;
  const id = completeStream(db);
  const state = !hasParts ? "none" : id === null ? "partly" : "ready";
  return { state, step: null, progress: 0, reason, streamId: id };
}

/** null: it was never complete, or its stream is gone. */
function completeStream(db: Db): StreamId | null {
  for (const id of partsOf(db, "complete")) {
    const known = streamId.safeParse(id);
    if (known.success && db.select().from(streams).where(eq(streams.id, known.data)).get()) return known.data;
  }
  return null;
}
