import { type OnAir, type OnAirState, type Plan, OFF_AIR } from "@nightjar/contract";
import type { Destinations } from "../egress/destinations.ts";
import { monotonicMs } from "../playout/monotonic.ts";
import { type AirLog, labelOf, onAirTrack, wallTime } from "./air-log.ts";
import type { OnAirWatch } from "./on-air-watch.ts";
import { pictureOf } from "./picture.ts";
import type { Quarantine } from "./quarantine.ts";
import type { SessionJournal } from "./session-journal.ts";
import type { SessionTimeline } from "./session-timeline.ts";

/** All that is known of a session. */
export interface SessionFacts {
  readonly plan: Plan;
  readonly state: OnAirState;
  readonly reason: string | null;
  readonly wasOnAir: boolean;
  readonly airLog: AirLog;
  readonly timeline: SessionTimeline;
  readonly destinations: Destinations;
  readonly journal: SessionJournal;
  readonly watch: OnAirWatch;
  readonly quarantine: Quarantine;
}

/** The state as what is observed says it: what sounds, and what destinations acknowledge. */
export function observedState({ state, reason, wasOnAir, airLog, destinations }: SessionFacts): Pick<SessionFacts, "state" | "reason"> {
  // What is being prepared is so for the reason that was told, until something is known to be wrong.
  if (!destinations.isSent) return { state: wasOnAir ? "reconnecting" : state, reason: destinations.trouble ?? (wasOnAir ? null : reason) };
  if (airLog.current()?.segment.isSlate) return { state: "slate", reason: "No track in the tracklist can be played." };
  return { state: "on-air", reason: null };
}

/** What the world is shown of a session. */
export function showOnAir(facts: SessionFacts): OnAir {
  const { plan, state, reason, airLog, timeline, destinations, journal, watch, quarantine } = facts;
  if (state === "off") return OFF_AIR;
  const nowMs = monotonicMs();
  const current = airLog.current(nowMs);
  const track = current && onAirTrack(current.segment.label, current.startedAt);
  return {
    state,
    reason,
    sessionId: plan.sessionId,
    startedAt: plan.startedAt,
    positionMs: current && track ? Math.max(0, Math.min(track.durationMs, Math.round(nowMs - current.onAirAtMs))) : 0,
    track,
    nextTrack: nextTrack(facts, nowMs),
    render: timeline.render,
    destinations: destinations.onAir(),
    picture: pictureOf(current?.segment ?? null),
    conditions: [...watch.conditions],
    quarantine: [...quarantine.list(plan)],
    history: journal.historyBefore(current?.segment.serial ?? null),
    renders: watch.renders(plan),
  };
}

function nextTrack({ plan, airLog, timeline }: SessionFacts, nowMs: number): OnAir["nextTrack"] {
  const announced = airLog.announced(nowMs);
  if (announced) return onAirTrack(announced.segment.label, announced.startedAt);
  const jumpingTo = timeline.rundown?.jumpingTo;
  if (jumpingTo) return onAirTrack(labelOf(jumpingTo), wallTime(nowMs));
  const [next] = timeline.upcoming;
  if (!next) return null;
  const current = airLog.current(nowMs);
  if (!current) return onAirTrack(next.label, wallTime(nowMs));
  const overlapMs = next.join ? plan.crossfadeMs : 0;
  return onAirTrack(next.label, wallTime(current.onAirAtMs + current.segment.label.durationMs - overlapMs));
}
