import type { AsRunDestination, AsRunEntry } from "./as-run.ts";

/** Whether any destination took any of an entry that is over: there may have been none, or none that did. */
export function hasReachedSomebody({
  startedAt,
  endedAt,
  destinations,
}: Pick<AsRunEntry, "startedAt" | "destinations"> & { readonly endedAt: string }): boolean {
  const durationMs = Date.parse(endedAt) - Date.parse(startedAt);
  const lostMs = ({ interruptions }: AsRunDestination) =>
    interruptions.reduce((sumMs, { from, to }) => sumMs + Date.parse(to) - Date.parse(from), 0);
  return destinations.some((destination) => lostMs(destination) < durationMs);
}
