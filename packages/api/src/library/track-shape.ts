import { formatDuration } from "@nightjar/contract";
import type { Track } from "@nightjar/contract";
import { audioFiles, tracks } from "@nightjar/db";
import { getTableColumns } from "drizzle-orm";
import { fileUrl } from "../files/file-urls.ts";

/** What every query of tracks selects. */
export const trackColumns = {
  ...getTableColumns(tracks),
  audioExtension: audioFiles.extension,
  loudnessState: audioFiles.loudnessState,
};

export type TrackRow = typeof tracks.$inferSelect & {
  readonly audioExtension: string | null;
  readonly loudnessState: (typeof audioFiles.$inferSelect)["loudnessState"] | null;
};

export function toTrack(row: TrackRow): Track {
  const hasAudioFile = row.audioSha256 !== null && row.audioExtension !== null;
  return {
    id: row.id,
    revision: row.revision,
    title: row.title,
    artist: row.artist,
    album: row.album,
    duration: formatDuration(row.durationMs),
    genre: row.genre,
    isrcCode: row.isrcCode,
    artworkUrl: row.artworkUrl,
    fileUrl: hasAudioFile ? fileUrl("audio", `${row.audioSha256}.${row.audioExtension}`) : null,
    tags: [...row.tags],
    mood: row.mood,
    bpm: row.bpm,
    key: row.key,
    language: row.language,
    explicit: row.explicit,
    recordLabel: row.recordLabel,
    releaseDate: row.releaseDate,
    playCount: row.playCount,
    hasAudioFile,
    isMeasuring: row.loudnessState === "pending",
    ...musicServiceFields(row),
    createdAt: row.createdAt.toISOString(),
  };
}

function musicServiceFields(row: TrackRow) {
  return {
    spotifyId: row.spotifyId,
    popularity: row.popularity,
    energy: row.energy,
    valence: row.valence,
    danceability: row.danceability,
    acousticness: row.acousticness,
    instrumentalness: row.instrumentalness,
    liveness: row.liveness,
    loudness: row.loudness,
    speechiness: row.speechiness,
    timeSignature: row.timeSignature,
    albumType: row.albumType,
    albumTotalTracks: row.albumTotalTracks,
    albumReleaseDate: row.albumReleaseDate,
    artistGenres: [...row.artistGenres],
    artistPopularity: row.artistPopularity,
    previewUrl: row.previewUrl,
    spotifyUrl: row.spotifyUrl,
    markets: [...row.markets],
    discNumber: row.discNumber,
    trackNumber: row.trackNumber,
  };
}
