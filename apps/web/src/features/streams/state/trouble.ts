import type { OnAir, OnAirCondition, OnAirState } from "@nightjar/contract";

const TROUBLED: ReadonlySet<OnAirState> = new Set(["failed", "reconnecting", "slate"]);

/** Heard, seen or missed by an audience: marked stronger than what only an operator notices. */
const NOTICED: ReadonlySet<OnAirCondition["code"]> = new Set([
  "silence",
  "black-picture",
  "frozen-picture",
  "destination-refused",
  "destination-down",
  "destination-slow",
  "destination-left-out",
  "not-planned",
]);

/** Somebody who watches or listens can notice it. */
export function isNoticed({ code }: Pick<OnAirCondition, "code">): boolean {
  return NOTICED.has(code);
}

/** What is sent is not what it should be, for all of its audience or for a part: one of several destinations, say. */
export function isInTrouble({ state, conditions }: Pick<OnAir, "state" | "conditions">): boolean {
  return TROUBLED.has(state) || conditions.some(isNoticed);
}
