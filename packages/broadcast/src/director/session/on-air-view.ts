import { type OnAir, type OnAirCondition, type OnAirState, type Plan, OFF_AIR } from "@nightjar/contract";
import type { Destinations } from "../../egress/destinations.ts";
import { monotonicMs } from "../../playout/monotonic.ts";
import { type Air, announcedPlace, comingPlaces, heardPlace } from "../air/air.ts";
import { beginOf } from "../air/choosing.ts";
import { slateReason } from "../air/reasons.ts";
import { labelOf } from "../air/segments.ts";
import type { OnAirWatch } from "../told/on-air-watch.ts";
import type { Quarantine } from "../prepare/quarantine.ts";
import type { SessionAir } from "./session-air.ts";
import type { SessionJournal } from "../told/session-journal.ts";
import { onAirTrack, wallTime } from "../told/on-air-track.ts";

/** All that is known of a session. */
export interface SessionFacts {
  readonly plan: Plan;
  readonly state: OnAirState;
  readonly reason: string | null;
  readonly wasOnAir: boolean;
  readonly session: SessionAir;
  readonly destinations: Destinations;
  readonly journal: SessionJournal;
  readonly watch: OnAirWatch;
  readonly quarantine: Quarantine;
}

/** The state as what is observed says it: what sounds, and what destinations acknowledge. */
export function observedState({
  state,
  reason,
  wasOnAir,
  session: { air },
  destinations,
}: SessionFacts): Pick<SessionFacts, "state" | "reason"> {
  // What is being prepared is so for the reason that was told, until something is known to be wrong.
  if (!destinations.isSent) return { state: wasOnAir ? "reconnecting" : state, reason: destinations.trouble ?? (wasOnAir ? null : reason) };
  if (heardPlace(air)?.isSlate) return { state: "slate", reason: slateReason(air) };
  return { state: "on-air", reason: null };
}

/** What the world is shown of a session. */
export function showOnAir(facts: SessionFacts): OnAir {
  const { plan, state, reason, session, destinations, journal, watch, quarantine } = facts;
  if (state === "off") return OFF_AIR;
  const { air } = session;
  const nowMs = monotonicMs();
  const heard = heardPlace(air);
  const track = heard && onAirTrack(heard.label, heard.startedAt ?? wallTime(nowMs));
  return {
    state,
    reason,
    sessionId: plan.sessionId,
    startedAt: plan.startedAt,
    positionMs: track ? Math.max(0, Math.min(track.durationMs, Math.round(nowMs - (heard.onAirAtMs ?? nowMs)))) : 0,
    track,
    nextTrack: nextTrack(air, nowMs),
    render: session.isOpen ? { ready: true, progress: 1 } : { ready: false, progress: session.progress },
    destinations: destinations.onAir(),
    picture: session.picture,
    conditions: conditionsOf(facts),
    quarantine: [...quarantine.list(plan)],
    history: journal.historyBefore(heard?.serial ?? null),
    renders: watch.renders(plan),
  };
}

/** The one that the reason says already is marked; where it holds for other destinations, too, it says more. */
function conditionsOf({ reason, destinations, watch }: SessionFacts): OnAirCondition[] {
  const { troubles } = destinations;
  const kind = troubles.find(({ sentence }) => sentence === reason)?.kind;
  const isAlone = troubles.filter((trouble) => trouble.kind === kind).length === 1;
  return watch.conditions.map((condition) =>
    isAlone && condition.code === `destination-${kind}` ? { ...condition, isReason: true } : condition,
  );
}

function nextTrack(air: Air, nowMs: number): OnAir["nextTrack"] {
  // What is written may be heard for a moment before it; the list goes on from there.
  if (air.jump) return onAirTrack(labelOf(air.jump.chosen.item), wallTime(nowMs));
  const announced = announcedPlace(air);
  if (announced) return onAirTrack(announced.label, announced.startedAt ?? wallTime(nowMs));
  const next = air.places.find(({ stage }) => stage === "queued" || stage === "outdated") ?? comingPlaces(air)[0];
  if (!next) return null;
  return onAirTrack(next.label, wallTime(Math.max(nowMs, beginOf(air, next) ?? nowMs)));
}
