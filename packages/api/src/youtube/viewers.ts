import { type StreamId, type ViewerHistory, type ViewerSpan, streamId, viewerHistory, viewerSpan } from "@nightjar/contract";
import { streams, ytBroadcasts, ytViewers } from "@nightjar/db";
import type { Db } from "@nightjar/db";
import { and, asc, desc, eq, gt, lt } from "drizzle-orm";
import { z } from "zod";
import { changed, commit } from "../changes.ts";
import type { Services } from "../context.ts";
import { assertStream } from "../plan/assert-stream.ts";
import { HOLD_MINUTES, MINUTE_MS, isToldBy, readViewersNow } from "../plan/viewers-now.ts";
import { defineVerb } from "../verb.ts";
import { minuteOf, storeReading } from "./viewer-readings.ts";

/** As many as a small chart can show. */
const STEPS: Readonly<Record<ViewerSpan, { readonly count: number; readonly minutes: number }>> = {
  hour: { count: 60, minutes: 1 },
  day: { count: 144, minutes: 10 },
  week: { count: 168, minutes: 60 },
};

/** What YouTube told just now, for the chart, the overlay and all sums; null: it did not tell. */
export function noteViewers(services: Pick<Services, "clock" | "db" | "follow">, id: StreamId, viewers: number | null): void {
  const nowMs = services.clock.nowMs();
  commit(services, (tx) => {
    const before = readViewersNow(tx, id, nowMs);
    storeReading(tx, id, viewers, nowMs);
    if (viewers !== null) tx.update(streams).set({ viewerCount: viewers }).where(eq(streams.id, id)).run();
    if (before !== viewers) changed(tx, "viewers", id, "soon");
  });
}

/** What was told so long ago that it is not known any more is shown nowhere. */
export function lapseViewers(services: Pick<Services, "clock" | "db" | "follow">, id: StreamId): void {
  const nowMs = services.clock.nowMs();
  const ofStream = and(eq(ytViewers.streamId, id), isToldBy(nowMs));
  const newest = services.db.select().from(ytViewers).where(ofStream).orderBy(desc(ytViewers.minute)).limit(1).get();
  if (newest === undefined || newest.viewers === null || newest.minute + HOLD_MINUTES > minuteOf(nowMs)) return;
  commit(services, (tx) => {
    storeReading(tx, id, null, nowMs);
    tx.update(ytBroadcasts).set({ viewers: null }).where(eq(ytBroadcasts.streamId, id)).run();
    changed(tx, "viewers", id, "soon");
  });
}

/** The most who watched at once in each step. A reading holds until the next one, and no longer than it is taken to be so. */
export function historyOf(db: Db, id: StreamId, span: ViewerSpan, nowMs: number): ViewerHistory {
  const { count, minutes } = STEPS[span];
  const end = minuteOf(nowMs) + 1;
  const first = Math.ceil(end / minutes) - count;
  const since = first * minutes - HOLD_MINUTES;
  const rows = db
    .select()
    .from(ytViewers)
    .where(and(eq(ytViewers.streamId, id), gt(ytViewers.minute, since), lt(ytViewers.minute, end)))
    .orderBy(asc(ytViewers.minute))
    .all();
  const viewers = Array.from({ length: count }, (): number | null => null);
  for (const [at, row] of rows.entries()) {
    if (row.viewers === null) continue;
    const until = Math.min(row.minute + HOLD_MINUTES, rows[at + 1]?.minute ?? end, end);
    for (let step = Math.floor(row.minute / minutes); step * minutes < until; step += 1) {
      if (step >= first) viewers[step - first] = Math.max(viewers[step - first] ?? 0, row.viewers);
    }
  }
  return { stepMs: minutes * MINUTE_MS, viewers };
}

/** How many watched a stream's broadcasts. */
export const youtubeViewers = defineVerb({
  name: "youtube.viewers",
  access: "approved",
  kind: "query",
  input: z.object({ streamId, span: viewerSpan.default("hour") }),
  output: viewerHistory,
  run({ ctx: { services }, input }) {
    assertStream(services.db, input.streamId);
    return historyOf(services.db, input.streamId, input.span, services.clock.nowMs());
  },
});
