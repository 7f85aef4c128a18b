import { AppError, trackId } from "@nightjar/contract";
import type { TrackId, TrackQuery } from "@nightjar/contract";
import { tracks } from "@nightjar/db";
import type { Db } from "@nightjar/db";
import { and, asc, desc, eq, gt, gte, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import type { TrackRow } from "./track-shape.ts";
import { searchTermOf } from "./search-text.ts";

/** Tracks without the measure pass. */
const inRange = (column: SQLiteColumn, min: number | undefined, max: number | undefined) => [
  min === undefined ? undefined : or(isNull(column), gte(column, min)),
  max === undefined ? undefined : or(isNull(column), lte(column, max)),
];
const equals = (column: SQLiteColumn, value: string | undefined) => (value ? eq(column, value) : undefined);

export function trackFilters(query: TrackQuery): SQL | undefined {
  const term = searchTermOf(query.search ?? "");
  return and(
    term ? sql`instr(${tracks.searchText}, ${term}) > 0` : undefined,
    equals(tracks.genre, query.genre),
    equals(tracks.artist, query.artist),
    equals(tracks.mood, query.mood),
    equals(tracks.key, query.key),
    query.tag ? sql`exists (select 1 from json_each(${tracks.tags}) where json_each.value = ${query.tag})` : undefined,
    ...inRange(tracks.bpm, query.minBpm, query.maxBpm),
    ...inRange(tracks.energy, query.minEnergy, query.maxEnergy),
  );
}

interface SortRule {
  readonly column: SQLiteColumn;
  readonly ascending: boolean;
  readonly valueOf: (row: TrackRow) => string | number | null;
}

const SORTS: Readonly<Record<TrackQuery["sort"], SortRule>> = {
  recent: { column: tracks.createdAt, ascending: false, valueOf: (row) => row.createdAt.getTime() },
  alphabetical: { column: tracks.searchText, ascending: true, valueOf: (row) => beginningOf(row.searchText) },
  plays: { column: tracks.playCount, ascending: false, valueOf: (row) => row.playCount },
  popularity: { column: tracks.popularity, ascending: false, valueOf: (row) => row.popularity },
  energy: { column: tracks.energy, ascending: false, valueOf: (row) => row.energy },
  bpm: { column: tracks.bpm, ascending: false, valueOf: (row) => row.bpm },
};

export function trackOrder(sort: TrackQuery["sort"]): SQL[] {
  const { column, ascending } = SORTS[sort];
  return ascending ? [asc(column), asc(tracks.id)] : [desc(column), desc(tracks.id)];
}

const cursorShape = z.tuple([z.union([z.string(), z.number(), z.null()]), trackId]);

/** A cursor goes through addresses and headers, and a text with all its tags is longer than these may be. */
const CURSOR_TEXT_CHARS = 100;
/** Cut between characters, never within one. */
const beginningOf = (text: string) => [...text].slice(0, CURSOR_TEXT_CHARS).join("");

export function cursorAfter(sort: TrackQuery["sort"], row: TrackRow): string {
  return Buffer.from(JSON.stringify([SORTS[sort].valueOf(row), row.id])).toString("base64url");
}

/** Everything behind the row the cursor names; missing measures come last. @throws AppError 400 */
export function afterCursor(db: Db, sort: TrackQuery["sort"], cursor: string): SQL | undefined {
  const [told, id] = readCursor(cursor);
  const value = sort === "alphabetical" && typeof told === "string" ? wholeText(db, told, id) : told;
  const { column, ascending } = SORTS[sort];
  const raw = sql`${column}`;
  const [beyond, idBeyond] = ascending ? [gt(raw, value), gt(tracks.id, id)] : [lt(raw, value), lt(tracks.id, id)];
  if (value === null) return and(isNull(column), idBeyond);
  const behind = or(beyond, and(eq(raw, value), idBeyond));
  return column.notNull ? behind : or(behind, isNull(column));
}

/** Of a row that is gone, or is called otherwise by now, the beginning: nothing that came behind it is passed over then. */
function wholeText(db: Db, beginning: string, id: TrackId): string {
  const row = db.select({ text: tracks.searchText }).from(tracks).where(eq(tracks.id, id)).get();
  return row?.text.startsWith(beginning) ? row.text : beginning;
}

function readCursor(cursor: string) {
  try {
    return cursorShape.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch (cause) {
    throw new AppError("invalid-input", "The cursor is not one of ours", { cause });
  }
}
