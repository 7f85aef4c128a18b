// Wall-clock times of a zone. Without zod: the studio's first screens show them.

/** Named like Europe/Berlin in the IANA database; null: nobody chose one. */
export type TimeZone = string | null;

/** What is no name of a place: an offset has no summer time. */
const NAME = /^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/;

const clocks = new Map<string, Intl.DateTimeFormat | null>();

function makeClock(timeZone: string): Intl.DateTimeFormat | null {
  const parts = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" } as const;
  try {
    return NAME.test(timeZone) ? new Intl.DateTimeFormat("en", { timeZone, hourCycle: "h23", ...parts }) : null;
  } catch {
    return null;
  }
}

function clockOf(timeZone: string): Intl.DateTimeFormat | null {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const clock = makeClock(timeZone);
  // What names no zone is not kept: anything may be sent.
  if (clock) clocks.set(timeZone, clock);
  return clock;
}

/** Whether this machine knows a zone of that name. */
export const isTimeZone = (name: string): boolean => clockOf(name) !== null;

/** How far the zone's clocks are before UTC at that moment; 0 in a zone that is not known here. */
export function zoneOffsetMs(timeZone: string, atMs: number): number {
  const wholeSecondMs = Math.floor(atMs / 1000) * 1000;
  const parts = new Map(
    clockOf(timeZone)
      ?.formatToParts(wholeSecondMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const [year, month, day] = [parts.get("year"), parts.get("month"), parts.get("day")];
  if (year === undefined || month === undefined || day === undefined) return 0;
  return Date.UTC(year, month - 1, day, parts.get("hour"), parts.get("minute"), parts.get("second")) - wholeSecondMs;
}

const DAY_MS = 24 * 60 * 60_000;

/** When a day of the calendar begins in the zone: a moment later than midnight where clocks are put forward then. @param month from 1 */
export function startOfDayMs(timeZone: string, year: number, month: number, day: number): number {
  const midnightMs = Date.UTC(year, month - 1, day);
  const offsets = [midnightMs - DAY_MS, midnightMs + DAY_MS].map((atMs) => zoneOffsetMs(timeZone, atMs));
  const candidates = offsets.map((offsetMs) => midnightMs - offsetMs);
  const real = candidates.filter((atMs) => atMs + zoneOffsetMs(timeZone, atMs) === midnightMs);
  return real.length > 0 ? Math.min(...real) : Math.max(...candidates);
}

/** "2026-03-01T21:15:00.000+01:00": ISO 8601, as the zone's clocks show it; null: in UTC, with a Z. */
export function zonedIso(atMs: number, timeZone: TimeZone): string {
  if (timeZone === null) return new Date(atMs).toISOString();
  const offsetMs = zoneOffsetMs(timeZone, atMs);
  const sign = offsetMs < 0 ? "-" : "+";
  const minutes = Math.floor(Math.abs(offsetMs) / 60_000);
  const offset = `${sign}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
  return new Date(atMs + offsetMs).toISOString().replace("Z", offset);
}

const twoDigits = (value: number) => String(value).padStart(2, "0");
