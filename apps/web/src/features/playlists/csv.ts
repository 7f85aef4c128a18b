import {
  ENTRY_MAX_MS,
  isIsrc,
  normalIsrc,
  parseDuration,
  PLAYLIST_MAX_ENTRIES,
  type PlaylistEntryInput,
  type PlaylistTrack,
} from "@nightjar/contract";
import { decodeText } from "./decode-text.ts";
import { parseCsv, type CsvRow } from "./parse-csv.ts";

type Field = keyof PlaylistEntryInput | "artistNames" | "trackUri";

/** What columns are called, without capitals and marks: Exportify's of either version, and our own. Of several for one field the first is read: 'Track' beside 'Title' is its number. */
const NAMES: readonly (readonly [field: Field, names: readonly string[]])[] = [
  ["title", ["title", "trackname", "name", "song", "track"]],
  ["artist", ["artist", "artistname", "artists"]],
  ["artistNames", ["artistnames"]],
  ["album", ["album", "albumname"]],
  // Milliseconds are exact, and a number beside them may be of seconds.
  ["durationMs", ["durationms", "trackdurationms", "duration", "length"]],
  ["isrcCode", ["isrc", "isrccode"]],
  ["trackUri", ["trackuri", "spotifytrackid", "spotifyuri", "spotifyid", "uri"]],
  ["recordLabel", ["recordlabel", "label"]],
  ["releaseDate", ["releasedate", "albumreleasedate"]],
  ["coverUrl", ["albumimageurl", "artworkurl", "artwork"]],
  ["explicit", ["explicit"]],
];
const columnKey = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, "");

/** In which column each field stands that the file has. */
type Columns = ReadonlyMap<Field, number>;

function columnsOf(head: readonly string[]): Columns {
  const keys = head.map(columnKey);
  const columns = new Map<Field, number>();
  for (const [field, names] of NAMES) {
    const name = names.find((each) => keys.includes(each));
    if (name !== undefined) columns.set(field, keys.indexOf(name));
  }
  if (columns.has("artist")) columns.delete("artistNames");
  return columns;
}

export interface SkippedRow {
  /** As a spreadsheet counts them. */
  readonly row: number;
  readonly why: string;
}

export interface ReadPlaylist {
  readonly entries: readonly PlaylistEntryInput[];
  readonly skipped: readonly SkippedRow[];
  /** What the columns of the file are called that are used. */
  readonly columns: readonly string[];
  /** Rows with a code that is none: they are found by their title. */
  readonly wrongCodes: number;
}

export interface ReadFile extends ReadPlaylist {
  /** false: its letters are a guess. */
  readonly isDecodedSurely: boolean;
}

/** As below, of a file however its letters are written. */
export function readPlaylistFile(bytes: Uint8Array): ReadFile | string {
  const { text, isSure } = decodeText(bytes);
  const read = readPlaylist(text);
  return typeof read === "string" ? read : { ...read, isDecodedSurely: isSure };
}

/** The tracks of a file, or why it is none, in a sentence. */
export function readPlaylist(text: string): ReadPlaylist | string {
  const { rows: all, openQuoteRow } = parseCsv(text);
  if (openQuoteRow !== null) {
    return `A quotation mark in row ${openQuoteRow.toLocaleString("en")} is never closed, so the rows below it cannot be told apart. Correct that row, or save the file anew, and choose it again.`;
  }
  const [{ cells: head } = { cells: [] }, ...rows] = all;
  const columns = columnsOf(head);
  if (!columns.has("title") || !(columns.has("artist") || columns.has("artistNames"))) {
    return "The file has no columns for title and artist. Its first line must name the columns, such as Title, Artist and ISRC.";
  }
  if (rows.length === 0) return "The file has a first line, and no tracks below it.";
  if (rows.length > PLAYLIST_MAX_ENTRIES) {
    return `The file has ${rows.length.toLocaleString("en")} tracks; a playlist has at most ${PLAYLIST_MAX_ENTRIES.toLocaleString("en")}.`;
  }
  const read = rows.map((row) => readRow(row, columns));
  const used = new Set(columns.values());
  return {
    entries: read.flatMap((each) => ("why" in each ? [] : [each])),
    skipped: read.flatMap((each) => ("why" in each ? [each] : [])),
    columns: head.filter((_, at) => used.has(at)),
    wrongCodes: read.filter((each) => !("why" in each) && each.isrcCode && !isIsrc(normalIsrc(each.isrcCode))).length,
  };
}

