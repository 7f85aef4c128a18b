import { MASTER_SIZE_TEXT, MASTER_UPLOAD_MAX_BYTES, type AudioUpload, type TrackFieldsInput } from "@nightjar/contract";

export type BulkStatus = "pending" | "processing" | "success" | "error" | "duplicate";

export interface BulkItem {
  readonly id: string;
  readonly file: File;
  readonly isrcCode: string;
  readonly status: BulkStatus;
  /** What was made of the file, once it was. */
  readonly trackData: TrackFieldsInput | null;
  readonly errorMessage: string | null;
}

/** The specification's, and what labels keep their masters in where the browser knows no type for it. */
const EXTENSIONS = [".mp3", ".wav", ".flac", ".aac", ".ogg", ".m4a", ".aif", ".aiff"];

export const isAudio = (file: { name: string; type: string }): boolean =>
  file.type.startsWith("audio/") || EXTENSIONS.some((extension) => file.name.toLowerCase().endsWith(extension));

/** An ISRC as the library stores it, so that one typed with hyphens is found too. */
export const normalIsrc = (text: string): string => text.replace(/[\s-]/g, "").toUpperCase();

/** Those with a code that are not known as duplicates, and not done already. */
export const readyItems = (items: readonly BulkItem[]): readonly BulkItem[] =>
  items.filter((item) => normalIsrc(item.isrcCode) !== "" && (item.status === "pending" || item.status === "error"));

/** Marks the items whose code the library has; the others wait again. What is done stays done. */
export function markDuplicates(items: readonly BulkItem[], duplicates: readonly string[]): readonly BulkItem[] {
  const known = new Set(duplicates.map(normalIsrc));
  return items.map((item) => {
    if (item.status === "success") return item;
    return { ...item, errorMessage: null, status: known.has(normalIsrc(item.isrcCode)) ? "duplicate" : "pending" };
  });
}

/** The share of files that are through, one way or the other. */
export const processedShare = (done: number, all: number): number => (all === 0 ? 0 : done / all);

/** Why a file is not even sent; null when it may go. */
export const tooLarge = (file: { size: number }): string | null => (file.size > MASTER_UPLOAD_MAX_BYTES ? MASTER_SIZE_TEXT : null);

/**
 * A track from what the file says of itself; its name stands in for a missing title.
 * @throws Error when the file names no artist: one made up would be shown on air
 */
export function trackOf({ fileUrl, metadata }: AudioUpload, fileName: string, isrcCode: string): TrackFieldsInput {
  const { title, artist, album, duration, genre, year, bpm, artworkUrl, recordLabel } = metadata;
  if (artist === null) throw new Error("The file names no artist. Add it with Add Music instead.");
  return {
    ...{ album, duration, genre, bpm, artworkUrl, recordLabel, fileUrl },
    title: title ?? fileName.replace(/\.[^.]+$/, ""),
    artist,
    isrcCode: normalIsrc(isrcCode),
    releaseDate: year === null ? null : String(year),
  };
}
