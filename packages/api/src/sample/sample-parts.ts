import { sampleParts, streams } from "@nightjar/db";
import type { SAMPLE_PART_KINDS, Db, Tx } from "@nightjar/db";
import { backgroundId, streamId } from "@nightjar/contract";
import type { SampleChannel, StreamId } from "@nightjar/contract";
import { eq } from "drizzle-orm";
import type { Ctx, Services } from "../context.ts";
import { isBuiltUpon, streamsPlayingParts } from "./built-upon.ts";

export type PartKind = (typeof SAMPLE_PART_KINDS)[number];

/** For the verb that makes a part: noted within its transaction, so that a crash leaves none that is not known as one. */
export const noting = (ctx: Ctx, kind: PartKind): Ctx => ({
  ...ctx,
  alongside: (tx, id) => tx.insert(sampleParts).values({ kind, id }).onConflictDoNothing().run(),
});

/** With its stream it is forgotten, too, that all was there. */
export function forgetPart(tx: Tx, id: string): void {
  tx.delete(sampleParts).where(eq(sampleParts.id, id)).run();
}

/** Its stream was deleted by hand, once all was there: what somebody has kept of it is theirs. */
export const isBrokenUp = (db: Db | Tx): boolean => partsOf(db, "complete").length > 0 && streamOf(db, "complete") === null;

export function partsOf(db: Db | Tx, kind: PartKind): string[] {
  const rows = db.select({ id: sampleParts.id }).from(sampleParts).where(eq(sampleParts.kind, kind)).all();
  return rows.map(({ id }) => id);
}

export function readSample({ db, endedTests, sampleWork }: Pick<Services, "db" | "endedTests" | "sampleWork">): SampleChannel {
  const { making, reason } = sampleWork;
  const { step = null, progress = 0 } = making ?? {};
  const told = {
    ...{ step, progress, reason, streamId: streamOf(db, "streams"), isBuiltUpon: isBuiltUpon(db) },
    ...{ backgroundIds: partsOf(db, "backgrounds").map((id) => backgroundId.parse(id)), playedBy: streamsPlayingParts(db) },
  };
  if (making) return { ...told, state: "making" };
  const whole = streamOf(db, "complete");
  if (whole !== null) return { ...told, state: "ready", reason: endedTests.get(whole) ?? null };
  return { ...told, state: db.select().from(sampleParts).get() && !isBrokenUp(db) ? "partly" : "none" };
}

/** null: there is none, or it was deleted by hand. */
function streamOf(db: Db | Tx, kind: "streams" | "complete"): StreamId | null {
  for (const id of partsOf(db, kind)) {
    const known = streamId.safeParse(id);
    if (known.success && db.select().from(streams).where(eq(streams.id, known.data)).get()) return known.data;
  }
  return null;
}
