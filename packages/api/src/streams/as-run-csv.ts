import type { AsRunEntry } from "@nightjar/contract";

type Cell = string | number | null;
const COLUMNS: readonly (readonly [name: string, cell: (entry: AsRunEntry, streamTitle: string) => Cell])[] = [
  ["startedAt", ({ startedAt }) => startedAt],
  ["endedAt", ({ endedAt }) => endedAt],
  ["durationMs", ({ startedAt, endedAt }) => (endedAt === null ? null : Date.parse(endedAt) - Date.parse(startedAt))],
  ["title", ({ title }) => title],
  ["artist", ({ artist }) => artist],
  ["isrcCode", ({ isrcCode }) => isrcCode],
  ["stream", (_entry, streamTitle) => streamTitle],
  ["destinations", ({ destinations }) => destinations.map(({ kind, host }) => `${kind} ${host}`).join("; ")],
  // ISO 8601 intervals, each with whom it concerns.
  ["interruptions", ({ destinations }) => destinations.flatMap(interruptionsOf).join("; ")],
  ["streamId", ({ streamId }) => streamId],
  ["sessionId", ({ sessionId }) => sessionId],
  ["itemId", ({ itemId }) => itemId],
  ["trackId", ({ trackId }) => trackId],
  ["entryId", ({ entryId }) => entryId],
];

const interruptionsOf = ({ host, interruptions }: AsRunEntry["destinations"][number]) =>
  interruptions.map(({ from, to }) => `${host} ${from}/${to}`);

/** RFC 4180, in pieces: a header, then rows, each ended by CRLF. */
export function* asRunCsv(pages: Iterable<readonly AsRunEntry[]>, streamTitle: string): Generator<string> {
  yield row(COLUMNS.map(([name]) => name));
  for (const page of pages) yield page.map((entry) => row(COLUMNS.map(([, cell]) => cell(entry, streamTitle)))).join("");
}

const row = (cells: readonly Cell[]) => `${cells.map(toCell).join(",")}\r\n`;

/** A text that a spreadsheet would run as a formula is made plain text by an apostrophe. */
function toCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const plain = /^[=+\-@\t\r\n]/u.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/u.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
