import { formatDistanceToNow } from "date-fns";

// Apart from what every screen asks of `format.ts`: the library brings 10 kB, all words of its language with it.

/** "3 minutes ago"; an unreadable time gives an empty text. */
export function relativeTime(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? "" : formatDistanceToNow(date, { addSuffix: true });
}
