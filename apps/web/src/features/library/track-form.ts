import {
  trackFields,
  trackPatch,
  type AudioUpload,
  type Track,
  type TrackFields,
  type TrackFieldsInput,
  type TrackPatch,
} from "@nightjar/contract";
import type { FieldErrors, Resolver } from "react-hook-form";

type TextName = Exclude<keyof TrackFields, "explicit">;
/** What the inputs hold: text, as typed. */
export type TrackFormValues = Record<TextName, string> & { explicit: boolean };
/** What is sent: a new track whole, of one that is there only what was changed. */
export type TrackChange = { readonly is: "new"; readonly fields: TrackFields } | { readonly is: "changed"; readonly fields: TrackPatch };

const orNull = (text: string) => (text.trim() === "" ? null : text.trim());

export const splitTags = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;\n]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
  ),
];

/** The typed text as the fields it stands for, not checked yet. */
const fieldsOf = (values: TrackFormValues): TrackFieldsInput => ({
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
});

const NAMES = Object.keys({
  ...{ isrcCode: 0, title: 0, artist: 0, album: 0, duration: 0, genre: 0, mood: 0, bpm: 0, key: 0, language: 0, recordLabel: 0 },
  ...{ releaseDate: 0, explicit: 0, tags: 0, artworkUrl: 0, fileUrl: 0 },
} satisfies Record<keyof TrackFormValues, 0>) as readonly (keyof TrackFormValues)[];

/** The fields in which two states of the form differ. */
export const changedNames = (before: TrackFormValues, after: TrackFormValues) => NAMES.filter((name) => before[name] !== after[name]);

/** What may be sent, by the server's own rules; null start: a new track. What was not touched is not judged: it may be older than the rules. */
export function checkForm(start: TrackFormValues | null, values: TrackFormValues) {
  const fields = fieldsOf(values);
  if (start === null) {
    const { data, error } = trackFields.safeParse(fields);
    return { change: data && ({ is: "new", fields: data } satisfies TrackChange), issues: error?.issues ?? [] };
  }
  const { data, error } = trackPatch.safeParse(Object.fromEntries(changedNames(start, values).map((name) => [name, fields[name]])));
  return { change: data && ({ is: "changed", fields: data } satisfies TrackChange), issues: error?.issues ?? [] };
}

/** Whether a track is stored as it was to be changed, by one's own call whose answer was lost perhaps. */
export function isStored(fields: TrackPatch, track: Track): boolean {
  const stored = fieldsOf(formOf(track));
  const names = NAMES.filter((name) => fields[name] !== undefined);
  const { data } = trackPatch.safeParse(Object.fromEntries(names.map((name) => [name, stored[name]])));
  return JSON.stringify(data) === JSON.stringify(fields);
}

/** Says at each field the first thing that is wrong with it, wherever within it that is. */
export function formErrors(issues: ReturnType<typeof checkForm>["issues"]): FieldErrors<TrackFormValues> {
  const errors: FieldErrors<TrackFormValues> = {};
  for (const { path, message } of issues) {
    const name = NAMES.find((known) => known === path[0]);
    if (name) errors[name] ??= { type: "rule", message };
  }
  return errors;
}

export const trackResolver =
  (start: TrackFormValues | null): Resolver<TrackFormValues, unknown, TrackChange> =>
  (values) => {
    const { change, issues } = checkForm(start, values);
    return change ? { values: change, errors: {} } : { values: {}, errors: formErrors(issues) };
  };

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

/** A replaced file brings its duration, and its cover where it has one; the rest of what it says is about the song that is there. */
export function fromReplacement({ fileUrl, metadata: { artworkUrl, duration } }: AudioUpload): Partial<TrackFormValues> {
  return { fileUrl, duration, ...(artworkUrl !== null && { artworkUrl }) };
}

/** What followed a replaced file, in a sentence; null: nothing did. */
export function replacementText(before: TrackFormValues, after: Partial<TrackFormValues>): string | null {
  const isLonger = after.duration !== undefined && after.duration !== before.duration;
  const isCovered = after.artworkUrl !== undefined && after.artworkUrl !== before.artworkUrl;
  const duration = `The duration is the new file's: ${after.duration}${before.duration === "" ? "" : ` instead of ${before.duration}`}.`;
  if (!isLonger) return isCovered ? "The cover is the new file's." : null;
  return isCovered ? `${duration} So is the cover.` : duration;
}
