import { type GrantId, OFF_AIR, type StreamId, destinationId, onAirDestination } from "@nightjar/contract";
import { streamSessions, streams, ytBroadcasts } from "@nightjar/db";
import { eq } from "drizzle-orm";
import type { YtBroadcast, YtStream } from "../../src/youtube/port.ts";
import type { Studio } from "./call-verb.ts";
import { onAir, withAccount } from "./given.ts";

type Row = typeof ytBroadcasts.$inferInsert;

/** A stream on air whose channel sends by the key s1, and its broadcast b1: live, unless said otherwise. */
export async function withBroadcast(studio: Studio, values: Partial<Row> = {}): Promise<{ id: StreamId; rowId: string }> {
  await withAccount(studio);
  const { id } = await onAir(studio);
  const { db } = studio.services;
  const grantId = db.query.grants.findFirst().sync()?.id ?? null;
  db.update(streams).set({ ytConnected: true, ytGrantId: grantId, ytLiveStreamId: "s1" }).where(eq(streams.id, id)).run();
  const sessionId = db.select().from(streamSessions).get()?.id ?? null;
  const texts = { mark: "m", title: "Night", description: "", privacy: "public" as const };
  const at = { streamId: id, sessionId, grantId, ytStreamId: "s1", ytBroadcastId: "b1", isAsked: true, isBound: true, lifeCycle: "live" };
  const row = db
    .insert(ytBroadcasts)
    .values({ ...texts, ...at, ...values })
    .returning()
    .get();
  return { id, rowId: row.id };
}

/** One more stream that is on air, and is to be at YouTube: by this grant, and the key of that name. */
export function onAirAt({ services: { clock, db } }: Studio, ytGrantId: GrantId, ytLiveStreamId: string): StreamId {
  const { id } = db.insert(streams).values({ title: ytLiveStreamId, ytConnected: true, ytGrantId, ytLiveStreamId }).returning().get();
  db.insert(streamSessions)
    .values({ streamId: id, startedAt: new Date(clock.nowMs()) })
    .run();
  return id;
}

/** The engine sends to the channel. */
export function sendToYoutube(studio: Studio, id: StreamId): void {
  const figures = { bytesSent: 1, bitrateKbps: 1, reconnects: 0, lastError: null, evidenceAgeMs: 0 };
  const key = { ...figures, id: destinationId.parse("key"), kind: "youtube", host: "a.rtmps.youtube.com", state: "sending" };
  studio.engine.setOnAir(id, { ...OFF_AIR, state: "on-air", destinations: [onAirDestination.parse(key)] });
}

export const broadcastThere = (values: Partial<YtBroadcast> = {}): YtBroadcast => ({
  ...{ id: "b1", title: "Night", description: "", scheduledStartTime: "", lifeCycle: "live", privacy: "public", boundStreamId: "s1" },
  settings: {},
  ...values,
});

export const streamThere = (values: Partial<YtStream> = {}): YtStream => ({
  ...{ id: "s1", description: "", address: "rtmp://far.example/live", backupAddress: null, streamName: "key" },
  ...{ status: "active", health: "good", issues: [] },
  ...values,
});
