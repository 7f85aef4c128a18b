import type { GrantId, SessionId, StreamId } from "@nightjar/contract";
import { ytBroadcasts } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { and, asc, eq, isNull } from "drizzle-orm";
import { randomBytes } from "node:crypto";
import { readGrant } from "../grants/stored-grants.ts";
import { type Channel, type Row, channelOf, isUnwanted, noticeOf, openRowsOf } from "../plan/broadcast-rows.ts";
import { openSession } from "../plan/wanted.ts";
import type { Actual, Wanted } from "./machine.ts";
import { LIFE_CYCLES, type LifeCycle, STREAM_STATUSES, type StreamStatus } from "./port.ts";

export { type Channel, type Row, channelOf, joined, openRowsOf, watchUrlOf } from "../plan/broadcast-rows.ts";

/** YouTube's limits: live/docs/liveBroadcasts#snippet.title, #snippet.description. */
const TITLE_MAX_CHARS = 100;
const DESCRIPTION_MAX_BYTES = 4900;
const MARK_BYTES = 6;

/** What YouTube takes: it refuses angle brackets, which look as well like this. */
const taken = (text: string) => text.replaceAll("<", "‹").replaceAll(">", "›");
/** What counts characters may count some as two. */
export const ytTitle = (title: string) => taken(title).slice(0, TITLE_MAX_CHARS).replace(HALF_AT_END, "").trim() || "Live";
const HALF_AT_END = /\p{Surrogate}$/u;
/** With our mark at its end: found again by it, never by search. */
export function ytDescription(description: string, mark: string): string {
  const text = withinBytes(taken(description), DESCRIPTION_MAX_BYTES).trim();
  return text === "" ? markText(mark) : `${text}\n\n${markText(mark)}`;
}
/** Without half a character at its end. */
const withinBytes = (text: string, maxBytes: number) =>
  new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, maxBytes), { stream: true });
export const markText = (mark: string) => `[nightjar ${mark}]`;
const newMark = () => randomBytes(MARK_BYTES).toString("hex");

/** Those that are not known to have ended. */
export const openRows = (db: Db | Tx): Row[] =>
  db.select().from(ytBroadcasts).where(isNull(ytBroadcasts.endedAt)).orderBy(asc(ytBroadcasts.createdAt)).all();
export const readRow = (db: Db | Tx, id: string): Row | null => db.select().from(ytBroadcasts).where(eq(ytBroadcasts.id, id)).get() ?? null;

export const UNNOTICED = { notice: null, noticeBy: null } as const;

/** For what is written once YouTube was asked: it may have ended meanwhile. */
export const stillOpen = (id: string) => and(eq(ytBroadcasts.id, id), isNull(ytBroadcasts.endedAt));

/** Of the run, or waiting for the next Start. */
function currentRows(db: Db | Tx, id: StreamId): Row[] {
  const session = openSession(db, id);
  return openRowsOf(db, id).filter(({ sessionId }) => (session ? sessionId === session.id : sessionId === null));
}

/** The broadcast that viewers see, or will. */
export function currentRow(db: Db | Tx, id: StreamId): Row | null {
  const rows = currentRows(db, id);
  return rows.findLast(({ lifeCycle }) => lifeCycle === "live") ?? rows[0] ?? null;
}

/** What is told of it, or else of the one that is to take over from it. */
export function currentNotice(db: Db | Tx, id: StreamId): string | null {
  const current = currentRow(db, id);
  return current && noticeOf(current, currentRows(db, id).at(-1));
}

export function wantedOf(db: Db | Tx, row: Row): Wanted {
  if (isUnwanted(db, row)) return "gone";
  return row.sessionId === null ? "prepared" : "live";
}

const isOneOf = <T extends string>(all: readonly T[], value: string | null): value is T => all.some((one) => one === value);
export function actualOf({ isAsked, isBound, isToBeUpdated, lifeCycle, streamStatus, ytBroadcastId }: Row): Actual {
  const known: readonly (LifeCycle | "missing")[] = [...LIFE_CYCLES, "missing"];
  const statuses: readonly (StreamStatus | "missing")[] = [...STREAM_STATUSES, "missing"];
  return {
    ...{ isAsked, isBound, isToBeUpdated, ytBroadcastId },
    lifeCycle: isOneOf(known, lifeCycle) ? lifeCycle : null,
    streamStatus: isOneOf(statuses, streamStatus) ? streamStatus : null,
  };
}

/** By whose leave it is asked for: the stream's own as long as it has that channel, else the one it was made by. */
export function grantOf(db: Db | Tx, { grantId, streamId, ytStreamId }: Row): GrantId | null {
  const channel = streamId === null ? null : channelOf(db, streamId);
  return channel?.ytStreamId === ytStreamId ? channel.grantId : grantId;
}

/** No stream goes by it any more: who could let us in again will not be asked to. */
export function isGrantLeft(db: Db | Tx, row: Row): boolean {
  const grant = grantOf(db, row);
  return grant === null || readGrant(db, grant)?.endedAt !== null;
}

export interface NewRow {
  readonly streamId: StreamId;
  readonly sessionId: SessionId | null;
  readonly title: string;
  readonly description: string;
  readonly privacy: Row["privacy"];
}

export function insertRow(tx: Tx, { grantId, ytStreamId }: Channel, { description, title, ...values }: NewRow, at: Date): Row {
  return tx
    .insert(ytBroadcasts)
    .values({ ...values, title: ytTitle(title), description, mark: newMark(), grantId, ytStreamId, createdAt: at })
    .returning()
    .get();
}
