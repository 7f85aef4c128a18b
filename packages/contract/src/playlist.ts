import { z } from "zod";
import { entryId, playlistId, trackId } from "./ids.ts";
import { isIsrc, normalIsrc } from "./isrc.ts";

/** The labels that a playlist is filtered by at one press. */
export const PRESET_LABELS = [
  ...(["Universal Music", "Sony Music", "Warner Music", "Atlantic", "Capitol", "Columbia"] as const),
  ...(["Def Jam", "Interscope", "Island", "Republic", "RCA", "Virgin"] as const),
] as const;

/** Of one playlist; services allow as many. */
export const PLAYLIST_MAX_ENTRIES = 10_000;
/** No track is longer than a day. */
export const ENTRY_MAX_MS = 86_400_000;
export const PLAYLIST_SOURCES = ["manual", "csv", "spotify"] as const;

const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .nullish()
    .transform((value) => value || null);
const optionalCount = z
  .number()
  .int()
  .min(0)
  .max(100_000)
  .nullish()
  .transform((value) => value ?? null);

/** One line as a source tells it. A code that is none is left out: the rest still finds its track. */
export const playlistEntryInput = z.object({
  title: z.string().trim().min(1).max(500),
  artist: z.string().trim().min(1).max(500),
  album: optionalText(500),
  durationMs: z
    .number()
    .int()
    .min(0)
    .max(ENTRY_MAX_MS)
    .nullish()
    .transform((value) => value || null),
  isrcCode: optionalText(64).transform((code) => (code !== null && isIsrc(normalIsrc(code)) ? normalIsrc(code) : null)),
  spotifyId: optionalText(64),
  recordLabel: optionalText(500),
  releaseDate: optionalText(40),
  coverUrl: optionalText(2000),
  explicit: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
  ...{ albumType: optionalText(40), albumTotalTracks: optionalCount, discNumber: optionalCount, trackNumber: optionalCount },
  popularity: optionalCount,
  previewUrl: optionalText(2000).transform((url) => (url !== null && /^https?:\/\//i.test(url) ? url : null)),
});
export type PlaylistEntryInput = z.input<typeof playlistEntryInput>;
export type PlaylistEntryFields = z.output<typeof playlistEntryInput>;

const someEntries = <T extends z.ZodType>(entry: T) =>
  z
    .array(entry)
    .min(1, "The playlist has no tracks")
    .max(PLAYLIST_MAX_ENTRIES, `A playlist has at most ${PLAYLIST_MAX_ENTRIES.toLocaleString("en")} tracks`);

export const createPlaylistInput = z.object({
  /** Of the maker's own: asked again, because the answer was lost, the same playlist is answered. */
  id: z.uuid("The id of a playlist must be a UUID").pipe(playlistId).optional(),
  name: z.string({ error: "A playlist needs a name" }).trim().min(1, "A playlist needs a name").max(200, "The name is too long"),
  description: optionalText(2000),
  source: z.enum(["manual", "csv"]).default("manual"),
  entries: someEntries(
    playlistEntryInput.extend({
      /** Somebody's word: which track of the library it is; null: none. Not said: it is looked for. */
      decided: trackId.nullable().optional(),
    }),
  ),
});

/** What a list of tracks would be in the library, before it is kept. */
export const matchEntriesInput = z.object({
  entries: someEntries(playlistEntryInput.pick({ title: true, artist: true, durationMs: true, isrcCode: true })),
});

export const playlist = z.object({
  id: playlistId,
  name: z.string(),
  description: z.string().nullable(),
  trackCount: z.number().int(),
  source: z.string(),
  spotifyId: z.string().nullable(),
  coverUrl: z.string().nullable(),
  isActive: z.boolean(),
  createdAt: z.string(),
});
export type Playlist = z.infer<typeof playlist>;

/** A track that an entry may be, and why. */
export const playlistCandidate = z.object({ trackId, why: z.string() });
export type PlaylistCandidate = z.infer<typeof playlistCandidate>;

const shownCandidate = playlistCandidate.extend({ title: z.string(), artist: z.string(), duration: z.string() });

/** What one is in the library: a track and why it is that one, or some that it may be, or none. */
export const entryMatch = z.object({
  trackId: trackId.nullable(),
  why: z.string().nullable(),
  /** Best first; somebody has to say. */
  candidates: z.array(shownCandidate),
});
export type EntryMatch = z.infer<typeof entryMatch>;

export const playlistTrack = z.object({
  /** Of the entry. */
  id: entryId,
  title: z.string(),
  artist: z.string(),
  album: z.string().nullable(),
  /** m:ss; null: the source does not tell it. */
  duration: z.string().nullable(),
  isrcCode: z.string().nullable(),
  spotifyId: z.string().nullable(),
  recordLabel: z.string().nullable(),
  releaseDate: z.string().nullable(),
  artworkUrl: z.string().nullable(),
  explicit: z.boolean(),
  existsInLibrary: z.boolean(),
  hasAudioFile: z.boolean(),
  libraryTrackId: trackId.nullable(),
  /** Why it is that track of the library; null: it is none, or was imported from here. */
  why: z.string().nullable(),
  /** Those that it may be, best first; somebody has to say. */
  candidates: z.array(shownCandidate),
});
export type PlaylistTrack = z.infer<typeof playlistTrack>;

/** The specification's playlist analysis result, and of which playlist. */
export const playlistAnalysis = z.object({
  playlist,
  totalTracks: z.number().int(),
  /** Those that the labels let through; all of them without labels. */
  filteredTracks: z.number().int(),
  existingTracks: z.number().int(),
  newTracks: z.number().int(),
  /** Of the new ones: those that may be in the library, where somebody has to say. */
  doubtfulTracks: z.number().int(),
  /** Of all: those of which no label is known, so that no filter finds them. */
  unlabelledTracks: z.number().int(),
  /** Of these: those whose label is still being looked up. */
  pendingTracks: z.number().int(),
  isFiltered: z.boolean(),
  /** Every label that an entry names, those of most entries first. */
  allLabels: z.array(z.string()),
  tracks: z.array(playlistTrack),
});
export type PlaylistAnalysis = z.infer<typeof playlistAnalysis>;

const LABELS_TEXT = "At most 100 labels of 200 characters each";
const labels = z.array(z.string().trim().min(1).max(200, LABELS_TEXT)).max(100, LABELS_TEXT);
const commaSeparated = (text: string) =>
  text
    .split(",")
    .map((label) => label.trim())
    .filter((label) => label !== "");
export const playlistQuery = z.object({
  id: playlistId,
  /** By commas in an address. */
  labels: z.union([labels, z.string().max(4000, LABELS_TEXT).transform(commaSeparated).pipe(labels)], { error: LABELS_TEXT }).optional(),
});

export const importTracksInput = z.object({ id: playlistId, entryIds: z.array(entryId).min(1).max(PLAYLIST_MAX_ENTRIES) });
export const importTracksOutput = z.object({
  /** Added to the library. */
  tracksAdded: z.number().int(),
  /** There already, and found. */
  tracksFound: z.number().int(),
  /** Those that may be in the library: somebody has to say. */
  tracksDoubtful: z.number().int(),
  /** Those that somebody has said to be another than the library's of that title and artist. */
  tracksLeftOut: z.number().int(),
  trackIds: z.array(trackId),
});

/** null: it is none of them. */
export const decideEntryInput = z.object({ id: playlistId, entryId, trackId: trackId.nullable() });
