import type { RenderEncoder } from "@nightjar/contract";
import { backOffMs } from "@nightjar/kit";
import type { Destinations } from "../../egress/destinations.ts";
import { monotonicMs } from "../../playout/monotonic.ts";
import { forgetPosition } from "../../playout/record.ts";
import type { HeaderChoice } from "../prepare/header-choice.ts";
import type { Slate } from "../prepare/slate.ts";
import type { OnAirWatch } from "../told/on-air-watch.ts";
import type { SessionJournal } from "../told/session-journal.ts";
import type { ActualState } from "./actual-state.ts";
import type { CarriedPlan } from "./carried-plan.ts";
import type { SessionAir } from "./session-air.ts";
import type { SessionPort } from "./session-port.ts";
import { SlateSearch, type SoughtSlate } from "./slate-search.ts";

/** A session whose thread gave it up begins anew after this: each time every destination is connected anew. */
const BACK_OFF = { firstMs: 1000, longestMs: 30_000 };
/** One that stood for so long was begun well. */
const LASTING_MS = 60_000;
const PROFILE_CHANGED = "The picture profile was changed: the stream connects anew.";
const ENCODER_LOST = "The graphics encoder failed: the stream connects anew, rendered by software.";

export interface SessionRenewalPort {
  readonly plan: CarriedPlan;
  readonly state: ActualState;
  readonly session: Pick<SessionAir, "isOpen" | "open" | "update" | "fail">;
  readonly destinations: Pick<Destinations, "restart">;
  readonly journal: Pick<SessionJournal, "ended">;
  readonly watch: Pick<OnAirWatch, "beginAnew">;
  readonly engine: Pick<SessionPort, "slate" | "log" | "dir" | "toThread">;
  /** It is being stopped, and never starts again. */
  isStopped(): boolean;
}

/** Begins a session's timeline, and begins it anew, with new connections, where the one that stands cannot go on. */
export class SessionRenewal {
  readonly #port: SessionRenewalPort;
  readonly #slates: SlateSearch;
  /** Beginnings come one after the other: each has all connections for itself. */
  #begun: Promise<void> = Promise.resolve();
  #isRenewing = false;
  #reopening: NodeJS.Timeout | null = null;
  #failures = 0;
  #openedAtMs = 0;

  constructor(port: SessionRenewalPort) {
    this.#port = port;
    this.#slates = new SlateSearch(port.engine);
  }

  /** Opens the timeline in the wanted profile, with the encoder that is there for it. */
  begin(connect: () => Promise<void>): Promise<void> {
    return this.#inTurn(() => this.#begin(connect));
  }

  /** The slate of what runs already; null: it is being stopped. `onTrouble`: there is none so far. */
  slateOf(choice: HeaderChoice, onTrouble: () => void): Promise<SoughtSlate | null> {
    return this.#slateFor(() => choice, onTrouble);
  }

  /** The plan is carried by new connections: with this profile, and the encoder that was there for it. */
  settle(choice: Omit<HeaderChoice, "renderEncoder">, encoder: RenderEncoder): void {
    const { plan, session } = this.#port;
    plan.settle(choice, encoder);
    session.update(plan.now);
  }

  /** The plan has changed: other headers need another connection, and another slate may be had. */
  whereNeeded(): void {
    this.#slates.wake();
    this.#because(PROFILE_CHANGED, () => !this.#port.plan.isWhole);
  }

  /** The encoder that made its pictures cannot go on: it begins anew with what there is. */
  encoderLost(encoder: RenderEncoder): void {
    this.#because(ENCODER_LOST, () => this.#port.plan.now.renderEncoder === encoder);
  }

