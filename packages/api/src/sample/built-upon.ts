import { destinations, sampleParts, streamItems, streamSessions, streams } from "@nightjar/db";
import type { Db, SAMPLE_PART_KINDS } from "@nightjar/db";
import { and, eq, inArray, isNull, notInArray, or } from "drizzle-orm";

/** Whether something would go with the sample channel that is not of it: a stream with destinations or other tracks, or one that uses its parts. */
export function isBuiltUpon(db: Db): boolean {
  const ids = (kind: (typeof SAMPLE_PART_KINDS)[number]) =>
    db.select({ id: sampleParts.id }).from(sampleParts).where(eq(sampleParts.kind, kind));
  const [ours, songs] = [ids("streams"), ids("tracks")];
  const mixed = or(
    and(inArray(streamItems.streamId, ours), notInArray(streamItems.trackId, songs)),
    and(notInArray(streamItems.streamId, ours), inArray(streamItems.trackId, songs)),
  );
  const shown = and(notInArray(streams.id, ours), inArray(streams.activeBackgroundId, ids("backgrounds")));
  const onAir = and(inArray(streamSessions.streamId, ours), isNull(streamSessions.stoppedAt));
  return (
    db.select().from(streamItems).where(mixed).get() !== undefined ||
    db.select().from(streams).where(shown).get() !== undefined ||
    db.select().from(destinations).where(inArray(destinations.streamId, ours)).get() !== undefined ||
    db.select().from(streamSessions).where(onAir).get() !== undefined
  );
}
