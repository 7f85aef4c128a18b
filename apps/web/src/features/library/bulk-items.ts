import {
  isIsrc,
  ISRC_TEXT,
  MASTER_SIZE_TEXT,
  MASTER_UPLOAD_MAX_BYTES,
  normalIsrc,
  type AudioUpload,
  type IsrcLookup,
  type TrackFieldsInput,
} from "@nightjar/contract";
import { plural } from "../../lib/format.ts";
import type { FileTags } from "./file-tags.ts";

export type BulkStatus = "pending" | "processing" | "success" | "error" | "duplicate";

export interface BulkItem {
  readonly id: string;
  readonly file: File;
  readonly isrcCode: string;
  /** Typed in, where the file names none. */
  readonly artist: string;
  readonly status: BulkStatus;
  /** What the file says of itself; null: it was not looked into yet. */
  readonly tags: FileTags | null;
  /** While it is looked up and sent: 0 to 1. */
  readonly share: number | null;
  /** Once it was sent: it is not sent again when something else was missing. */
  readonly upload: AudioUpload | null;
  /** What was made of the file, once it was. */
  readonly trackData: TrackFieldsInput | null;
  readonly errorMessage: string | null;
  /** Who knew its code, or that nobody did; null: it was not looked up. */
  readonly lookupNote: string | null;
}

export const newItem = (id: string, file: File): BulkItem => ({
  ...{ id, file, isrcCode: "", artist: "", status: "pending", tags: null, share: null, upload: null, trackData: null },
  ...{ errorMessage: null, lookupNote: null },
});

/** The specification's, and what labels keep their masters in where the browser knows no type for it. */
const EXTENSIONS = [".mp3", ".wav", ".flac", ".aac", ".ogg", ".m4a", ".aif", ".aiff"];

export const isAudio = (file: { name: string; type: string }): boolean =>
  file.type.startsWith("audio/") || EXTENSIONS.some((extension) => file.name.toLowerCase().endsWith(extension));

/** What is wrong with a typed code; null: nothing, or none is typed. */
export function codeProblem({ isrcCode }: Pick<BulkItem, "isrcCode">): string | null {
  const code = normalIsrc(isrcCode);
  return code === "" || isIsrc(code) ? null : ISRC_TEXT;
}

/** Whether the artist has to be typed in. */
export const needsArtist = ({ tags, upload }: Pick<BulkItem, "tags" | "upload">): boolean =>
  upload === null ? tags !== null && tags.artist === null : upload.metadata.artist === null;

export const isReady = (item: BulkItem): boolean =>
  isIsrc(normalIsrc(item.isrcCode)) && (item.status === "pending" || item.status === "error");

/** Those with a code that are not known as duplicates, and not done already. */
export const readyItems = (items: readonly BulkItem[]): readonly BulkItem[] => items.filter(isReady);

/** What is not in the library yet, and would be lost with the dialog. */
export const isUnsaved = (items: readonly BulkItem[]): boolean => items.some(({ status }) => status !== "success");

/** The earlier file with the same code; undefined: the code is its own. */
export function twinOf(items: readonly BulkItem[], { id, isrcCode }: Pick<BulkItem, "id" | "isrcCode">): BulkItem | undefined {
  const code = normalIsrc(isrcCode);
  const first = code === "" ? undefined : items.find((item) => normalIsrc(item.isrcCode) === code);
  return first?.id === id ? undefined : first;
}

export const twinText = (first: BulkItem): string => `The same code as ${first.file.name}`;

/** Marks the items whose code the library or an earlier file has; the others wait again. What is done stays done. */
export function markDuplicates(items: readonly BulkItem[], duplicates: readonly string[]): readonly BulkItem[] {
  const known = new Set(duplicates.map(normalIsrc));
  return items.map((item) => {
    if (item.status === "success" || item.status === "processing") return item;
    const first = twinOf(items, item);
    if (first) return { ...item, status: "duplicate", errorMessage: twinText(first) };
    return { ...item, errorMessage: null, status: known.has(normalIsrc(item.isrcCode)) ? "duplicate" : "pending" };
  });
}

/** Who was the twin of another waits again where it is nobody's any more, and else says whose it is now. */
const freed = (before: readonly BulkItem[], now: readonly BulkItem[]): readonly BulkItem[] =>
  now.map((item) => {
    if (item.status !== "duplicate" || twinOf(before, item) === undefined) return item;
    const first = twinOf(now, item);
    return first ? { ...item, errorMessage: twinText(first) } : { ...item, status: "pending", errorMessage: null };
  });

