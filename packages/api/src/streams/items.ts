import { AppError } from "@nightjar/contract";
import type { ItemId, StreamId, TrackId } from "@nightjar/contract";
import { streamItems, streams, tracks } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { asc, eq, inArray, max, sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";

type Handle = Db | Tx;
const CHUNK = 1000;

export const noSuchStream = () => new AppError("not-found", "Stream not found");

export function streamsHolding(db: Handle, id: TrackId): StreamId[] {
  const rows = db.selectDistinct({ id: streamItems.streamId }).from(streamItems).where(eq(streamItems.trackId, id)).all();
  return rows.map((row) => row.id);
}

/** Adds to the end. @throws AppError 404 when the stream or a track is unknown */
export function appendItems(tx: Tx, id: StreamId, trackIds: readonly TrackId[]): void {
  if (!tx.select({ id: streams.id }).from(streams).where(eq(streams.id, id)).get()) throw noSuchStream();
  assertTracksExist(tx, trackIds);
  const last = tx
    .select({ position: max(streamItems.position) })
    .from(streamItems)
    .where(eq(streamItems.streamId, id))
    .get();
  const first = (last?.position ?? -1) + 1;
  insertItems(
    tx,
    id,
    trackIds.map((trackId, index) => ({ id: randomUUID() as ItemId, trackId, position: first + index })),
  );
  bumpRevision(tx, id);
}

/** Writes the whole list; an entry that stays keeps its mark and its id, so that what is on air is still found in it. */
export function replaceItems(tx: Tx, id: StreamId, trackIds: readonly TrackId[]): void {
  assertTracksExist(tx, trackIds);
  const kept = Map.groupBy(itemsOf(tx, id), (item) => item.trackId);
  const rows = trackIds.map((trackId, position) => {
    const { id: itemId, isGapless } = kept.get(trackId)?.shift() ?? { id: randomUUID() as ItemId, isGapless: null };
    return { id: itemId, trackId, position, isGapless };
  });
  tx.delete(streamItems).where(eq(streamItems.streamId, id)).run();
  insertItems(tx, id, rows);
  bumpRevision(tx, id);
}

export function itemsOf(db: Handle, id: StreamId) {
  return db
    .select({ id: streamItems.id, trackId: streamItems.trackId, isGapless: streamItems.isGapless })
    .from(streamItems)
    .where(eq(streamItems.streamId, id))
    .orderBy(asc(streamItems.position))
    .all();
}

function insertItems(tx: Tx, id: StreamId, rows: readonly Omit<typeof streamItems.$inferInsert, "streamId">[]): void {
  for (let start = 0; start < rows.length; start += CHUNK) {
    const chunk = rows.slice(start, start + CHUNK).map((row) => ({ ...row, streamId: id }));
    tx.insert(streamItems).values(chunk).run();
  }
}

function bumpRevision(tx: Tx, id: StreamId): void {
  tx.update(streams)
    .set({ revision: sql`${streams.revision} + 1` })
    .where(eq(streams.id, id))
    .run();
}

function assertTracksExist(tx: Tx, trackIds: readonly TrackId[]): void {
  const wanted = [...new Set(trackIds)];
  for (let start = 0; start < wanted.length; start += CHUNK) {
    const chunk = wanted.slice(start, start + CHUNK);
    const found = tx.select({ id: tracks.id }).from(tracks).where(inArray(tracks.id, chunk)).all();
    if (found.length < chunk.length) throw new AppError("not-found", "Track not found");
  }
}
