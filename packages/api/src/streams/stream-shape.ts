import { formatStreamDuration } from "@nightjar/contract";
import type { Stream, StreamHead, StreamId, StreamSummary, TrackId } from "@nightjar/contract";
import { destinations, streamItems, streamSessions, streams } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { and, asc, count, desc, eq, isNull, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { noSuchStream } from "../plan/assert-stream.ts";
import { viewersNow } from "../plan/viewers-now.ts";

const selection = {
  stream: streams,
  liveSince: streamSessions.startedAt,
  destinationUrl: destinations.rtmpUrl,
  hasExtra: sql<number>`exists (select 1 from ${destinations} as "extra" where "extra"."stream_id" = ${streams.id} and "extra"."is_extra" = 1)`,
};

function selectStreams(db: Db | Tx, nowMs: number, where?: SQL) {
  return db
    .select({ ...selection, viewerCount: viewersNow(nowMs) })
    .from(streams)
    .leftJoin(streamSessions, and(eq(streamSessions.streamId, streams.id), isNull(streamSessions.stoppedAt)))
    .leftJoin(destinations, and(eq(destinations.streamId, streams.id), eq(destinations.kind, "rtmp"), eq(destinations.isExtra, false)))
    .where(where)
    .orderBy(desc(streams.createdAt), desc(streams.id))
    .all();
}
type StreamRow = ReturnType<typeof selectStreams>[number];

export function readStreams(db: Db | Tx, nowMs: number): Stream[] {
  const lists = new Map<StreamId, TrackId[]>();
  const order = [asc(streamItems.streamId), asc(streamItems.position)];
  for (const item of db
    .select()
    .from(streamItems)
    .orderBy(...order)
    .all()) {
    const list = lists.get(item.streamId);
    if (list) list.push(item.trackId);
    else lists.set(item.streamId, [item.trackId]);
  }
  return selectStreams(db, nowMs).map((row) => ({ ...toHead(row, nowMs), tracklistIds: lists.get(row.stream.id) ?? [] }));
}

/** Without tracklists, for those who only look at what is live. */
export function readStreamHeads(db: Db | Tx, nowMs: number): StreamHead[] {
  return selectStreams(db, nowMs).map((row) => toHead(row, nowMs));
}

/** With how long each tracklist is. */
export function readStreamSummaries(db: Db | Tx, nowMs: number): StreamSummary[] {
  const counted = db.select({ streamId: streamItems.streamId, tracks: count() }).from(streamItems).groupBy(streamItems.streamId).all();
  const counts = new Map(counted.map(({ streamId, tracks }) => [streamId, tracks]));
  return readStreamHeads(db, nowMs).map((head) => ({ ...head, trackCount: counts.get(head.id) ?? 0 }));
}

/** @throws AppError 404 */
export function readStreamHead(db: Db | Tx, id: StreamId, nowMs: number): StreamHead {
  const [row] = selectStreams(db, nowMs, eq(streams.id, id));
  if (!row) throw noSuchStream();
  return toHead(row, nowMs);
}

/** @throws AppError 404 */
export function readStream(db: Db | Tx, id: StreamId, nowMs: number): Stream {
  const [row] = selectStreams(db, nowMs, eq(streams.id, id));
  if (!row) throw noSuchStream();
  const items = db
    .select({ trackId: streamItems.trackId })
    .from(streamItems)
    .where(eq(streamItems.streamId, id))
    .orderBy(asc(streamItems.position))
    .all();
  return { ...toHead(row, nowMs), tracklistIds: items.map((item) => item.trackId) };
}

function toHead({ stream, liveSince, destinationUrl, hasExtra, viewerCount }: StreamRow, nowMs: number): StreamHead {
  return {
    id: stream.id,
    title: stream.title,
    description: stream.description,
    artworkUrl: stream.artworkUrl,
    channelName: stream.channelName ?? stream.ytChannelName,
    isLive: liveSince !== null,
    viewerCount,
    streamDuration: formatStreamDuration(liveSince === null ? 0 : nowMs - liveSince.getTime()),
    youtubeConnected: stream.ytConnected,
    youtubeChannelName: stream.ytChannelName,
    connected: stream.ytConnected || destinationUrl !== null || hasExtra === 1,
    destination: destinationUrl === null ? null : { rtmpUrl: destinationUrl, streamKey: "set" },
    currentTrackId: stream.currentTrackId,
    activeBackgroundId: stream.activeBackgroundId,
    activeOverlayTemplateId: stream.activeOverlayTemplateId,
    revision: stream.revision,
    order: stream.order,
    crossfadeMs: stream.crossfadeMs,
    profile: stream.profile,
    quality: stream.quality,
    targetLufs: stream.targetLufs,
    transition: stream.transition,
    autoSwitch: stream.autoSwitch,
    statsIntervalMs: stream.statsIntervalMs,
    timeZone: stream.timeZone,
    ytRollOverHours: stream.ytRollOverHours,
    ytSendsBackup: stream.ytSendsBackup,
    createdAt: stream.createdAt.toISOString(),
  };
}
