import type { OnAir, OnAirCondition, OnAirDestination, StreamId } from "@nightjar/contract";
import type { Services } from "../context.ts";
import type { PlanTrouble } from "./plan-book.ts";
import type { LeftOut } from "./plan-book.ts";
import { withYoutube } from "./youtube-said.ts";

/** What is true of a stream: what the engine sees, and what it was never told of because it could not be planned. */
export function observedOnAir(services: Needs, id: StreamId): OnAir {
  return toldOnAir(services, id, services.engine.onAir(id));
}
type Needs = Pick<Services, "db" | "engine" | "planBook">;

/** What the engine sees, with what it knows nothing of. */
export function toldOnAir({ db, planBook }: Needs, id: StreamId, seen: OnAir): OnAir {
  return withYoutube(db, id, withTrouble(seen, planBook.trouble(id)));
}

function withTrouble(onAir: OnAir, trouble: PlanTrouble | null): OnAir {
  if (!trouble) return onAir;
  const isOff = onAir.state === "off";
  const sentence = trouble.failure ?? trouble.nowhere;
  return {
    ...onAir,
    state: isOff && sentence !== null ? "failed" : onAir.state,
    reason: onAir.reason ?? sentence,
    destinations: [...onAir.destinations, ...trouble.leftOut.map(asDestination)],
    conditions: [...onAir.conditions, ...conditionsOf(trouble, onAir.reason)],
  };
}

function asDestination({ id, kind, host, reason }: LeftOut): OnAirDestination {
  const nothingSent = { bytesSent: 0, bitrateKbps: 0, reconnects: 0, evidenceAgeMs: null };
  return { id, kind, host, state: "stopped", lastError: `Left out: ${reason}.`, ...nothingSent };
}

/** @param reason what the engine gives; null: nothing, and so what stands in the way of a plan is it */
function conditionsOf({ failure, nowhere, leftOut, since }: PlanTrouble, reason: string | null): OnAirCondition[] {
  const unplanned = failure ?? nowhere;
  const said = reason === null ? ({ isReason: true } as const) : {};
  const [first, ...others] = leftOut;
  const more = others.length === 0 ? "" : ` So ${others.length === 1 ? "is 1 other" : `are ${others.length} others`}.`;
  return [
    ...(unplanned === null ? [] : [{ code: "not-planned", text: unplanned, since, ...said } as const]),
    ...(first ? [{ code: "destination-left-out", text: `${first.host} is left out: ${first.reason}.${more}`, since } as const] : []),
  ];
}
