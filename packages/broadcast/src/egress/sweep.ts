import type { Logger } from "@nightjar/contract";
import { SocketReader, type SocketTable } from "./kernel/index.ts";

const POLL_MS = 100;
const SWEEP_MS = 950;

/** A session, as far as it is looked at. */
export interface Swept {
  readonly plan: { readonly streamId: string };
  readonly isPollDue: boolean;
  poll(sockets: SocketTable, isSweep: boolean): void;
  /** Told before it is looked at. */
  notFed(): void;
}

/**
 * Looks at all sessions about once a second, and sooner at those that cannot wait. All in one sweep: the kernel writes its whole list of
 * connections for every look at it. What fails in one session costs that one its look, and nobody else anything.
 */
export class Sweep {
  readonly #sessions: () => readonly Swept[];
  readonly #log: Logger;
  readonly #isFeeding: () => boolean;
  readonly #sockets: SocketReader;
  readonly #timer: NodeJS.Timeout;
  /** Told once, not ten times a second. */
  readonly #failing = new WeakSet<Swept>();
  #lastSweepMs = -Infinity;

  /** @param isFeeding false: the playout thread says nothing, and feeds nobody */
  constructor(sessions: () => readonly Swept[], log: Logger, isFeeding: () => boolean, sockets = new SocketReader()) {
    this.#sessions = sessions;
    this.#log = log;
    this.#isFeeding = isFeeding;
    this.#sockets = sockets;
    this.#timer = setInterval(() => this.look(performance.now()), POLL_MS);
  }

  look(nowMs: number): void {
    const sessions = this.#sessions();
    const isSweep = sessions.length > 0 && nowMs - this.#lastSweepMs >= SWEEP_MS;
    const due = isSweep ? sessions : sessions.filter((session) => this.#guarded(session, () => session.isPollDue));
    if (due.length === 0) return;
    if (isSweep) this.#lastSweepMs = nowMs;
    const sockets = this.#sockets.read();
    for (const session of due) {
      const isDone = this.#guarded(session, () => {
        if (!this.#isFeeding()) session.notFed();
        session.poll(sockets, isSweep);
        return true;
      });
      if (isDone) this.#failing.delete(session);
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.#sockets.close();
  }

  #guarded(session: Swept, work: () => boolean): boolean {
    try {
      return work();
    } catch (error) {
      const { streamId } = session.plan;
      if (!this.#failing.has(session)) this.#log.error({ err: error, streamId }, "a session could not be looked at");
      this.#failing.add(session);
      return false;
    }
  }
}
