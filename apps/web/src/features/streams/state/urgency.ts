import type { OnAir, OnAirState } from "@nightjar/contract";
import { isAmiss, isInTrouble } from "./trouble.ts";

/** Trouble first: with a dozen channels nobody reads down to the one that failed. */
const URGENCY: Readonly<Record<OnAirState, number>> = {
  failed: 0,
  reconnecting: 1,
  slate: 2,
  off: 3,
  stopping: 4,
  preparing: 5,
  "on-air": 7,
};
/** On air, and something is amiss that only an operator notices: before what is plainly on air. */
const AMISS = 6;

/** Where a stream stands among those that are live; one in trouble at one of its destinations with those that are as a whole. */
export function urgencyOf(onAir: OnAir | undefined): number {
  const { state = "preparing" } = onAir ?? {};
  if (onAir && isInTrouble(onAir)) return Math.min(URGENCY.slate, URGENCY[state]);
  return onAir && state === "on-air" && isAmiss(onAir) ? AMISS : URGENCY[state];
}
