import { type IsrcLookup, SOURCE_NAMES } from "@nightjar/contract";
import { messageOf, silenceOf, statusOf } from "../../lib/errors.ts";
import { changedNames, type TrackFormValues } from "./track-form.ts";

/** Codes that the services know, for who wants to see a look-up work. */
const SAMPLE_CODES = "USRC17607839, GBUM71029604, USUM71703861";
export const LOOKUP_FAILED = "ISRC Lookup Failed";
const NO_METADATA = "Could not find metadata for this ISRC code";

/** What a failed look-up says, by the server's words; null: it said nothing. */
export function lookupFailure(message: string | null): string {
  if (message?.includes("not found in database")) return `ISRC code not found. Try: ${SAMPLE_CODES}`;
  return message ?? NO_METADATA;
}

/** The cover of an answer that is not among ours yet; null: there is none to fetch. */
export const foreignCover = ({ artworkUrl }: Pick<IsrcLookup, "artworkUrl">): string | null =>
  artworkUrl === null || artworkUrl.startsWith("/") ? null : artworkUrl;

/** What an answer fills in: only what it knows. The file's own duration stays. @param artworkUrl its cover, among ours; null: there is none */
export function fromLookup(found: IsrcLookup, before: TrackFormValues, artworkUrl: string | null): Partial<TrackFormValues> {
  const { title, artist, album, duration, genre, tags, mood, bpm, key, language, recordLabel, releaseDate } = found;
  const known = {
    ...{ title, artist, album, genre, artworkUrl, mood, key, language, recordLabel, releaseDate },
    duration: before.fileUrl === "" ? duration : null,
    tags: tags.length === 0 ? null : tags.join(", "),
    bpm: bpm === null ? null : String(Math.round(bpm)),
  };
  const filled = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null && value !== ""));
  return { ...filled, ...(found.explicit && { explicit: true }) };
}

/** What stands in the form now where an answer changed it, to be put back. */
export function beforeLookup(before: TrackFormValues, filled: Partial<TrackFormValues>): Partial<TrackFormValues> {
  const names = changedNames(before, { ...before, ...filled });
  return Object.fromEntries(names.map((name) => [name, before[name]]));
}

const LABELS: Readonly<Record<keyof TrackFormValues, string>> = {
  ...{ title: "title", artist: "artist", album: "album", duration: "duration", genre: "genre", isrcCode: "code", artworkUrl: "artwork" },
  ...{ fileUrl: "file", tags: "tags", mood: "mood", bpm: "BPM", key: "key", language: "language", explicit: "explicit" },
  ...{ recordLabel: "record label", releaseDate: "release date" },
};

const NAMES: Readonly<Record<string, string>> = SOURCE_NAMES;
/** Whom only a newer server asks stands by its own name: this page stays as it is for weeks. */
const nameOf = ({ source }: Pick<IsrcLookup, "source">): string => NAMES[source] ?? source;

/** Who knew a code. */
export const knewText = (found: Pick<IsrcLookup, "source">): string => `Told by ${nameOf(found)}.`;

/** What a failed look-up says of a file among many: whether nobody knows its code, or who did not answer. */
export function lookupNoteOf(error: unknown): string {
  if (statusOf(error) === 404) return "Nobody knows this code.";
  return silenceOf(error) ?? messageOf(error, "Nobody answered.");
}

/** Who answered, and what that changed, in a sentence. */
export function lookupText(found: Pick<IsrcLookup, "source">, changed: readonly (keyof TrackFormValues)[]): string {
  const who = nameOf(found);
  const Who = who.charAt(0).toUpperCase() + who.slice(1);
  const what = changed.map((name) => LABELS[name]).join(", ");
  return changed.length === 0 ? `${Who} says what stands here already.` : `Filled in from ${who}: ${what}.`;
}
