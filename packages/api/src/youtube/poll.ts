import type { GrantId, StreamId } from "@nightjar/contract";
import { ytBroadcasts } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { changed, commit } from "../changes.ts";
import type { Services } from "../context.ts";
import { askYouTube } from "./ask.ts";
import type { DriverNeeds } from "./driver.ts";
import { isSettled } from "./machine.ts";
import type { YtStream } from "./port.ts";
import { type Row, actualOf, channelOf, grantOf, openRows, wantedOf } from "./rows.ts";
import { sendTo } from "./send-to.ts";
import { noteViewers } from "./viewers.ts";

/** What a round costs of an account: its broadcasts, its streams, and every other round its viewers; all ids in one call each. */
export const ROUND_UNITS = 2.5;

/** Somebody may have reset the key at YouTube, or its backup address was not known yet: from then on it is sent to as YouTube says. */
function followKey(services: Services, id: StreamId, ytStream: YtStream): void {
  commit(services, (tx) => {
    // It may have left the channel while YouTube was asked.
    if (channelOf(tx, id)?.ytStreamId !== ytStream.id) return;
    if (sendTo(tx, services, id, ytStream)) changed(tx, "streams", id);
  });
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
      ...{ checkedAt, liveAt: row.liveAt ?? checkedAt, notice: null, lifeCycle: broadcast?.lifeCycle ?? ("missing" as const) },
      streamStatus: stream?.status ?? null,
      ...(stream ? { health: stream.health, issues: stream.issues } : {}),
      ...(viewers ? { viewers: viewers.get(row.ytBroadcastId ?? "") ?? null } : {}),
    };
    needs.db.update(ytBroadcasts).set(values).where(eq(ytBroadcasts.id, row.id)).run();
    if (row.streamId !== null && stream) followKey(needs, row.streamId, stream);
    if (row.streamId !== null && viewers) noteViewers(needs, row.streamId, values.viewers ?? null);
  }
}
