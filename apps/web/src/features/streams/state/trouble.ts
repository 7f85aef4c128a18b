import type { OnAir, OnAirCondition, OnAirState } from "@nightjar/contract";
import { youtubeTrouble } from "./youtube-words.ts";

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

type Shown = Pick<OnAir, "conditions" | "destinations">;

/** What YouTube asks for or finds fault with; null: nothing. */
export function youtubeTroubleOf({ destinations }: Pick<Shown, "destinations">): string | null {
  return destinations.map(({ youtube }) => (youtube ? youtubeTrouble(youtube) : null)).find((text) => text !== null) ?? null;
}

/** Something is not as it should be, be it only an operator who notices. */
export function isAmiss({ conditions, destinations }: Shown): boolean {
  const isSentToAll = destinations.length > 0 && destinations.every(({ state }) => state === "sending");
  return conditions.length > 0 || !isSentToAll || youtubeTroubleOf({ destinations }) !== null;
}
