import type { AutoSwitch, BackgroundId, BackgroundUse, StreamId, TemplateId, TemplateUsage, TrackId } from "@nightjar/contract";
import { backgrounds, streamItems, streamSessions, streams } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { and, asc, eq, isNull, or } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { studioDefaults } from "./background-turns.ts";

function streamIds(db: Db | Tx, where: SQL): StreamId[] {
  const rows = db.select({ id: streams.id }).from(streams).where(where).all();
  return rows.map((row) => row.id);
}

/** Streams that have chosen this background. */
export const streamsChoosing = (db: Db | Tx, id: BackgroundId) => streamIds(db, eq(streams.activeBackgroundId, id));

/** Streams that have chosen none: they show the active one. */
export const streamsWithoutChoice = (db: Db | Tx) => streamIds(db, isNull(streams.activeBackgroundId));

/** Streams that have chosen this template, on air or not. */
export function streamsShowingTemplate(db: Db | Tx, id: TemplateId): TemplateUsage[] {
  return db
    .select({ id: streams.id, title: streams.title })
    .from(streams)
    .where(eq(streams.activeOverlayTemplateId, id))
    .orderBy(asc(streams.createdAt))
    .all();
}

/** Streams whose tracklist holds this track. */
export function streamsHolding(db: Db | Tx, id: TrackId): StreamId[] {
  const rows = db.selectDistinct({ id: streamItems.streamId }).from(streamItems).where(eq(streamItems.trackId, id)).all();
  return rows.map((row) => row.id);
}

/** Streams that change their background by themselves: each of them has its turn there. */
export function streamsTurning(db: Db): StreamId[] {
  const { autoSwitch: studio } = studioDefaults(db);
  const rows = db.select({ id: streams.id, autoSwitch: streams.autoSwitch }).from(streams).all();
  return rows.filter(({ autoSwitch }) => (autoSwitch ?? studio) !== "never").map(({ id }) => id);
}

/** Streams that follow a default of the studio. */
export function streamsFollowing(db: Db): StreamId[] {
  const rows = db
    .select({ id: streams.id })
    .from(streams)
    .where(or(isNull(streams.transition), isNull(streams.autoSwitch)))
    .all();
  return rows.map(({ id }) => id);
}

/** As it is stored: what is on air by its turn the engine alone knows. */
type Use = Omit<BackgroundUse["streams"][number], "isNow">;

export interface StoredUse {
  readonly backgroundId: BackgroundId;
  readonly streams: readonly Use[];
}

/** Every background that a stream shows, or will when its turn comes, with those streams, the oldest first. */
export function readBackgroundUses(db: Db | Tx): StoredUse[] {
  const { autoSwitch: studio } = studioDefaults(db);
  const { id, title, activeBackgroundId, autoSwitch } = streams;
  const rows = db
    .select({ id, title, activeBackgroundId, autoSwitch, sessionId: streamSessions.id })
    .from(streams)
    .leftJoin(streamSessions, and(eq(streamSessions.streamId, streams.id), isNull(streamSessions.stoppedAt)))
    .orderBy(asc(streams.createdAt))
    .all();
  const all = db.select({ id: backgrounds.id, isActive: backgrounds.isActive }).from(backgrounds).all();
  return all.flatMap((background) => {
    const shown = rows.flatMap((stream): Use[] => {
      const by = whyShown(stream, background, stream.autoSwitch ?? studio);
      return by === null ? [] : [{ id: stream.id, title: stream.title, isLive: stream.sessionId !== null, by }];
    });
    return shown.length === 0 ? [] : [{ backgroundId: background.id, streams: shown }];
  });
}

function whyShown(
  { activeBackgroundId }: { activeBackgroundId: BackgroundId | null },
  { id, isActive }: { id: BackgroundId; isActive: boolean },
  switches: AutoSwitch,
): Use["by"] | null {
  if (activeBackgroundId === id) return "choice";
  if (isActive && activeBackgroundId === null) return "default";
  return switches === "never" ? null : "turn";
}
