import type { OnAir, OnAirState } from "@nightjar/contract";
import { isAmiss, isInTrouble } from "./trouble.ts";

/** Trouble first: with a dozen channels nobody reads down to the one that failed. */
const URGENCY = {
  failed: 0,
  reconnecting: 1,
  slate: 2,
  off: 3,
  stopping: 4,
  preparing: 5,
  "on-air": 7,
} satisfies Readonly<Record<OnAirState, number>>;
const PLACES: Readonly<Record<string, number>> = URGENCY;
/** On air, and something is amiss that only an operator notices, or in a state that only a newer server knows: before what is plainly on air. */
const AMISS = 6;

/** Where a stream stands among those that are live; one in trouble at one of its destinations with those that are as a whole. */
export function urgencyOf(onAir: OnAir | undefined): number {
  const { state = "preparing" } = onAir ?? {};
  const place = PLACES[state] ?? AMISS;
  if (onAir && isInTrouble(onAir)) return Math.min(URGENCY.slate, place);
  return onAir && state === "on-air" && isAmiss(onAir) ? AMISS : place;
}
