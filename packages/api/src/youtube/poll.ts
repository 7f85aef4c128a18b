import { AppError, type GrantId } from "@nightjar/contract";
import { ytBroadcasts } from "@nightjar/db";
import type { Services } from "../context.ts";
import { askYouTube } from "./ask.ts";
import { type DriverNeeds, consequenceOf, keyLeftOut, leftOut } from "./driver.ts";
import { isSettled } from "./machine.ts";
import { followKey } from "./own-key.ts";
import type { YtBroadcast, YtStream } from "./port.ts";
import type { RoundCosts } from "./quota.ts";
import { type Consequence, YouTubeError } from "./reasons.ts";
import { type Row, UNNOTICED, actualOf, grantOf, openRows, readRow, stillOpen, wantedOf } from "./rows.ts";
import { followTexts } from "./texts.ts";
import { lapseViewers, noteViewers } from "./viewers.ts";

/** What a round costs of an account: its broadcasts, its streams, and every other round its viewers; all ids in one call each. */
export const ROUND_UNITS = 2.5;
/** The same where each round asks for its viewers. */
const VIEWERS_ROUND_UNITS = 3;

/** What one look costs at a broadcast that waits for what is sent: at it, and at its stream. */
const WATCH_UNITS = 2;

/** One call takes no more. */
const MOST_IDS = 50;

const ASKED_AGAIN = "It is asked again within minutes.";
const UNREAD_TEXT = `What YouTube says of this stream could not be read. ${ASKED_AGAIN}`;
const UNCOUNTED_TEXT = "How many watch could not be read.";

/** What a round costs that asks these accounts, while so many broadcasts wait for what is sent: nobody asks for viewers of those. */
export function roundCosts(accounts: readonly (readonly unknown[])[], waiting: number): RoundCosts {
  const calls = accounts.reduce((sum, rows) => sum + Math.ceil(rows.length / MOST_IDS), 0);
  const cost = (units: number) => Math.max(units, units * calls + WATCH_UNITS * waiting);
  return { perRound: cost(ROUND_UNITS), perRoundWithViewers: cost(VIEWERS_ROUND_UNITS) };
}

/** The broadcasts that are only to be read now and then, by whose leave. */
export function settledByGrant(needs: Pick<DriverNeeds, "db">): ReadonlyMap<GrantId, readonly Row[]> {
  const byGrant = new Map<GrantId, Row[]>();
  for (const row of openRows(needs.db)) {
    const grant = grantOf(needs.db, row);
    const isPolled = row.sessionId !== null && isSettled(wantedOf(needs.db, row), actualOf(row));
    if (grant !== null && isPolled) byGrant.set(grant, [...(byGrant.get(grant) ?? []), row]);
  }
  return byGrant;
}

/**
 * Reads all live broadcasts of an account, and the keys they are sent by. What was told is stored before the next is asked for, and why
 * something could not be read is told. @returns what follows from that; null: all was read
 */
export const pollAccount = (needs: Services, grant: GrantId, rows: readonly Row[]): Promise<Consequence | null> =>
  inCalls(needs, rows, { by: "watch", read: (some) => readSome(needs, grant, some), told: whyUnread });

/** How many watch them: where that cannot be read, it hides nothing of what can. @returns as the poll of the account */
export const pollViewers = (needs: Services, grant: GrantId, rows: readonly Row[]): Promise<Consequence | null> =>
  inCalls(needs, rows, { by: "viewers", read: (some) => readViewers(needs, grant, some), told: whyUncounted });

interface Asking {
  readonly by: "watch" | "viewers";
  read(some: readonly Row[]): Promise<void>;
  /** Why it could not be read, a sentence for the operator. */
  told(error: unknown): string;
}

async function inCalls(needs: Services, rows: readonly Row[], { by, read, told }: Asking): Promise<Consequence | null> {
  for (let from = 0; from < rows.length; from += MOST_IDS) {
    try {
      await read(rows.slice(from, from + MOST_IDS));
    } catch (error) {
      const isKnown = error instanceof AppError;
      const consequence = isKnown ? consequenceOf(error) : "again";
      needs.log[isKnown ? "warn" : "error"]({ err: error, consequence }, "YouTube could not be asked how streams do");
      noteUnread(needs, rows.slice(from), told(error), by);
      return consequence;
    }
  }
  return null;
}

