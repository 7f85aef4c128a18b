import { youtubeQuota } from "@nightjar/db";
import type { Db } from "@nightjar/db";
import { eq, sql } from "drizzle-orm";
import type { Clock } from "../ports.ts";
import { UNITS } from "./port.ts";

/** What a project may ask in a day, unless Google gave it more: developers.google.com/youtube/v3/getting-started#quota. */
export const DAY_UNITS = 10_000;
/** Of that, what is kept for Start and Stop, and for what others do with the same client. */
const KEPT_UNITS = 2_500;
/** Never more often, whatever is left. */
export const POLL_FASTEST_MS = 30_000;
const DAY_MS = 24 * 60 * 60 * 1000;

const PACIFIC = new Intl.DateTimeFormat("en-CA", {
  ...{ timeZone: "America/Los_Angeles", hourCycle: "h23" },
  ...{ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit" },
});
function pacificTime(nowMs: number): Readonly<Record<string, string>> {
  return Object.fromEntries(PACIFIC.formatToParts(nowMs).map(({ type, value }) => [type, value]));
}

/** The day that quota is counted by: it ends at midnight in California. */
export function quotaDay(nowMs: number): string {
  const { year, month, day } = pacificTime(nowMs);
  return `${year}-${month}-${day}`;
}

/** Until the next one begins; two hours of a year differ by an hour, which is no matter. */
export function msToReset(nowMs: number): number {
  const { hour = "0", minute = "0", second = "0" } = pacificTime(nowMs);
  return DAY_MS - ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000;
}

/** Ours may be ahead of YouTube's clock, and YouTube may begin its day late: who was refused for the day asks again so long after its end. */
const LATE_MS = 60_000;
/** What is refused this early is refused of the day before: by YouTube's clock that may not be over yet. */
const EARLY_MS = 15 * 60_000;
/** For how long that is so still. */
const earlyLeftMs = (sentAtMs: number): number => Math.max(0, EARLY_MS - (DAY_MS - msToReset(sentAtMs)));

/** From when a call was sent that was refused for want of quota until one may be taken. */
export const msToNewQuota = (sentAtMs: number): number => earlyLeftMs(sentAtMs) || msToReset(sentAtMs) + LATE_MS;

interface Needs {
  readonly db: Db;
  readonly clock: Clock;
}

/** Counted before it is asked: what fails costs, too. */
export function countUnits({ db, clock }: Needs, units: number): void {
  const day = quotaDay(clock.nowMs());
  db.insert(youtubeQuota)
    .values({ day, units })
    .onConflictDoUpdate({ target: youtubeQuota.day, set: { units: sql`${youtubeQuota.units} + ${units}` } })
    .run();
}

/** YouTube says to a call that was sent then that nothing is left of the day, whatever we have counted: others may use the same client. */
export function spendDay({ db }: Pick<Needs, "db">, sentAtMs: number): void {
  if (earlyLeftMs(sentAtMs) > 0) return;
  // It may be answered after midnight.
  const asSent = { db, clock: { nowMs: () => sentAtMs } };
  countUnits(asSent, Math.max(0, DAY_UNITS - usedUnits(asSent)));
}

export function usedUnits({ db, clock }: Needs): number {
  return (
    db
      .select()
      .from(youtubeQuota)
      .where(eq(youtubeQuota.day, quotaDay(clock.nowMs())))
      .get()?.units ?? 0
  );
}

export interface RoundCosts {
  readonly perRound: number;
  /** Of one that asks for viewers each time, not every other time. */
  readonly perRoundWithViewers: number;
}

interface Polling extends Pick<RoundCosts, "perRound"> {
  readonly used: number;
  /** Broadcasts that are not ended yet: each may have to be on this day. */
  readonly open: number;
  readonly nowMs: number;
}

/** How long to wait between two rounds of polling, each of which costs so much; null: nothing is left of the day for it. */
export function pollEveryMs({ used, perRound, open, nowMs }: Polling): number | null {
  const left = DAY_UNITS - KEPT_UNITS - open * UNITS.transitionBroadcast - used;
  if (left < perRound) return null;
  return Math.max(POLL_FASTEST_MS, Math.ceil((msToReset(nowMs) * perRound) / left));
}

/** Viewers are asked for every other round, which is to come within so long. */
const VIEWERS_WITHIN_MS = 60_000;

export interface Rounds {
  readonly everyMs: number;
  /** Only so they come within a minute, and the day has units for it. */
  readonly viewersEachTime: boolean;
}

/** null: nothing is left of the day for it. */
export function roundsOf({ perRoundWithViewers, ...polling }: Polling & RoundCosts): Rounds | null {
  const everyMs = pollEveryMs(polling);
  if (everyMs === null) return null;
  const withViewersMs = pollEveryMs({ ...polling, perRound: perRoundWithViewers });
  const isInTime = 2 * everyMs <= VIEWERS_WITHIN_MS || withViewersMs === null || withViewersMs > VIEWERS_WITHIN_MS;
  return isInTime ? { everyMs, viewersEachTime: false } : { everyMs: withViewersMs, viewersEachTime: true };
}