function readRow({ row, cells }: CsvRow, columns: Columns): PlaylistEntryInput | SkippedRow {
  const valueOf = (field: Field) => unguarded(cells[columns.get(field) ?? -1] ?? "").slice(0, 2000);
  const artists = columns.has("artist") ? valueOf("artist") : joinedNames(valueOf("artistNames"));
  const [title, artist, uri] = [valueOf("title").slice(0, 500), artists.slice(0, 500), valueOf("trackUri")];
  if (uri.startsWith("spotify:episode:")) return { row, why: "an episode of a podcast, and no track" };
  if (title === "") return { row, why: "it has no title" };
  if (artist === "") return { row, why: "it has no artist" };
  return {
    ...{ title, artist, album: valueOf("album").slice(0, 500), durationMs: durationOf(valueOf("durationMs")) },
    ...{ isrcCode: valueOf("isrcCode").slice(0, 64), spotifyId: spotifyIdOf(uri), recordLabel: valueOf("recordLabel").slice(0, 500) },
    ...{
      releaseDate: valueOf("releaseDate").slice(0, 40),
      coverUrl: coverOf(valueOf("coverUrl")),
      explicit: /^(true|yes|1)$/i.test(valueOf("explicit")),
    },
  };
}

/** An apostrophe keeps a spreadsheet from running a text as a formula; before one that has some already stands one more. */
const unguarded = (cell: string) => cell.trim().replace(/^'(?='*[=+\-@])/, "");
/** Exportify puts a semicolon between names, or of old a comma and a backslash before each comma within a name. */
const joinedNames = (cell: string) =>
  cell
    .split(";")
    .map((name) => name.trim())
    .join(", ")
    .replaceAll("\\,", ",");
const coverOf = (text: string) => (/^https?:\/\//.test(text) ? text : null);
/** Milliseconds as Exportify has them, or m:ss; null: neither, or longer than any track. */
function durationOf(text: string): number | null {
  const durationMs = /^\d{1,8}$/.test(text) ? Number(text) : parseDuration(text);
  return durationMs !== null && durationMs <= ENTRY_MAX_MS ? durationMs : null;
}
const spotifyIdOf = (uri: string) =>
  /^(?:spotify:track:|https:\/\/open\.spotify\.com\/(?:intl-\w+\/)?track\/)?([A-Za-z0-9]{22})(?:\?.*)?$/.exec(uri)?.[1] ?? null;

const OWN_COLUMNS: readonly (readonly [name: string, cell: (track: PlaylistTrack) => string])[] = [
  ["Title", ({ title }) => title],
  ["Artist", ({ artist }) => artist],
  ["Album", ({ album }) => album ?? ""],
  ["Duration", ({ duration }) => duration ?? ""],
  ["ISRC", ({ isrcCode }) => isrcCode ?? ""],
  ["Record Label", ({ recordLabel }) => recordLabel ?? ""],
  ["Release Date", ({ releaseDate }) => releaseDate ?? ""],
  ["Explicit", ({ explicit }) => String(explicit)],
  ["Spotify ID", ({ spotifyId }) => spotifyId ?? ""],
];

/** Without it spreadsheets take a file for one of their own country, and spoil every accent. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Our own export, which is read again as it was. */
export function csvOf(tracks: readonly PlaylistTrack[]): string {
  const rows = [OWN_COLUMNS.map(([name]) => name), ...tracks.map((track) => OWN_COLUMNS.map(([, cell]) => cell(track)))];
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(toCell).join(",")}\r\n`).join("");
}

function toCell(text: string): string {
  const plain = /^'*[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
