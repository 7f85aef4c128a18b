import { destinations, sampleParts, streamItems, streamSessions } from "@nightjar/db";
import type { Db, SAMPLE_PART_KINDS } from "@nightjar/db";
import { and, eq, inArray, isNull, notInArray, or } from "drizzle-orm";
import { readBackgroundUses } from "../plan/streams-showing.ts";

/** Whether something would go with the sample channel that is not of it: a stream with destinations or other tracks, or one that uses its parts. */
export function isBuiltUpon(db: Db): boolean {
  const ids = (kind: (typeof SAMPLE_PART_KINDS)[number]) =>
    db.select({ id: sampleParts.id }).from(sampleParts).where(eq(sampleParts.kind, kind));
  const [ours, songs] = [ids("streams"), ids("tracks")];
  const mixed = or(
    and(inArray(streamItems.streamId, ours), notInArray(streamItems.trackId, songs)),
    and(notInArray(streamItems.streamId, ours), inArray(streamItems.trackId, songs)),
  );
  const onAir = and(inArray(streamSessions.streamId, ours), isNull(streamSessions.stoppedAt));
  return (
    db.select().from(streamItems).where(mixed).get() !== undefined ||
    isShownElsewhere(db, namesIn(ids("backgrounds")), namesIn(ours)) ||
    db.select().from(destinations).where(inArray(destinations.streamId, ours)).get() !== undefined ||
    db.select().from(streamSessions).where(onAir).get() !== undefined
  );
}

const namesIn = (query: { all(): { id: string }[] }): ReadonlySet<string> => new Set(query.all().map(({ id }) => id));

/** Whether a stream but ours shows one of these backgrounds, by choice, as the active one or in its turn. */
function isShownElsewhere(db: Db, backgrounds: ReadonlySet<string>, ours: ReadonlySet<string>): boolean {
  return readBackgroundUses(db).some((use) => backgrounds.has(use.backgroundId) && use.streams.some(({ id }) => !ours.has(id)));
}
