import { trackFields, type AudioUpload, type Track, type TrackFieldsInput } from "@nightjar/contract";
import { z } from "zod";

const texts = {
  title: z.string(),
  artist: z.string(),
  album: z.string(),
  duration: z.string(),
  genre: z.string(),
  isrcCode: z.string(),
  artworkUrl: z.string(),
  fileUrl: z.string(),
  tags: z.string(),
  mood: z.string(),
  bpm: z.string(),
  key: z.string(),
  language: z.string(),
  recordLabel: z.string(),
  releaseDate: z.string(),
};
const formValues = z.object({ ...texts, explicit: z.boolean() });
/** What the inputs hold: text, as typed. */
export type TrackFormValues = z.infer<typeof formValues>;

const orNull = (text: string) => (text.trim() === "" ? null : text.trim());

export const splitTags = (text: string): string[] => [
  ...new Set(
    text
      .split(",")
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
  ),
];

/** Checks the form by the server's own rules and gives what is sent. */
export const trackForm = formValues
  .transform((values): TrackFieldsInput => ({
    title: values.title,
    artist: values.artist,
    duration: values.duration.trim(),
    album: orNull(values.album),
    genre: orNull(values.genre),
    isrcCode: orNull(values.isrcCode),
    artworkUrl: orNull(values.artworkUrl),
    fileUrl: orNull(values.fileUrl),
    tags: splitTags(values.tags),
    mood: orNull(values.mood),
    bpm: orNull(values.bpm) === null ? null : Number(values.bpm.trim().replace(",", ".")),
    key: orNull(values.key),
    language: orNull(values.language),
    explicit: values.explicit,
    recordLabel: orNull(values.recordLabel),
    releaseDate: orNull(values.releaseDate),
  }))
  .pipe(trackFields);

export const EMPTY_FORM: TrackFormValues = {
  ...{ title: "", artist: "", album: "", duration: "", genre: "", isrcCode: "", artworkUrl: "", fileUrl: "", tags: "", mood: "" },
  ...{ bpm: "", key: "", language: "", recordLabel: "", releaseDate: "", explicit: false },
};

/** A stored track as the form shows it. */
export function formOf(track: Track): TrackFormValues {
  return {
    title: track.title,
    artist: track.artist,
    album: track.album ?? "",
    duration: track.duration,
    genre: track.genre ?? "",
    isrcCode: track.isrcCode ?? "",
    artworkUrl: track.artworkUrl ?? "",
    fileUrl: track.fileUrl ?? "",
    tags: track.tags.join(", "),
    mood: track.mood ?? "",
    bpm: track.bpm === null ? "" : String(track.bpm),
    key: track.key ?? "",
    language: track.language ?? "",
    explicit: track.explicit,
    recordLabel: track.recordLabel ?? "",
    releaseDate: track.releaseDate ?? "",
  };
}

/** What an uploaded file's own tags fill in: only fields it knows, and over what was typed before. */
export function fromMetadata({ metadata }: AudioUpload): Partial<TrackFormValues> {
  const { title, artist, album, duration, genre, year, bpm, artworkUrl, isrcCode, recordLabel } = metadata;
  const known = {
    title,
    artist,
    album,
    duration,
    genre,
    isrcCode,
    recordLabel,
    artworkUrl,
    bpm: bpm === null ? null : String(Math.round(bpm)),
    releaseDate: year === null ? null : String(year),
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null && value !== ""));
}

/** The sentence for a track that is there already. */
export const duplicateText = (track: { title: string; artist: string }): string =>
  `Duplicate track detected: "${track.title}" by ${track.artist} already exists in your library`;

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

/** The same title and artist in any case, in another track than the one being edited. */
export function findDuplicate<T extends { id: string; title: string; artist: string }>(
  tracks: readonly T[],
  wanted: { title: string; artist: string },
  ownId: string | null,
): T | undefined {
  return tracks.find((track) => track.id !== ownId && same(track.title, wanted.title) && same(track.artist, wanted.artist));
}
