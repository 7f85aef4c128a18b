import { AppError, asRunDestinations, normalIsrc } from "@nightjar/contract";
import type { AsRunDestination, AsRunEntry, AsRunKind, AsRunPage, AsRunQuery, StreamId } from "@nightjar/contract";
import { asRun, foldText } from "@nightjar/db";
import { and, desc, eq, gt, gte, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../context.ts";

type Needs = Pick<Services, "db" | "engine">;

type Wanted = Pick<AsRunQuery, "from" | "to" | "kind" | "text" | "cursor"> & { readonly id: StreamId; readonly limit: number };

/** One page of the log, newest first. @throws AppError 400 when the cursor is not one of ours */
export function readAsRun({ db, engine }: Needs, { id, from, to, kind, text, cursor, limit }: Wanted): AsRunPage {
  const since = from === undefined ? null : new Date(from);
  const rows = db
    .select()
    .from(asRun)
    .where(
      and(
        eq(asRun.streamId, id),
        since ? or(gte(asRun.startedAt, since), gt(asRun.endedAt, since), isNull(asRun.endedAt)) : undefined,
        to === undefined ? undefined : lt(asRun.startedAt, new Date(to)),
        kind === undefined ? undefined : OF_KIND[kind],
        text === undefined ? undefined : has(text),
        cursor === undefined ? undefined : behind(cursor),
      ),
    )
    .orderBy(desc(asRun.startedAt), desc(asRun.entryId))
    // One more than asked for tells whether there is a next page.
    .limit(limit + 1)
    .all();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const { sessionId } = engine.onAir(id);
  const items = page.map((row) => toEntry(row, row.endedAt === null && row.sessionId === sessionId));
  return { items, nextCursor: rows.length > page.length && last ? cursorOf(last) : null };
}

const isInterrupted = sql`instr(${asRun.destinations}, '"from"') > 0`;
const OF_KIND: Readonly<Record<AsRunKind, SQL | undefined>> = {
  interrupted: isInterrupted,
  // Only what was sent nowhere, or not all the time, is looked at closely.
  unheard: and(
    isNotNull(asRun.endedAt),
    or(eq(asRun.destinations, "[]"), isInterrupted),
    sql`not reached(${asRun.startedAt}, ${asRun.endedAt}, ${asRun.destinations})`,
  ),
};

function has(text: string): SQL | undefined {
  const [folded, isrc] = [foldText(text), normalIsrc(text)];
  if (folded === "") return undefined;
  const inNames = sql`instr(folded(${asRun.title} || ' ' || ${asRun.artist}), ${folded}) > 0`;
  return isrc === "" ? inNames : or(inNames, sql`instr(replace(upper(${asRun.isrcCode}), '-', ''), ${isrc}) > 0`);
}

/** One entry as it is now; null: it was never written. */
export function readAsRunEntry({ db, engine }: Needs, entryId: string): AsRunEntry | null {
  const row = db.select().from(asRun).where(eq(asRun.entryId, entryId)).get();
  return row ? toEntry(row, row.endedAt === null && row.sessionId === engine.onAir(row.streamId).sessionId) : null;
}

/** The whole log page by page: nothing is held while who reads it is slow. */
export function* asRunPages(needs: Needs, wanted: Omit<Wanted, "cursor" | "limit">): Generator<readonly AsRunEntry[]> {
  let cursor: string | undefined;
  do {
    const page = readAsRun(needs, { ...wanted, limit: 1000, ...(cursor === undefined ? {} : { cursor }) });
    yield page.items;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

type Row = typeof asRun.$inferSelect;

function toEntry(row: Row, isOnAir: boolean): AsRunEntry {
  const { startedAt, endedAt, destinations, ...rest } = row;
  return {
    ...rest,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    isOnAir,
    destinations: readDestinations(destinations),
  };
}

function readDestinations(text: string): AsRunDestination[] {
  return asRunDestinations.parse(JSON.parse(text));
}

const cursorShape = z.tuple([z.number().int(), z.string()]);
const cursorOf = (row: Row) => Buffer.from(JSON.stringify([row.startedAt.getTime(), row.entryId])).toString("base64url");

function behind(cursor: string): SQL | undefined {
  const parsed = cursorShape.safeParse(parseJson(Buffer.from(cursor, "base64url").toString("utf8")));
  if (!parsed.success) throw new AppError("invalid-input", "The cursor is not one of ours");
  const [startedAtMs, entryId] = parsed.data;
  const startedAt = new Date(startedAtMs);
  const isBehind = or(lt(asRun.startedAt, startedAt), lt(asRun.entryId, entryId));
  // By its first half the index is entered at the page, not read up to it.
  return and(lte(asRun.startedAt, startedAt), isBehind);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
