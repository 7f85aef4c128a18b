import { z } from "zod";
import { trackId } from "./ids.ts";
import { ISRC_TEXT, isIsrc, normalIsrc } from "./isrc.ts";

/** Who is asked, in this order. */
export const RECORDING_SOURCES = ["library", "deezer", "musicbrainz", "spotify"] as const;
export type RecordingSource = (typeof RECORDING_SOURCES)[number];

/** What they are called in sentences. */
export const SOURCE_NAMES: Readonly<Record<RecordingSource, string>> = {
  library: "your own library",
  deezer: "Deezer",
  musicbrainz: "MusicBrainz",
  spotify: "Spotify",
};

export const isrcLookupInput = z.object({
  isrcCode: z
    .string({ error: ISRC_TEXT })
    .max(64, ISRC_TEXT)
    .transform(normalIsrc)
    .refine((code) => isIsrc(code), ISRC_TEXT),
  /** A track that does not answer for itself: the one that is edited. */
  exceptId: trackId.optional(),
  /** How long the recording is, where that is known: a code may stand at several. */
  durationMs: z.coerce.number<number>().int().min(0).optional(),
});

const told = z.string().nullable();

/** The fields of a track but its code, null where nobody tells, and who told them. */
export const isrcLookup = z.object({
  ...{ title: told, artist: told, album: told, duration: told, genre: told, artworkUrl: told, fileUrl: told },
  tags: z.array(z.string()),
  ...{ mood: told, key: told, language: told, recordLabel: told, releaseDate: told },
  bpm: z.number().nullable(),
  explicit: z.boolean(),
  source: z.enum(RECORDING_SOURCES),
});
export type IsrcLookup = z.infer<typeof isrcLookup>;

/** The address of a cover at a music service. */
export const takeArtworkInput = z.object({
  url: z.url({ protocol: /^https?$/, error: "The artwork address must begin with https://" }).max(2000),
});
