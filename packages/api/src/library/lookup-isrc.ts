import { AppError, SOURCE_NAMES, formatDuration, isrcLookup, isrcLookupInput } from "@nightjar/contract";
import type { IsrcLookup, RecordingSource, Track, TrackId } from "@nightjar/contract";
import { audioFiles, tracks } from "@nightjar/db";
import type { Db } from "@nightjar/db";
import { and, asc, eq, ne } from "drizzle-orm";
import type { ForeignRecording } from "../ports.ts";
import { defineVerb } from "../verb.ts";
import { toTrack, trackColumns } from "./track-shape.ts";

/** What is known of a recording: by our own library first, then by the services, one after the other. */
export const lookupIsrc = defineVerb({
  name: "tracks.lookupIsrc",
  access: "approved",
  kind: "query",
  input: isrcLookupInput,
  output: isrcLookup,
  async run({ ctx, input: { durationMs, exceptId, isrcCode } }) {
    const own = ownTrack(ctx.services.db, isrcCode, exceptId ?? null);
    if (own) return ofTrack(own);
    const found = await ctx.services.recordings.find(isrcCode, durationMs ?? null);
    if (found.is === "found") return { ...ofRecording(found.recording), source: found.source };
    if (found.silent.length > 0) throw new AppError("unavailable", silentText(isrcCode, found));
    throw new AppError("not-found", `ISRC code ${isrcCode} not found in database`);
  },
});

function ownTrack(db: Db, key: string, exceptId: TrackId | null): Track | null {
  const row = db
    .select(trackColumns)
    .from(tracks)
    .leftJoin(audioFiles, eq(audioFiles.sha256, tracks.audioSha256))
    .where(and(eq(tracks.isrcKey, key), exceptId === null ? undefined : ne(tracks.id, exceptId)))
    .orderBy(asc(tracks.createdAt))
    .get();
  return row ? toTrack(row) : null;
}

function ofTrack(track: Track): IsrcLookup {
  const { title, artist, album, duration, genre, artworkUrl, fileUrl, tags, mood, bpm, key, language, explicit } = track;
  const { recordLabel, releaseDate } = track;
  return {
    ...{ title, artist, album, duration, genre, artworkUrl, fileUrl, tags, mood, bpm, key, language, explicit },
    ...{ recordLabel, releaseDate, source: "library" },
  };
}

function ofRecording({ durationMs, isPartial: _isPartial, ...told }: ForeignRecording): Omit<IsrcLookup, "source"> {
  const duration = durationMs === null ? null : formatDuration(durationMs);
  return { ...told, duration, fileUrl: null, tags: [], mood: null, key: null, language: null };
}

interface Nobody {
  readonly asked: readonly RecordingSource[];
  readonly silent: readonly RecordingSource[];
}

/** Not that nobody knows it: somebody did not answer. */
function silentText(isrcCode: string, { asked, silent }: Nobody): string {
  const names = (sources: readonly RecordingSource[]) => sources.map((source) => SOURCE_NAMES[source]).join(" and ");
  const others = asked.length === 0 ? "" : ` ${names(asked)} ${asked.length === 1 ? "does" : "do"} not know ${isrcCode}.`;
  return `${names(silent)} did not answer.${others} Please try again in a minute.`;
}
