import type { RenderEncoder } from "@nightjar/contract";
import { forgetPosition } from "../../playout/record.ts";
import type { SessionParts } from "./session-observer.ts";
import type { SessionPort } from "./session-port.ts";
import type { HeaderChoice } from "../prepare/header-choice.ts";

/** A session whose thread gave it up begins anew after this. */
const REOPEN_MS = 1000;
const PROFILE_CHANGED = "The picture profile was changed: the stream connects anew.";
const ENCODER_LOST = "The graphics encoder failed: the stream connects anew, rendered by software.";

export interface SessionRenewalPort extends SessionParts {
  readonly engine: SessionPort;
  /** It is being stopped, and never starts again. */
  isStopped(): boolean;
}

/** Begins a session's timeline, and begins it anew, with new connections, where the one that stands cannot go on. */
export class SessionRenewal {
  readonly #port: SessionRenewalPort;
  #isRenewing = false;
  #reopening: NodeJS.Timeout | null = null;

  constructor(port: SessionRenewalPort) {
    this.#port = port;
  }

  /** Opens the timeline in the wanted profile, with the encoder that is there for it. */
  async begin(connect: () => Promise<void>): Promise<void> {
    const { plan, session, engine } = this.#port;
    const { wanted } = plan;
    const [{ slate, encoder }] = await Promise.all([engine.slate(wanted), connect()]);
    if (this.#port.isStopped()) return;
    this.settle(wanted, encoder);
    session.open(slate);
    // It may have been changed while the slate was made.
    this.whereNeeded();
  }

  /** The plan is carried by new connections: with this profile, and the encoder that was there for it. */
  settle(choice: Omit<HeaderChoice, "renderEncoder">, encoder: RenderEncoder): void {
    const { plan, session } = this.#port;
    plan.settle(choice, encoder);
    session.update(plan.now);
  }

  /** The plan has changed: other headers need another connection. */
  whereNeeded(): void {
    const { session, plan } = this.#port;
    if (session.isOpen && !plan.isWhole) this.#because(PROFILE_CHANGED);
  }

  /** The encoder that made its pictures cannot go on: it begins anew with what there is. */
  encoderLost(encoder: RenderEncoder): void {
    const { session, plan } = this.#port;
    if (plan.now.renderEncoder === encoder && session.isOpen) this.#because(ENCODER_LOST);
  }

  /** The thread gave the session up: timestamps begin anew, so every destination is connected anew. */
  afterFailure(message: string): void {
    const { engine, plan, state } = this.#port;
    engine.log.error({ streamId: plan.now.streamId, reason: message }, "session failed");
    if (state.is("stopping", "off")) return;
    this.#leave("failed", "The stream had to be started again.");
    this.close();
    this.#reopening = setTimeout(() => void this.#reopen(), REOPEN_MS);
  }

  close(): void {
    if (this.#reopening) clearTimeout(this.#reopening);
  }

  async #reopen(): Promise<void> {
    const { state, destinations, plan } = this.#port;
    if (!state.is("failed")) return;
    state.enter("preparing", null);
    await this.begin(() => destinations.restart(plan.now.destinations));
  }

  #because(reason: string): void {
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    this.#renew(reason).then(
      () => {
        this.#isRenewing = false;
        this.whereNeeded();
      },
      (error: unknown) => {
        // What is on air goes on; the next change of the plan tries again.
        this.#isRenewing = false;
        this.#port.engine.log.error({ err: error, streamId: this.#port.plan.now.streamId }, "session not begun anew");
      },
    );
  }

  /** What is on air goes on until the new profile has its own. */
  async #renew(reason: string): Promise<void> {
    const { engine, session, plan, state, destinations } = this.#port;
    const { wanted } = plan;
    const { slate, encoder } = await engine.slate(wanted);
    if (this.#port.isStopped() || state.is("failed")) return;
    this.#leave("preparing", reason);
    await destinations.restart(wanted.destinations, () => {
      engine.toThread({ type: "close", sessionId: wanted.sessionId });
      // A process that takes over before the new timeline opens must not go on with pictures of the old profile.
      forgetPosition(engine.dir);
      this.settle(wanted, encoder);
    });
    if (!this.#port.isStopped()) session.open(slate);
  }

  #leave(next: "preparing" | "failed", reason: string): void {
    const { state, journal, session } = this.#port;
    state.enter(next, reason);
    journal.ended();
    state.wasOnAir = false;
    session.fail();
  }
}
