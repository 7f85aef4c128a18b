import { AppError, NAMED_TITLES, TRACKLIST_MAX_ENTRIES, TRACKLIST_TEXT, mergeStep } from "@nightjar/contract";
import type { ItemId, Known, NewEntry, StreamId, ToldStep, TrackId, TracklistStep } from "@nightjar/contract";
import { streamItems, streams, tracks } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { asc, count, eq, max, sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { noted } from "../changes.ts";
import { assertStream } from "../plan/assert-stream.ts";

type Handle = Db | Tx;
type Insert = Extract<TracklistStep, { is: "insert" }>;

interface NewItem {
  readonly id: ItemId;
  readonly trackId: TrackId;
  readonly position: number;
  /** null: as the release says. */
  readonly isGapless: boolean | null;
  /** The revision that put it there. */
  readonly placedAt: number;
}

export interface Appended {
  readonly trackId: TrackId;
  /** undefined: an entry of its own each time. */
  readonly itemId?: ItemId | undefined;
}

/** Adds to the end what does not stand in the list. @throws AppError 404 when the stream or a track is unknown */
export function appendItems(tx: Tx, id: StreamId, asked: readonly Appended[]): void {
  assertStream(tx, id);
  const named = asked.map(({ trackId, itemId = randomUUID() as ItemId }) => ({ trackId, itemId }));
  const entries = missingOf(tx, id, named);
  if (entries.length === 0) return;
  const held = tx
    .select({ last: max(streamItems.position), total: count() })
    .from(streamItems)
    .where(eq(streamItems.streamId, id))
    .get();
  if ((held?.total ?? 0) + entries.length > TRACKLIST_MAX_ENTRIES) throw new AppError("invalid-input", TRACKLIST_TEXT);
  const first = (held?.last ?? -1) + 1;
  const made = { isGapless: null, placedAt: bumpRevision(tx, id) };
  insertItems(
    tx,
    id,
    entries.map(({ itemId, trackId }, index) => ({ id: itemId, trackId, position: first + index, ...made })),
  );
  const trackIds = entries.map(({ trackId }) => trackId);
  noted(tx, "step", stepNote(tx, "insert", trackIds));
}

/** Writes the whole list; an entry that stays keeps its mark and its id, so that what is on air is still found in it. */
export function replaceItems(tx: Tx, id: StreamId, trackIds: readonly TrackId[]): void {
  assertTracksExist(tx, trackIds);
  const before = itemsOf(tx, id);
  const kept = Map.groupBy(
    before.map((item, position) => ({ ...item, position })),
    (item) => item.trackId,
  );
  const revision = bumpRevision(tx, id);
  const rows = trackIds.map((trackId, position) => {
    const old = kept.get(trackId)?.shift();
    if (!old) return { id: randomUUID() as ItemId, trackId, position, isGapless: null, placedAt: revision };
    return { ...old, position, placedAt: old.position === position ? old.placedAt : revision };
  });
  writeItems(tx, id, rows);
  noted(tx, "step", stepNote(tx, "write", trackIds));
}

/**
 * One step, merged with what others did since it was made. @returns the revision of the list after it
 * @throws AppError 409 with what others did where it cannot be merged
 */
export function stepItems(tx: Tx, id: StreamId, asked: TracklistStep, known: Known): number {
  assertStream(tx, id);
  const step = asked.is === "insert" ? stillToAdd(asked, missingOf(tx, id, asked.entries)) : asked;
  const before = itemsOf(tx, id).map(({ id: itemId, ...item }) => ({ itemId, ...item }));
  // Nothing is changed: the list is what its sender knows, with the steps of its own.
  if (isDone(before, step)) return known.own.at(-1) ?? known.readAt;
  const merged = mergeStep(before, step, known, (entry) => ({ ...entry, placedAt: 0 }));
  if (merged.conflicts) {
    const details = { revision: revisionOf(tx, id), conflicts: merged.conflicts };
    throw new AppError("conflict", "The tracklist was changed by somebody else in the meantime", { details });
  }
  if (merged.list.length > TRACKLIST_MAX_ENTRIES) throw new AppError("invalid-input", TRACKLIST_TEXT);
  const revision = bumpRevision(tx, id);
  const touched = new Set(step.is === "insert" ? step.entries.map(({ itemId }) => itemId) : step.itemIds);
  writeItems(
    tx,
    id,
    merged.list.map(({ itemId, trackId, isGapless, placedAt }, position) => {
      return { id: itemId, trackId, isGapless, position, placedAt: touched.has(itemId) ? revision : placedAt };
    }),
  );
  const of = [...before, ...merged.list].filter(({ itemId }) => touched.has(itemId));
  const trackIds = [...new Map(of.map(({ itemId, trackId }) => [itemId, trackId])).values()];
  noted(tx, "step", stepNote(tx, step.is, trackIds));
  return revision;
}

/** By somebody else, or by the same step, whose answer was lost. */
function isDone(list: readonly { readonly itemId: ItemId }[], step: TracklistStep): boolean {
  if (step.is === "insert") return step.entries.length === 0;
  const ids = new Set(step.itemIds);
  return step.is === "remove" && !list.some(({ itemId }) => ids.has(itemId));
}

/** Under those of them that stand there already. */
function stillToAdd({ after, ...insert }: Insert, missing: NewEntry[]): Insert {
  const above = insert.entries.slice(
    0,
    insert.entries.findIndex((entry) => missing.includes(entry)),
  );
  return { ...insert, entries: missing, after: above.at(-1)?.itemId ?? after };
}

function writeItems(tx: Tx, id: StreamId, rows: readonly NewItem[]): void {
  tx.delete(streamItems).where(eq(streamItems.streamId, id)).run();
  insertItems(tx, id, rows);
}

/** The list of another stream, with its marks, as entries of their own. */
export function copyItems(tx: Tx, from: StreamId, to: StreamId): void {
  const rows = itemsOf(tx, from).map(({ trackId, isGapless }, position) => {
    return { id: randomUUID() as ItemId, trackId, position, isGapless, placedAt: 0 };
  });
  insertItems(tx, to, rows);
}

export function itemsOf(db: Handle, id: StreamId) {
  return db
    .select({ id: streamItems.id, trackId: streamItems.trackId, isGapless: streamItems.isGapless, placedAt: streamItems.placedAt })
    .from(streamItems)
    .where(eq(streamItems.streamId, id))
    .orderBy(asc(streamItems.position))
    .all();
}

/** In one statement: a list may be long, and meanwhile nobody else is answered. */
function insertItems(tx: Tx, id: StreamId, rows: readonly NewItem[]): void {
  const json = JSON.stringify(rows.map((row) => [row.id, row.trackId, row.position, row.isGapless, row.placedAt]));
  tx.run(sql`
    insert into ${streamItems} (id, stream_id, track_id, position, is_gapless, placed_at)
    select value ->> 0, ${id}, value ->> 1, value ->> 2, value ->> 3, value ->> 4 from json_each(${json})`);
}

/** @returns the revision that this change makes */
function bumpRevision(tx: Tx, id: StreamId): number {
  tx.update(streams)
    .set({ revision: sql`${streams.revision} + 1` })
    .where(eq(streams.id, id))
    .run();
  return revisionOf(tx, id);
}

function revisionOf(tx: Tx, id: StreamId): number {
  return tx.select({ revision: streams.revision }).from(streams).where(eq(streams.id, id)).get()?.revision ?? 0;
}

/** For the audit log: so many, and the first of them by name. */
function stepNote(tx: Tx, is: ToldStep["is"], trackIds: readonly TrackId[]): ToldStep {
  const titles = trackIds.slice(0, NAMED_TITLES).flatMap((id) => {
    return tx.select({ title: tracks.title }).from(tracks).where(eq(tracks.id, id)).get()?.title ?? [];
  });
  return { is, titles, total: trackIds.length };
}

/**
 * Those that do not stand in the list: what was carried out though its answer was lost is sent again. The id of an entry is its own in the
 * whole studio. @throws AppError 404 with the tracks that are missing, 409 where an entry of such an id is another one
 */
function missingOf<E extends Pick<NewEntry, "itemId" | "trackId">>(tx: Tx, id: StreamId, entries: readonly E[]): E[] {
  assertTracksExist(
    tx,
    entries.map(({ trackId }) => trackId),
  );
  const trackOf = new Map(entries.map(({ itemId, trackId }) => [itemId, trackId]));
  if (trackOf.size < entries.length) throw new AppError("invalid-input", "An entry can be added once");
  const json = JSON.stringify([...trackOf.keys()]);
  const held = tx.all<{ id: ItemId; streamId: StreamId; trackId: TrackId }>(
    sql`select id, stream_id as streamId, track_id as trackId from ${streamItems} where id in (select value from json_each(${json}))`,
  );
  if (held.some(({ streamId }) => streamId !== id)) throw new AppError("conflict", "An entry of that id stands in another tracklist");
  if (held.some((one) => one.trackId !== trackOf.get(one.id))) throw new AppError("conflict", "An entry of that id has another track");
  const there = new Set(held.map((one) => one.id));
  return entries.filter(({ itemId }) => !there.has(itemId));
}

/** Who chose many can leave out those that somebody deleted meanwhile. @throws AppError 404 with all that are missing */
function assertTracksExist(tx: Tx, trackIds: readonly TrackId[]): void {
  const json = JSON.stringify(trackIds);
  const gone = tx.all<{ id: string }>(
    sql`select distinct value as id from json_each(${json}) where not exists (select 1 from ${tracks} where ${tracks.id} = value)`,
  );
  if (gone.length > 0) throw new AppError("not-found", "Track not found", { details: { missing: gone.map(({ id }) => id) } });
}
