import { formatDuration, streamId, streamWithTracks } from "@nightjar/contract";
import type { StreamId, StreamTrack } from "@nightjar/contract";
import { streamItems, tracks } from "@nightjar/db";
import type { Db } from "@nightjar/db";
import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { defineVerb } from "../verb.ts";
import { readStream } from "./stream-shape.ts";

export const getStream = defineVerb({
  name: "streams.get",
  access: "approved",
  kind: "query",
  input: z.object({ id: streamId }),
  output: streamWithTracks,
  run({ ctx, input }) {
    const { clock, db } = ctx.services;
    return { ...readStream(db, input.id, clock.nowMs()), tracks: readStreamTracks(db, input.id) };
  },
});

function readStreamTracks(db: Db, id: StreamId): StreamTrack[] {
  const rows = db
    .select({ itemId: streamItems.id, isGapless: streamItems.isGapless, track: tracks })
    .from(streamItems)
    .innerJoin(tracks, eq(tracks.id, streamItems.trackId))
    .where(eq(streamItems.streamId, id))
    .orderBy(asc(streamItems.position))
    .all();
  return rows.map(({ itemId, isGapless, track }) => ({
    itemId,
    id: track.id,
    title: track.title,
    artist: track.artist,
    duration: formatDuration(track.durationMs),
    artworkUrl: track.artworkUrl,
    libraryTrackId: track.id,
    existsInLibrary: true,
    hasAudioFile: track.audioSha256 !== null,
    recordLabel: track.recordLabel,
    copyrightTagline: track.copyrightTagline,
    isGapless: isGapless ?? false,
  }));
}
