const MINUTE_MS = 60_000;
const MOMENT_MS = 10_000;

/** How long something takes still, in words that do not change each second. */
export function soonText(inMs: number): string {
  if (inMs <= MOMENT_MS) return "within ten seconds";
  if (inMs <= MINUTE_MS) return "within a minute";
  const minutes = Math.ceil(inMs / MINUTE_MS);
  return minutes > 60 ? "in more than an hour" : `in about ${minutes} minutes`;
}

/** A reason with when that is over; null: that is not known. */
export function withReadiness(reason: string, readyInMs: number | null): string {
  return readyInMs === null ? reason : `${reason} It will be ready ${soonText(readyInMs)}.`;
}