  /** The thread gave the session up: timestamps begin anew, so every destination is connected anew. */
  afterFailure(message: string): void {
    const { engine, plan, state } = this.#port;
    engine.log.error({ streamId: plan.now.streamId, reason: message }, "session failed");
    if (state.is("stopping", "off")) return;
    this.#leave("failed", "The stream had to be started again.");
    this.#forgetReopening();
    if (monotonicMs() - this.#openedAtMs >= LASTING_MS) this.#failures = 0;
    this.#reopening = setTimeout(() => this.#run(() => this.#reopen()), backOffMs(BACK_OFF, this.#failures));
    this.#failures += 1;
  }

  /** The machine is better: what could not be rendered is tried again at once. */
  wake(): void {
    this.#slates.wake();
  }

  close(): void {
    this.#forgetReopening();
    this.#slates.wake();
  }

  #forgetReopening(): void {
    if (this.#reopening) clearTimeout(this.#reopening);
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#begun.then(work);
    this.#begun = done.catch(() => undefined);
    return done;
  }

  /** What could not be begun is begun again. */
  #run(work: () => Promise<void>): void {
    const { engine, plan, state } = this.#port;
    this.#inTurn(work).catch((error: unknown) => {
      engine.log.error({ err: error, streamId: plan.now.streamId }, "session not begun anew");
      if (this.#port.isStopped() || !state.is("preparing")) return;
      engine.toThread({ type: "close", sessionId: plan.wanted.sessionId });
      this.afterFailure(error instanceof Error ? error.message : String(error));
    });
  }

  async #begin(connect: () => Promise<void>): Promise<void> {
    const { plan, state } = this.#port;
    const [found] = await Promise.all([this.#slateFor(() => plan.wanted), connect()]);
    // Given up while it was connected, it begins anew in its turn.
    if (!found || this.#port.isStopped() || !state.is("preparing")) return;
    this.settle(found.choice, found.encoder);
    this.#open(found.slate);
    // It may have been changed while the slate was made.
    this.whereNeeded();
  }

  #slateFor(choice: () => HeaderChoice, onTrouble: () => void = () => undefined): Promise<SoughtSlate | null> {
    const { state } = this.#port;
    return this.#slates.find({
      choice,
      isWanted: () => !this.#port.isStopped() && state.is("preparing"),
      onTrouble: (reason) => {
        state.enter("preparing", reason);
        if (reason !== null) onTrouble();
      },
    });
  }

  async #reopen(): Promise<void> {
    const { state, destinations, plan } = this.#port;
    if (!state.is("failed")) return;
    state.enter("preparing", null);
    await this.#begin(() => destinations.restart(() => plan.wanted.destinations));
  }

  /** @param isNeeded still, when its turn has come and there is a slate */
  #because(reason: string, isNeeded: () => boolean): void {
    const { session } = this.#port;
    if (this.#isRenewing || !session.isOpen || !isNeeded()) return;
    this.#isRenewing = true;
    this.#run(async () => {
      try {
        await this.#renew(reason, isNeeded);
      } finally {
        this.#isRenewing = false;
      }
      this.whereNeeded();
    });
  }

  /** What is on air goes on until the new profile has its own. */
  async #renew(reason: string, isNeeded: () => boolean): Promise<void> {
    const { engine, session, plan, state, destinations } = this.#port;
    const isWanted = () => !this.#port.isStopped() && session.isOpen && isNeeded();
    const found = await this.#slates.find({ choice: () => plan.wanted, isWanted });
    if (!found) return;
    this.#leave("preparing", reason);
    await destinations.restart(
      () => plan.wanted.destinations,
      () => {
        engine.toThread({ type: "close", sessionId: plan.wanted.sessionId });
        // A process that takes over before the new timeline opens must not go on with pictures of the old profile.
        forgetPosition(engine.dir);
        this.settle(found.choice, found.encoder);
      },
    );
    // Given up meanwhile, it begins anew in its turn.
    if (!this.#port.isStopped() && state.is("preparing")) this.#open(found.slate);
  }

  #open(slate: Slate): void {
    this.#port.watch.beginAnew();
    this.#port.session.open(slate);
    this.#openedAtMs = monotonicMs();
  }

  #leave(next: "preparing" | "failed", reason: string): void {
    const { state, journal, session } = this.#port;
    state.enter(next, reason);
    journal.ended();
    state.wasOnAir = false;
    session.fail();
  }
}
