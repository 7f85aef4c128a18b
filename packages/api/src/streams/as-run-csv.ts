import { zonedIso } from "@nightjar/contract";
import type { AsRunEntry, TimeZone } from "@nightjar/contract";

/** What every row of a file has in common. */
export interface CsvOf {
  readonly streamTitle: string;
  /** Whose clocks the times are by; null: in UTC. */
  readonly timeZone: TimeZone;
}

type Cell = string | number | null;
const COLUMNS: readonly (readonly [name: string, cell: (entry: AsRunEntry, of: CsvOf) => Cell])[] = [
  ["startedAt", ({ startedAt }, { timeZone }) => timeText(startedAt, timeZone)],
  ["endedAt", ({ endedAt }, { timeZone }) => (endedAt === null ? null : timeText(endedAt, timeZone))],
  ["durationMs", ({ startedAt, endedAt }) => (endedAt === null ? null : Date.parse(endedAt) - Date.parse(startedAt))],
  ["title", ({ title }) => title],
  ["artist", ({ artist }) => artist],
  ["isrcCode", ({ isrcCode }) => isrcCode],
  ["stream", (_entry, { streamTitle }) => streamTitle],
  ["destinations", ({ destinations }) => destinations.map(({ kind, host }) => `${kind} ${host}`).join("; ")],
  // ISO 8601 intervals, each with whom it concerns.
  ["interruptions", ({ destinations }, { timeZone }) => destinations.flatMap((one) => interruptionsOf(one, timeZone)).join("; ")],
  ["streamId", ({ streamId }) => streamId],
  ["sessionId", ({ sessionId }) => sessionId],
  ["itemId", ({ itemId }) => itemId],
  ["trackId", ({ trackId }) => trackId],
  ["entryId", ({ entryId }) => entryId],
];

const timeText = (iso: string, timeZone: TimeZone) => zonedIso(Date.parse(iso), timeZone);

const interruptionsOf = ({ host, interruptions }: AsRunEntry["destinations"][number], timeZone: TimeZone) =>
  interruptions.map(({ from, to }) => `${host} ${timeText(from, timeZone)}/${timeText(to, timeZone)}`);

/** RFC 4180, in pieces: a header, then rows, each ended by CRLF. */
export function* asRunCsv(pages: Iterable<readonly AsRunEntry[]>, of: CsvOf): Generator<string> {
  yield row(COLUMNS.map(([name]) => name));
  for (const page of pages) yield page.map((entry) => row(COLUMNS.map(([, cell]) => cell(entry, of)))).join("");
}

const row = (cells: readonly Cell[]) => `${cells.map(toCell).join(",")}\r\n`;

/** A text that a spreadsheet would run as a formula is made plain text by an apostrophe. */
function toCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const plain = /^[=+\-@\t\r\n]/u.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/u.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
