import { z } from "zod";
import { parseDuration } from "./duration.ts";
import { trackId } from "./ids.ts";
import { isrcField } from "./isrc.ts";

export const MOODS = ["energetic", "chill", "dark", "uplifting", "melancholic", "aggressive"] as const;

const text = (name: string, max = 500) =>
  z
    .string({ error: `${name} must be text` })
    .trim()
    .max(max, `${name} is too long: at most ${max} characters`)
    .nullish()
    .transform((value) => value || null);
const BPM_TEXT = "BPM must be from 0 to 1000";
export const TAG_TEXT = "A tag has at most 100 characters; separate tags by commas";
export const TAGS_TEXT = "A track has at most 100 tags";
const measure = z.number().int().nullable();

/** The fields a client may write. Optional ones are null when absent or empty. */
export const trackFields = z.object({
  title: z.string({ error: "Title is required" }).trim().min(1, "Title is required").max(500, "Title is too long"),
  artist: z.string({ error: "Artist is required" }).trim().min(1, "Artist is required").max(500, "Artist is too long"),
  album: text("Album"),
  duration: z
    .string({ error: "Duration is required" })
    .min(1, "Duration is required")
    .refine((value) => parseDuration(value) !== null, "Duration must look like 4:23 or 1:02:03"),
  genre: text("Genre"),
  isrcCode: isrcField,
  artworkUrl: text("Artwork", 2000),
  fileUrl: text("The address of the audio file", 2000),
  tags: z
    .array(z.string().max(100, TAG_TEXT))
    .max(100, TAGS_TEXT)
    .nullish()
    .transform((value) => value ?? []),
  mood: text("Mood", 50),
  bpm: z
    .number({ error: "BPM must be a number" })
    .min(0, BPM_TEXT)
    .max(1000, BPM_TEXT)
    .nullish()
    .transform((value) => value ?? null),
  key: text("Musical key", 20),
  language: text("Language", 100),
  explicit: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
  recordLabel: text("Record label"),
  releaseDate: text("Release date", 40),
});
export type TrackFields = z.infer<typeof trackFields>;
export type TrackFieldsInput = z.input<typeof trackFields>;

export const trackPatch = trackFields.partial().extend({
  /** The revision the fields were read at; without it the last writer wins. */
  revision: z.number().int().optional(),
});
export type TrackPatch = z.infer<typeof trackPatch>;

export const track = trackFields.extend({
  id: trackId,
  /** Counts the changes of what people write; plays and measurements leave it. */
  revision: z.number().int(),
  tags: z.array(z.string()),
  // Rows may be older than the rule about its form.
  isrcCode: z.string().nullable(),
  playCount: z.number().int(),
  hasAudioFile: z.boolean(),
  /** True while the file's loudness is still being measured. */
  isMeasuring: z.boolean(),
  spotifyId: z.string().nullable(),
  popularity: measure,
  energy: measure,
  valence: measure,
  danceability: measure,
  acousticness: measure,
  instrumentalness: measure,
  liveness: measure,
  loudness: measure,
  speechiness: measure,
  timeSignature: measure,
  albumType: z.string().nullable(),
  albumTotalTracks: measure,
  albumReleaseDate: z.string().nullable(),
  artistGenres: z.array(z.string()),
  artistPopularity: measure,
  previewUrl: z.string().nullable(),
  spotifyUrl: z.string().nullable(),
  markets: z.array(z.string()),
  discNumber: measure,
  trackNumber: measure,
  createdAt: z.string(),
});
export type Track = z.infer<typeof track>;

export const TRACK_SORTS = ["recent", "alphabetical", "plays", "popularity", "energy", "bpm"] as const;

export const trackQuery = z.object({
  search: z.string().max(500, "The search is too long: at most 500 characters").optional(),
  genre: z.string().optional(),
  artist: z.string().optional(),
  mood: z.string().optional(),
  key: z.string().optional(),
  tag: z.string().optional(),
  minBpm: z.coerce.number<number>().optional(),
  maxBpm: z.coerce.number<number>().optional(),
  minEnergy: z.coerce.number<number>().optional(),
  maxEnergy: z.coerce.number<number>().optional(),
  sort: z.enum(TRACK_SORTS).default("recent"),
  limit: z.coerce.number<number>().int().min(1).max(500).optional(),
  /** A hundred characters of whatever script, and an id, are shorter. */
  cursor: z.string().max(1000, "The cursor is not one of ours").optional(),
});
export type TrackQuery = z.infer<typeof trackQuery>;

export const trackFacets = z.object({
  genres: z.array(z.string()),
  artists: z.array(z.string()),
  moods: z.array(z.string()),
  keys: z.array(z.string()),
});

export const checkDuplicatesInput = z.object({ isrcCodes: z.array(z.string().max(64)).max(10_000) });
export const checkDuplicatesOutput = z.object({ duplicates: z.array(z.string()) });

export const audioUploadOutput = z.object({
  fileUrl: z.string(),
  fileName: z.string(),
  size: z.number().int(),
  metadata: z.object({
    title: z.string().nullable(),
    artist: z.string().nullable(),
    album: z.string().nullable(),
    duration: z.string(),
    genre: z.string().nullable(),
    year: z.number().int().nullable(),
    bpm: z.number().nullable(),
    artworkUrl: z.string().nullable(),
    isrcCode: z.string().nullable(),
    recordLabel: z.string().nullable(),
  }),
});
export type AudioUpload = z.infer<typeof audioUploadOutput>;

export const artworkUploadOutput = z.object({ artworkUrl: z.string() });

/** One page of the library; without `limit` the whole of it, and `nextCursor` is null. */
export const trackPage = z.object({ items: z.array(track), nextCursor: z.string().nullable(), total: z.number().int() });
export type TrackPage = z.infer<typeof trackPage>;
