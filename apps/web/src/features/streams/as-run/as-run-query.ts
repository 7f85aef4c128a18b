import type { StreamId } from "@nightjar/contract";
import type { StreamSearch } from "../search.ts";

/** Days as a date field gives them, where the operator is; empty: not narrowed. */
export interface AsRunDays {
  readonly first: string;
  readonly last: string;
}

/** The span of those days, the last one whole. */
export function spanOf({ first, last }: AsRunDays): { from?: string; to?: string } {
  const from = startOf(first, 0);
  const to = startOf(last, 1);
  return { ...(from && { from }), ...(to && { to }) };
}

function startOf(day: string, plusDays: number): string | null {
  const [year, month, date] = day.split("-").map(Number);
  if (!year || !month || !date) return null;
  // Through the calendar, not by adding hours: a day may have 23 of them.
  return new Date(year, month - 1, date + plusDays).toISOString();
}

const PAGE = 20;

/** The page of the log that an address shows. */
export function logPage(id: StreamId, { from = "", to = "", log }: StreamSearch) {
  return { id, limit: PAGE, ...spanOf({ first: from, last: to }), ...(log !== undefined && { cursor: log }) };
}

/** Where the browser fetches the log as a file; its cookie says who asks. */
export function csvAddress(id: StreamId, days: AsRunDays): string {
  return `/api/streams/${id}/as-run?${new URLSearchParams({ format: "csv", ...spanOf(days) }).toString()}`;
}
