import { formatDistance } from "date-fns";
import { serverNowMs } from "./send.ts";

// Apart from what every screen asks of `format.ts`: the library brings 10 kB, all words of its language with it.

/** "3 minutes ago" of what the server tells; an unreadable time gives an empty text. */
export function relativeTime(iso: string, nowMs = serverNowMs()): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? "" : formatDistance(date, nowMs, { addSuffix: true });
}
