import type { BackgroundId, StreamId, TrackId } from "@nightjar/contract";
import { auditLog, backgrounds, destinations, sampleParts, streamItems, streamSessions, streams, tracks } from "@nightjar/db";
import type { Db, SAMPLE_PART_KINDS, Tx } from "@nightjar/db";
import { and, eq, inArray, isNull, ne, notInArray, or } from "drizzle-orm";
import { readBackgroundUses } from "../plan/streams-showing.ts";

/** Of the parts, by their kind. */
export interface PartsInUse {
  readonly streams: readonly StreamId[];
  readonly tracks: readonly TrackId[];
  readonly backgrounds: readonly BackgroundId[];
}

/** Whether something would go with the sample channel that is not of it alone, or another stream would have one turn less. */
export function isBuiltUpon(db: Db): boolean {
  const used = partsInUse(db);
  return used.streams.length + used.tracks.length + used.backgrounds.length > 0 || isShownElsewhere(db);
}

/**
 * What somebody has put to use or edited, and what goes with that: it is theirs from then on. A turn alone is no use: where backgrounds
 * switch by themselves each has one as soon as it is there.
 */
export function partsInUse(db: Db | Tx): PartsInUse {
  const used = streamsInUse(db);
  // A stream that is somebody's keeps what it plays and shows.
  const ours = partStreams(db, used);
  const isHeld = and(inArray(streamItems.trackId, partIds(db, "tracks")), notInArray(streamItems.streamId, ours));
  const held = db.selectDistinct({ id: streamItems.trackId }).from(streamItems).where(isHeld).all();
  const edited = db
    .select({ id: tracks.id })
    .from(tracks)
    .where(inArray(tracks.id, editedParts(db, "tracks")))
    .all();
  const choices = db.select({ id: streams.activeBackgroundId }).from(streams).where(notInArray(streams.id, ours));
  const isEdited = inArray(backgrounds.id, editedParts(db, "backgrounds"));
  const isWanted = or(eq(backgrounds.isActive, true), inArray(backgrounds.id, choices), isEdited);
  const isSky = inArray(backgrounds.id, partIds(db, "backgrounds"));
  const skies = db.select({ id: backgrounds.id }).from(backgrounds).where(and(isSky, isWanted)).all();
  return { streams: used, tracks: [...held, ...edited].map(({ id }) => id), backgrounds: skies.map(({ id }) => id) };
}

/** Those that have destinations or other tracks, are on air, or were edited: their texts, what they show, any other setting. */
function streamsInUse(db: Db | Tx): StreamId[] {
  const ours = partStreams(db, []);
  const isOther = and(inArray(streamItems.streamId, ours), notInArray(streamItems.trackId, partIds(db, "tracks")));
  const isOnAir = and(inArray(streamSessions.streamId, ours), isNull(streamSessions.stoppedAt));
  const rows = [
    ...db.select({ id: streamItems.streamId }).from(streamItems).where(isOther).all(),
    ...db.select({ id: destinations.streamId }).from(destinations).where(inArray(destinations.streamId, ours)).all(),
    ...db.select({ id: streamSessions.streamId }).from(streamSessions).where(isOnAir).all(),
    ...db
      .select({ id: streams.id })
      .from(streams)
      .where(inArray(streams.id, editedParts(db, "streams")))
      .all(),
  ];
  return [...new Set(rows.map(({ id }) => id))];
}

/** Ids of those that somebody has edited: what the making itself sets of them bears the id of the call that made them. */
function editedParts(db: Db | Tx, kind: keyof PartsInUse) {
  const isOfPart = and(inArray(auditLog.subjectId, partIds(db, kind)), eq(auditLog.outcome, "ok"));
  const isMade = eq(auditLog.action, `${kind}.create`);
  const makings = db.select({ id: auditLog.requestId }).from(auditLog).where(and(isOfPart, isMade));
  // Saved without another value it is as it was made.
  const isEdit = and(eq(auditLog.action, `${kind}.update`), ne(auditLog.after, "{}"), notInArray(auditLog.requestId, makings));
  return db.select({ id: auditLog.subjectId }).from(auditLog).where(and(isOfPart, isEdit));
}

/** Streams but ours whose tracklist holds a song of ours. */
export function streamsPlayingParts(db: Db): StreamId[] {
  const isHeld = and(inArray(streamItems.trackId, partIds(db, "tracks")), notInArray(streamItems.streamId, partStreams(db, [])));
  const rows = db.selectDistinct({ id: streamItems.streamId }).from(streamItems).where(isHeld).all();
  return rows.map(({ id }) => id);
}

const partIds = (db: Db | Tx, kind: (typeof SAMPLE_PART_KINDS)[number]) =>
  db.select({ id: sampleParts.id }).from(sampleParts).where(eq(sampleParts.kind, kind));

const partStreams = (db: Db | Tx, except: StreamId[]) => {
  const isPart = and(inArray(streams.id, partIds(db, "streams")), notInArray(streams.id, except));
  return db.select({ id: streams.id }).from(streams).where(isPart);
};

/** Whether a stream but ours shows one of our backgrounds, by choice, as the active one or in its turn. */
function isShownElsewhere(db: Db): boolean {
  const namesOf = (kind: "backgrounds" | "streams"): ReadonlySet<string> =>
    new Set(
      partIds(db, kind)
        .all()
        .map(({ id }) => id),
    );
  const [skies, ours] = [namesOf("backgrounds"), namesOf("streams")];
  return readBackgroundUses(db).some((use) => skies.has(use.backgroundId) && use.streams.some(({ id }) => !ours.has(id)));
}
