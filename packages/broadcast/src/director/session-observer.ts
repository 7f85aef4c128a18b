import type { EngineEvent, OnAir } from "@nightjar/contract";
import type { Destinations } from "../egress/destinations.ts";
import { monotonicMs } from "../playout/monotonic.ts";
import type { ActualState } from "./actual-state.ts";
import type { Announced } from "./announced.ts";
import type { CarriedPlan } from "./carried-plan.ts";
import { type SessionFacts, observedState, showOnAir } from "./on-air-view.ts";
import type { OnAirWatch } from "./on-air-watch.ts";
import type { Quarantine } from "./quarantine.ts";
import type { SessionJournal } from "./session-journal.ts";
import type { SessionTimeline } from "./session-timeline.ts";

/** What a session is made of. */
export interface SessionParts {
  readonly plan: CarriedPlan;
  readonly state: ActualState;
  readonly announced: Announced;
  readonly timeline: SessionTimeline;
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

  onAir(): OnAir {
    return showOnAir(this.#facts);
  }

  /** Something that is shown has changed. */
  changed(): void {
    this.#parts.emit({ type: "on-air", streamId: this.#parts.plan.now.streamId, onAir: this.onAir() });
  }

  /** Another segment is heard. */
  heard(): void {
    this.#evaluate();
    this.changed();
  }

  destinationChanged(): void {
    const { state, journal, destinations } = this.#parts;
    // Stop ends them one by one: that is no interruption.
    if (!state.is("stopping")) journal.destinations(destinations.onAir());
    this.#evaluate();
    this.changed();
  }

  /** Looks at what is sent, and tells when something about it has changed. */
  observe(): void {
    const { state, watch } = this.#parts;
    if (state.is("off")) return;
    if (watch.observe(this.#facts, monotonicMs())) this.changed();
  }

  /** The state follows what is observed. */
  #evaluate(): void {
    const { state, timeline, destinations } = this.#parts;
    if (!timeline.isOpen || state.is("off", "stopping", "failed")) return;
    const observed = observedState(this.#facts);
    state.wasOnAir ||= destinations.isSent;
    state.enter(observed.state, observed.reason);
  }

  get #facts(): SessionFacts {
    const { plan, state, announced, timeline, destinations, journal, watch, quarantine } = this.#parts;
    return {
      ...{ plan: plan.now, state: state.value, reason: state.reason, wasOnAir: state.wasOnAir, airLog: announced.log },
      ...{ timeline, destinations, journal, watch, quarantine },
    };
  }
}
