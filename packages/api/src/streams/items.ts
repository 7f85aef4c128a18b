import { AppError, TRACKLIST_MAX_ENTRIES, TRACKLIST_TEXT } from "@nightjar/contract";
import type { ItemId, StreamId, TrackId } from "@nightjar/contract";
import { streamItems, streams, tracks } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { asc, count, eq, max, sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { assertStream } from "../plan/assert-stream.ts";

type Handle = Db | Tx;

interface NewItem {
  readonly id: ItemId;
  readonly trackId: TrackId;
  readonly position: number;
  /** null: as the release says. */
  readonly isGapless: boolean | null;
}

/** Adds to the end. @throws AppError 404 when the stream or a track is unknown */
export function appendItems(tx: Tx, id: StreamId, trackIds: readonly TrackId[]): void {
  assertStream(tx, id);
  assertTracksExist(tx, trackIds);
  const held = tx
    .select({ last: max(streamItems.position), total: count() })
    .from(streamItems)
    .where(eq(streamItems.streamId, id))
    .get();
  if ((held?.total ?? 0) + trackIds.length > TRACKLIST_MAX_ENTRIES) throw new AppError("invalid-input", TRACKLIST_TEXT);
  const first = (held?.last ?? -1) + 1;
  insertItems(
    tx,
    id,
    trackIds.map((trackId, index) => ({ id: randomUUID() as ItemId, trackId, position: first + index, isGapless: null })),
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

/** The list of another stream, with its marks, as entries of their own. */
export function copyItems(tx: Tx, from: StreamId, to: StreamId): void {
  const rows = itemsOf(tx, from).map(({ trackId, isGapless }, position) => ({ id: randomUUID() as ItemId, trackId, position, isGapless }));
  insertItems(tx, to, rows);
}

export function itemsOf(db: Handle, id: StreamId) {
  return db
    .select({ id: streamItems.id, trackId: streamItems.trackId, isGapless: streamItems.isGapless })
    .from(streamItems)
    .where(eq(streamItems.streamId, id))
    .orderBy(asc(streamItems.position))
    .all();
}

/** In one statement: a list may be long, and meanwhile nobody else is answered. */
function insertItems(tx: Tx, id: StreamId, rows: readonly NewItem[]): void {
  const json = JSON.stringify(rows.map((row) => [row.id, row.trackId, row.position, row.isGapless]));
  tx.run(sql`
    insert into ${streamItems} (id, stream_id, track_id, position, is_gapless)
    select value ->> 0, ${id}, value ->> 1, value ->> 2, value ->> 3 from json_each(${json})`);
}

function bumpRevision(tx: Tx, id: StreamId): void {
  tx.update(streams)
    .set({ revision: sql`${streams.revision} + 1` })
    .where(eq(streams.id, id))
    .run();
}

function assertTracksExist(tx: Tx, trackIds: readonly TrackId[]): void {
  const json = JSON.stringify(trackIds);
  const unknown = tx.get<{ id: string }>(
    sql`select value as id from json_each(${json}) where not exists (select 1 from ${tracks} where ${tracks.id} = value) limit 1`,
  );
  if (unknown) throw new AppError("not-found", "Track not found");
}
