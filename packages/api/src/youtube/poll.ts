import type { GrantId } from "@nightjar/contract";
import { ytBroadcasts } from "@nightjar/db";
import type { Services } from "../context.ts";
import { askYouTube } from "./ask.ts";
import { type DriverNeeds, keyLeftOut, leftOut } from "./driver.ts";
import { isSettled } from "./machine.ts";
import { followKey } from "./own-key.ts";
import type { RoundCosts } from "./quota.ts";
import { type Row, actualOf, grantOf, openRows, stillOpen, wantedOf } from "./rows.ts";
import { followTexts } from "./texts.ts";
import { noteViewers } from "./viewers.ts";

/** What a round costs of an account: its broadcasts, its streams, and every other round its viewers; all ids in one call each. */
export const ROUND_UNITS = 2.5;
/** The same where each round asks for its viewers. */
const VIEWERS_ROUND_UNITS = 3;

/** What one look costs at a broadcast that waits for what is sent: at it, and at its stream. */
const WATCH_UNITS = 2;

/** One call takes no more. */
const MOST_IDS = 50;

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

/** Reads all live broadcasts of an account. @throws YouTubeError, GrantError */
export async function pollAccount(needs: Services, grant: GrantId, rows: readonly Row[], withViewers: boolean): Promise<void> {
  for (let from = 0; from < rows.length; from += MOST_IDS) await pollSome(needs, grant, rows.slice(from, from + MOST_IDS), withViewers);
}

async function pollSome(needs: Services, grant: GrantId, rows: readonly Row[], withViewers: boolean): Promise<void> {
  const ids = rows.flatMap(({ ytBroadcastId }) => ytBroadcastId ?? []);
  const broadcasts = await askYouTube(needs, grant, "broadcasts", (api, token) => api.broadcasts(token, ids));
  const streamIds = [...new Set(rows.map(({ ytStreamId }) => ytStreamId))];
  const streams = await askYouTube(needs, grant, "streams", (api, token) => api.streams(token, streamIds));
  const viewers = withViewers ? await askYouTube(needs, grant, "viewers", (api, token) => api.viewers(token, ids)) : null;
  const checkedAt = new Date(needs.clock.nowMs());
  for (const row of rows) {
    const broadcast = broadcasts.find(({ id }) => id === row.ytBroadcastId);
    const stream = streams.find(({ id }) => id === row.ytStreamId);
    const values = {
      ...{ checkedAt, liveAt: row.liveAt ?? checkedAt, notice: null, noticeBy: null },
      ...(broadcast ? { lifeCycle: broadcast.lifeCycle, missingSince: null } : leftOut(needs, row)),
      ...(stream ? { streamStatus: stream.status, health: stream.health, issues: stream.issues } : broadcast ? keyLeftOut(needs) : {}),
      ...(viewers ? { viewers: viewers.get(row.ytBroadcastId ?? "") ?? null } : {}),
    };
    if (needs.db.update(ytBroadcasts).set(values).where(stillOpen(row.id)).run().changes === 0) continue;
    if (broadcast) followTexts(needs.db, row, broadcast);
    if (row.streamId !== null && stream) followKey(needs, row.streamId, stream);
    if (row.streamId !== null && viewers) noteViewers(needs, row.streamId, values.viewers ?? null);
  }
}
