import { MB, type TimeZone } from "@nightjar/contract";
import { knownZone } from "./zone.ts";

/** "12.3 MB": two decimals in the bulk dialog, one in the library. */
export const fileSize = (bytes: number, decimals: 1 | 2): string => `${(bytes / MB).toFixed(decimals)} MB`;

/** How old a piece of evidence is, in the coarsest words that still tell an operator whether to worry. */
export function age(ageMs: number): string {
  const seconds = Math.max(0, Math.floor(ageMs / 1000));
  if (seconds < 1) return "just now";
  if (seconds < 60) return `${seconds} s ago`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`;
}

/** By the clocks of a zone: where the operator is unless one is named. */
function clocks(locale: string | undefined, options: Intl.DateTimeFormatOptions) {
  const known = new Map<TimeZone, Intl.DateTimeFormat>();
  return (timeZone: TimeZone): Intl.DateTimeFormat => {
    const clock = known.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: knownZone(timeZone) });
    known.set(timeZone, clock);
    return clock;
  };
}

const time = clocks("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const day = clocks("en-GB", { weekday: "short", day: "numeric", month: "short", year: "numeric" });

/** "20:15:03". */
export const clockTime = (iso: string, timeZone: TimeZone = null): string => time(timeZone).format(new Date(iso));

const dayOfMonth = clocks("en-GB", { day: "numeric", month: "short" });

/** "20:15:03", with the day where that is another than today: "1 Mar, 20:15:03". */
export function sinceTime(iso: string, nowMs: number, timeZone: TimeZone = null): string {
  const at = clockTime(iso, timeZone);
  const isToday = dayOf(iso, timeZone) === day(timeZone).format(nowMs);
  return isToday ? at : `${dayOfMonth(timeZone).format(new Date(iso))}, ${at}`;
}

const minute = clocks(undefined, { hour: "2-digit", minute: "2-digit" });
const minuteOfDay = clocks(undefined, { weekday: "short", hour: "2-digit", minute: "2-digit" });

/** "20:15" as the operator's own language writes it, with the day where that is another than today. */
export function airTime(atMs: number, nowMs: number, timeZone: TimeZone = null): string {
  const isToday = day(timeZone).format(atMs) === day(timeZone).format(nowMs);
  return (isToday ? minute : minuteOfDay)(timeZone).format(atMs);
}

/** "Sun, 1 Mar 2026". */
export const dayOf = (iso: string, timeZone: TimeZone = null): string => day(timeZone).format(new Date(iso));

/** "4,660 kbit/s". */
export const bitrate = (kbps: number): string => `${Math.round(kbps).toLocaleString("en")} kbit/s`;

/** "1.2 GB", in thousands as carriers count. */
export function bytes(count: number): string {
  if (count < 1e6) return `${Math.round(count / 1e3)} kB`;
  return count < 1e9 ? `${(count / 1e6).toFixed(1)} MB` : `${(count / 1e9).toFixed(2)} GB`;
}

export const plural = (count: number, one: string, many = `${one}s`): string => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

export const deletedMeanwhile = (tracks: number): string => `${plural(tracks, "track was", "tracks were")} deleted meanwhile`;

/** null: YouTube has not told it. */
export const viewers = (count: number | null) => count?.toLocaleString("en") ?? "–";

export const viewerWord = (count: number | null) => (count === 1 ? "viewer" : "viewers");
