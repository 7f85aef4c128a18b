import type { TrackId } from "@nightjar/contract";
import { sql } from "drizzle-orm";
import { index, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { audioFiles } from "./audio-files.ts";
import { createdAt, flag, moment, textList, uuidKey } from "./columns.ts";

export const tracks = sqliteTable(
  "tracks",
  {
    id: uuidKey().$type<TrackId>(),
    title: text("title").notNull(),
    artist: text("artist").notNull(),
    album: text("album"),
    durationMs: integer("duration_ms").notNull(),
    genre: text("genre"),
    isrcCode: text("isrc_code"),
    /** The code as it is compared: capitals, without hyphens and blanks. */
    isrcKey: text("isrc_key"),
    artworkUrl: text("artwork_url"),
    /** Where the playlist that it was imported from has its cover. */
    coverUrl: text("cover_url"),
    /** When that was fetched, or could not be used; null: not yet. */
    coverAskedAt: moment("cover_asked_at"),
    /** The one owner of "has a file"; `fileUrl` is derived from it. */
    audioSha256: text("audio_sha256").references(() => audioFiles.sha256, { onDelete: "set null" }),
    tags: textList("tags"),
    mood: text("mood"),
    bpm: real("bpm"),
    key: text("key"),
    language: text("language"),
    explicit: flag("explicit").notNull().default(false),
    recordLabel: text("record_label"),
    copyrightTagline: text("copyright_tagline"),
    releaseDate: text("release_date"),
    playCount: integer("play_count").notNull().default(0),
    spotifyId: text("spotify_id").unique(),
    popularity: integer("popularity"),
    energy: integer("energy"),
    valence: integer("valence"),
    danceability: integer("danceability"),
    acousticness: integer("acousticness"),
    instrumentalness: integer("instrumentalness"),
    liveness: integer("liveness"),
    loudness: integer("loudness"),
    speechiness: integer("speechiness"),
    timeSignature: integer("time_signature"),
    albumType: text("album_type"),
    albumTotalTracks: integer("album_total_tracks"),
    albumReleaseDate: text("album_release_date"),
    artistGenres: textList("artist_genres"),
    artistPopularity: integer("artist_popularity"),
    previewUrl: text("preview_url"),
    spotifyUrl: text("spotify_url"),
    markets: textList("markets"),
    discNumber: integer("disc_number"),
    trackNumber: integer("track_number"),
    /**
     * Lower case "title\nartist\nalbum\ntags": what the search looks in, what the alphabetical order compares,
     * and by its first two lines what makes two tracks the same.
     */
    searchText: text("search_text").notNull(),
    /** Counts the changes of what people write. */
    revision: integer("revision").notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    index("tracks_recent").on(table.createdAt, table.id),
    index("tracks_alphabetical").on(table.searchText, table.id),
    index("tracks_plays").on(table.playCount, table.id),
    index("tracks_popularity").on(table.popularity, table.id),
    index("tracks_energy").on(table.energy, table.id),
    index("tracks_bpm").on(table.bpm, table.id),
    index("tracks_genre").on(table.genre),
    index("tracks_artist").on(table.artist),
    index("tracks_mood").on(table.mood),
    index("tracks_key").on(table.key),
    index("tracks_isrc").on(table.isrcKey),
    index("tracks_audio").on(table.audioSha256),
    index("tracks_covers_to_fetch")
      .on(table.coverUrl)
      .where(sql`"cover_url" is not null and "cover_asked_at" is null`),
  ],
);