const whyUnread = (error: unknown) => (error instanceof AppError ? error.message : UNREAD_TEXT);
/** What is said of a broadcast that is gone promises another one: none is made because nobody counts who watches. */
const whyUncounted = (error: unknown) => `${UNCOUNTED_TEXT} ${error instanceof AppError && !isGone(error) ? error.message : ASKED_AGAIN}`;

/** By now: the driver asks YouTube, and is refused, meanwhile. */
const noticeByNow = ({ db }: Services, { id }: Row): string | null => readRow(db, id)?.noticeBy ?? null;

/** Why nothing new is known of these. */
export function noteUnread(needs: Services, rows: readonly Row[], notice: string, noticeBy: Asking["by"]): void {
  for (const row of rows) {
    store(needs, row, { notice, noticeBy });
    if (row.streamId !== null) lapseViewers(needs, row.streamId);
  }
}

async function readSome(needs: Services, grant: GrantId, rows: readonly Row[]): Promise<void> {
  const broadcasts = await there(idsOf(rows), (ids) => askYouTube(needs, grant, "broadcasts", (api, token) => api.broadcasts(token, ids)));
  const broadcastOf = ({ ytBroadcastId }: Row) => broadcasts.find(({ id }) => id === ytBroadcastId);
  for (const row of rows) noteBroadcast(needs, row, broadcastOf(row));
  const keys = [...new Set(rows.map(({ ytStreamId }) => ytStreamId))];
  const streams = await there(keys, (ids) => askYouTube(needs, grant, "streams", (api, token) => api.streams(token, ids)));
  for (const row of rows) {
    const stream = streams.find(({ id }) => id === row.ytStreamId);
    noteStream(needs, row, stream, broadcastOf(row) !== undefined);
  }
}

const idsOf = (rows: readonly Row[]) => rows.flatMap(({ ytBroadcastId }) => ytBroadcastId ?? []);

/** A refusal because one is gone does not say which: each is asked for alone then, and left out as where nobody refuses. */
async function there<T>(ids: readonly string[], ask: (ids: readonly string[]) => Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await ask(ids);
  } catch (error) {
    if (!isGone(error)) throw error;
    if (ids.length <= 1) return [];
    const found: T[] = [];
    for (const id of ids) found.push(...(await there([id], ask)));
    return found;
  }
}

const isGone = (error: unknown) => error instanceof YouTubeError && (error.consequence === "gone" || error.consequence === "keyless");

function noteBroadcast(needs: Services, row: Row, broadcast: YtBroadcast | undefined): void {
  const checkedAt = new Date(needs.clock.nowMs());
  const values: Partial<Row> = broadcast ? { lifeCycle: broadcast.lifeCycle, missingSince: null } : leftOut(needs, row);
  const isOpen = store(needs, row, { checkedAt, liveAt: row.liveAt ?? checkedAt, ...values });
  if (isOpen && broadcast) followTexts(needs.db, row, broadcast);
}

/** All is read then but who watches: what is told of that stands until it is done. */
function noteStream(needs: Services, row: Row, stream: YtStream | undefined, hasBroadcast: boolean): void {
  const isStanding = noticeByNow(needs, row) === "viewers";
  const left: Partial<Row> = hasBroadcast ? keyLeftOut(needs) : {};
  const values: Partial<Row> = stream ? { streamStatus: stream.status, health: stream.health, issues: stream.issues } : left;
  const isOpen = store(needs, row, { ...values, ...(isStanding ? {} : UNNOTICED) });
  if (isOpen && stream && row.streamId !== null) followKey(needs, row.streamId, stream);
}

async function readViewers(needs: Services, grant: GrantId, rows: readonly Row[]): Promise<void> {
  const counts = await askYouTube(needs, grant, "viewers", (api, token) => api.viewers(token, idsOf(rows)));
  for (const row of rows) {
    const viewers = counts.get(row.ytBroadcastId ?? "") ?? null;
    const isOpen = store(needs, row, { viewers, ...(noticeByNow(needs, row) === "viewers" ? UNNOTICED : {}) });
    if (isOpen && row.streamId !== null) noteViewers(needs, row.streamId, viewers);
  }
}

/** @returns false: it has ended meanwhile, and no more is said of it */
const store = ({ db }: Services, { id }: Row, values: Partial<Row>): boolean =>
  db.update(ytBroadcasts).set(values).where(stillOpen(id)).run().changes > 0;