export const withoutItem = (items: readonly BulkItem[], id: string): readonly BulkItem[] =>
  freed(
    items,
    items.filter((item) => item.id !== id),
  );

/** How many files have the code of an earlier one. */
export const countTwins = (items: readonly BulkItem[]): number => items.filter((item) => twinOf(items, item) !== undefined).length;

/** What is said of duplicates at the end, which neither succeeded nor failed; undefined: there are none. */
export function leftOutText(items: readonly BulkItem[]): string | undefined {
  const count = items.filter(({ status }) => status === "duplicate").length;
  if (count === 0) return undefined;
  return `${plural(count, "file")} ${count === 1 ? "was left out as a duplicate" : "were left out as duplicates"}.`;
}

/** A new code has not been checked yet. */
const withCode = (item: BulkItem, isrcCode: string): BulkItem => ({
  ...item,
  isrcCode,
  status: "pending",
  errorMessage: null,
  lookupNote: null,
});

/** Its track is being made, which nothing takes back: it was sent, and nothing of it can be cancelled any more. */
export const isBeingAdded = ({ status, share }: Pick<BulkItem, "status" | "share">): boolean => status === "processing" && share === null;

/** Whether what belongs to the file may still be changed. */
export const isOpen = ({ status }: BulkItem): boolean => status !== "success" && status !== "processing";

export const setCode = (items: readonly BulkItem[], id: string, isrcCode: string): readonly BulkItem[] =>
  freed(
    items,
    items.map((item) => (item.id === id && isOpen(item) ? withCode(item, isrcCode) : item)),
  );

/** A pasted column: a line a file, from the given one downwards. An empty line leaves its file as it is. */
export function pasteColumn(items: readonly BulkItem[], id: string, lines: readonly string[]): readonly BulkItem[] {
  const from = items.findIndex((item) => item.id === id);
  const pasted = items.map((item, index) => {
    const line = index < from ? undefined : lines[index - from];
    return line && isOpen(item) ? withCode(item, line) : item;
  });
  return freed(items, pasted);
}

/** The lines of what was pasted, of a table its first column; null: it is no column. */
export function columnOf(text: string): readonly string[] | null {
  const lines = text
    .replace(/[\r\n]+$/, "")
    .split(/\r\n|\r|\n/)
    .map((line) => line.split("\t")[0]?.trim() ?? "");
  return lines.length > 1 ? lines : null;
}

/** The share of files that are through, one way or the other. */
export const processedShare = (done: number, all: number): number => (all === 0 ? 0 : done / all);

/** Why a file is not even sent; null when it may go. */
export const tooLarge = (file: { size: number }): string | null => (file.size > MASTER_UPLOAD_MAX_BYTES ? MASTER_SIZE_TEXT : null);

export const ARTIST_TEXT = "The file names no artist. Type one in.";

/** What a look-up by the code tells; null where it was not made, or nobody knew. */
export type Known = Omit<IsrcLookup, "fileUrl"> | null;

/** What a look-up came to. */
export interface Answer {
  readonly known: Known;
  /** Who answered, or that nobody did. */
  readonly note: string;
}

/**
 * A track from what was typed, else from what the file says of itself, else from what is known by its code; the file's name stands in for a title
 * that nobody knows.
 * @throws Error when there is no artist: one made up would be shown on air
 */
export function trackOf(
  { fileUrl, metadata }: AudioUpload,
  item: Pick<BulkItem, "file" | "isrcCode" | "artist">,
  known: Known,
): TrackFieldsInput {
  const { duration, year } = metadata;
  const artist = metadata.artist ?? (item.artist.trim() || known?.artist || null);
  if (artist === null) throw new Error(ARTIST_TEXT);
  return {
    ...{ duration, fileUrl, artist },
    title: metadata.title ?? known?.title ?? item.file.name.replace(/\.[^.]+$/, ""),
    album: metadata.album ?? known?.album ?? null,
    genre: metadata.genre ?? known?.genre ?? null,
    bpm: metadata.bpm ?? known?.bpm ?? null,
    artworkUrl: metadata.artworkUrl ?? known?.artworkUrl ?? null,
    recordLabel: metadata.recordLabel ?? known?.recordLabel ?? null,
    explicit: known?.explicit ?? false,
    isrcCode: normalIsrc(item.isrcCode),
    releaseDate: known?.releaseDate ?? (year === null ? null : String(year)),
  };
}
