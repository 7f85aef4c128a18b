import type { Scheduler } from "@nightjar/media";
import { isLacking } from "../../render/claims.ts";

export interface IdleTimeNeeds {
  readonly scheduler: Pick<Scheduler, "snapshot">;
  /** Units that somebody waits for are being made: sounds have places of their own, which the scheduler does not know. */
  readonly isMaking: () => boolean;
  readonly pollMs?: number | undefined;
  readonly quietMs?: number | undefined;
}

const POLL_MS = 250;
const QUIET_MS = 2000;
/** Seen once, it may be the very thing that is being made: whoever asks for that needs a moment to say so. */
const NEEDED_LOOKS = 2;

/** The work was given up because the machine was needed for something else. */
export class IdleTimeEndedError extends Error {
  override readonly name = "IdleTimeEndedError";
}

/** When the machine has nothing else to do. */
export class IdleTime {
  readonly #needs: IdleTimeNeeds;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #spending = new Set<AbortController>();

  constructor(needs: IdleTimeNeeds) {
    this.#needs = needs;
  }

  /**
   * Settles when nothing that is needed has waited for a place for a while, and nothing that a stream lacks has been made: what else
   * runs does not count. Never once closed.
   */
  spare(): Promise<void> {
    return this.#quiet(() => {
      const { queued, running } = this.#needs.scheduler.snapshot();
      const nowMs = performance.now();
      const isLacked = running.some(({ lane, dueAtMs }) => isLacking({ lane, dueAtMs: dueAtMs ?? undefined }, nowMs));
      return isLacked || queued.some(({ lane }) => lane !== "idle");
    });
  }

  /** Settles when nothing that is needed has waited or run for a while. Never once closed. */
  begins(): Promise<void> {
    return this.#quiet(() => this.#isNeeded());
  }

  /** Does work until the machine is needed; then its signal says so. @throws IdleTimeEndedError */
  async spend(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const abort = new AbortController();
    const given = Promise.withResolvers<never>();
    abort.signal.addEventListener("abort", () => given.reject(abort.signal.reason));
    let looks = 0;
    const timer = this.#poll(() => {
      looks = this.#isNeeded() ? looks + 1 : 0;
      if (looks === NEEDED_LOOKS) abort.abort(new IdleTimeEndedError("the machine is needed"));
    });
    this.#spending.add(abort);
    try {
      await Promise.race([work(abort.signal), given.promise]);
    } finally {
      this.#spending.delete(abort);
      this.#end(timer);
    }
  }

  /** What waits for it waits for ever, and what is done in it is given up. */
  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers.clear();
    for (const abort of this.#spending) abort.abort(new IdleTimeEndedError("the studio is closed"));
  }

  async #quiet(isBusy: () => boolean): Promise<void> {
    const { pollMs = POLL_MS, quietMs = QUIET_MS } = this.#needs;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    let quietLooks = 0;
    const timer = this.#poll(() => {
      quietLooks = isBusy() ? 0 : quietLooks + 1;
      if (quietLooks * pollMs >= quietMs) resolve(undefined);
    });
    await promise;
    this.#end(timer);
  }

  #isNeeded(): boolean {
    const { queued, running } = this.#needs.scheduler.snapshot();
    return this.#needs.isMaking() || [...queued, ...running].some(({ lane }) => lane !== "idle");
  }

  #poll(look: () => void): NodeJS.Timeout {
    const timer = setInterval(look, this.#needs.pollMs ?? POLL_MS).unref();
    this.#timers.add(timer);
    return timer;
  }

  #end(timer: NodeJS.Timeout): void {
    clearInterval(timer);
    this.#timers.delete(timer);
  }
}
