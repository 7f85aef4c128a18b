import { startOfDayMs, type StreamId, type TimeZone } from "@nightjar/contract";
import { knownZone } from "../../../lib/zone.ts";
import type { StreamSearch } from "../search.ts";

/** Days as a date field gives them; empty: not narrowed. */
export interface AsRunDays {
  readonly first: string;
  readonly last: string;
}

/** The span of those days by the clocks of the zone, the last one whole; without a zone where the operator is. */
export function spanOf({ first, last }: AsRunDays, timeZone: TimeZone): { from?: string; to?: string } {
  const from = startOf(first, 0, timeZone);
  const to = startOf(last, 1, timeZone);
  return { ...(from && { from }), ...(to && { to }) };
}

function startOf(day: string, plusDays: number, timeZone: TimeZone): string | null {
  const [year, month, date] = day.split("-").map(Number);
  if (!year || !month || !date) return null;
  // Through the calendar, not by adding hours: a day may have 23 of them.
  return new Date(startOfDayMs(knownZone(timeZone), year, month, date + plusDays)).toISOString();
}

const PAGE = 20;

/** By what the log that an address shows is narrowed. */
function narrowed({ from = "", to = "", kind, find }: StreamSearch, timeZone: TimeZone) {
  return { ...spanOf({ first: from, last: to }, timeZone), ...(kind && { kind }), ...(find && { text: find }) };
}

/** The page of the log that an address shows. */
export function logPage(id: StreamId, search: StreamSearch, timeZone: TimeZone) {
  return { id, limit: PAGE, ...narrowed(search, timeZone), ...(search.log !== undefined && { cursor: search.log }) };
}

/** Where the browser fetches what the log shows as a file, all pages of it; its cookie says who asks. */
export function csvAddress(id: StreamId, search: StreamSearch, timeZone: TimeZone): string {
  return `/api/streams/${id}/as-run?${new URLSearchParams({ format: "csv", ...narrowed(search, timeZone) }).toString()}`;
}
