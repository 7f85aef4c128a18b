import type { EngineEvent } from "@nightjar/contract";
import type { Destinations } from "../../egress/destinations.ts";
import { monotonicMs } from "../../playout/monotonic.ts";
import { announcedPlace, heardPlace, pictureOnAir } from "../air/air.ts";
import { nextDueAtMs } from "../air/choosing.ts";
import { queuedSegments } from "../air/line.ts";
import { segmentOf } from "../air/segments.ts";
import type { ActualState } from "./actual-state.ts";
import type { CarriedPlan } from "./carried-plan.ts";
import { onSchedulersClock } from "../prepare/due.ts";
import { type SessionFacts, observedState, showOnAir } from "./on-air-view.ts";
import type { OnAirWatch, WatchedSession } from "../told/on-air-watch.ts";
import type { Quarantine } from "../prepare/quarantine.ts";
import type { SessionJournal } from "../told/session-journal.ts";
import type { SessionAir } from "./session-air.ts";

/** What a session is made of. */
export interface SessionParts {
  readonly plan: CarriedPlan;
  readonly state: ActualState;
  readonly session: SessionAir;
  readonly destinations: Destinations;
  readonly journal: SessionJournal;
  readonly watch: OnAirWatch;
  readonly quarantine: Quarantine;
  emit(event: EngineEvent): void;
}

/** Looks at all parts of a session: its state follows what is observed, and the world is told. */
export class SessionObserver {
  readonly #parts: SessionParts;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  onAir() {
    return showOnAir(this.#facts);
  }

  /** Something that is shown has changed. */
  changed(): void {
    this.#parts.emit({ type: "on-air", streamId: this.#parts.plan.now.streamId, onAir: this.onAir() });
  }

  /** What airs has changed. */
  airChanged(): void {
    this.#evaluate();
    this.changed();
  }

  destinationChanged(): void {
    const { state, journal, destinations } = this.#parts;
    // Stop ends them one by one: that is no interruption.
    if (!state.is("stopping")) journal.destinations(destinations.onAir());
    this.airChanged();
  }

  /** Looks at what is sent, and tells when something about it has changed. */
  observe(): void {
    const { state, watch } = this.#parts;
    if (state.is("off")) return;
    if (watch.observe(this.#watched, monotonicMs())) this.changed();
  }

  /** The state follows what is observed. */
  #evaluate(): void {
    const { state, session, destinations } = this.#parts;
    if (!session.isOpen || state.is("off", "stopping", "failed")) return;
    const observed = observedState(this.#facts);
    state.wasOnAir ||= destinations.isSent;
    state.enter(observed.state, observed.reason);
  }

  get #watched(): WatchedSession {
    const { plan, session, destinations } = this.#parts;
    const { air } = session;
    const heard = heardPlace(air);
    const segment = heard && segmentOf(air, heard);
    const picture = heard && pictureOnAir(heard);
    return {
      ...{ plan: plan.now, destinations, picture: session.picture },
      heard: segment && picture ? { segment, picture, onAirAtMs: heard?.onAirAtMs ?? 0 } : null,
      isNextWritten: announcedPlace(air) !== null,
      timeline: {
        isOpen: session.isOpen,
        next: () => queuedSegments(air)[0] ?? null,
        nextDueAtMs: () => {
          const dueAtMs = nextDueAtMs(air);
          return dueAtMs === null ? null : onSchedulersClock(dueAtMs);
        },
      },
    };
  }

  get #facts(): SessionFacts {
    const { plan, state, session, destinations, journal, watch, quarantine } = this.#parts;
    return {
      ...{ plan: plan.now, state: state.value, reason: state.reason, wasOnAir: state.wasOnAir, session },
      ...{ destinations, journal, watch, quarantine },
    };
  }
}
