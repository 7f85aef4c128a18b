import type { Logger, Plan, StreamId } from "@nightjar/contract";
import { Sweep } from "../../egress/sweep.ts";
import { filesInUse } from "./files-in-use.ts";
import type { Resumed } from "./inherited.ts";
import type { StreamSession } from "./stream-session.ts";

/** The sessions of all streams: one for each, and those before it until they are off. */
export class Sessions {
  readonly #log: Logger;
  readonly #current = new Map<StreamId, StreamSession>();
  readonly #stopping = new Map<StreamId, Promise<void>>();
  /** Sessions of #stopping that had begun, until they are off. */
  readonly #ending = new Map<StreamId, StreamSession>();
  readonly #sweep: Sweep;

  /** @param isFeeding false: the playout thread says nothing at present */
  constructor(log: Logger, isFeeding: () => boolean) {
    this.#log = log;
    this.#sweep = new Sweep(() => this.all, log, isFeeding);
  }

  /** The current one of each stream. */
  get all(): readonly StreamSession[] {
    return [...this.#current.values()];
  }

  get(streamId: StreamId): StreamSession | undefined {
    return this.#current.get(streamId);
  }

  /** What is true of a stream: one that has not begun waits for another to end, and until then that is shown. */
  shown(streamId: StreamId): StreamSession | undefined {
    const session = this.#current.get(streamId);
    const ending = this.#ending.get(streamId);
    return session?.state === "off" ? (ending ?? session) : (session ?? ending);
  }

  /** What is being stopped needs nothing more. @param expected the plans of streams that are being taken over */
  filesInUse(sha256s: ReadonlySet<string>, expected: readonly Plan[]): ReadonlySet<string> {
    const live = this.all.filter(({ state }) => state !== "stopping");
    const plans = [...expected, ...live.map(({ wanted }) => wanted)];
    return filesInUse(sha256s, { plans, places: live.flatMap((session) => session.places()) });
  }

  /** From now on its stream's own; it starts when those before it are off. */
  start(session: StreamSession): void {
    const { streamId } = session.plan;
    const running = this.#current.get(streamId);
    const before = running ? this.stop(running) : (this.#stopping.get(streamId) ?? Promise.resolve());
    this.#current.set(streamId, session);
    // Another may have taken its place meanwhile.
    void this.#watch(
      session,
      before.then(() => (this.#current.get(streamId) === session ? session.start() : undefined)),
    );
  }

  /** Goes on where an earlier process or thread stopped; answers when it does. */
  resume(session: StreamSession, resumed: Resumed, reason: string | null): Promise<void> {
    this.#current.set(session.plan.streamId, session);
    return this.#watch(session, session.resume(resumed, reason));
  }

  /** Takes out those that have begun, and are not being stopped: what they have in the playout thread is lost. */
  takeBegun(): StreamSession[] {
    const begun = this.all.filter(({ state }) => state !== "off" && state !== "stopping");
    for (const { plan } of begun) this.#current.delete(plan.streamId);
    return begun;
  }

  #watch({ plan: { streamId } }: StreamSession, work: Promise<void>): Promise<void> {
    return work.catch((error: unknown) => this.#log.error({ err: error, streamId }, "session not started"));
  }

  /** Settles when this session and those stopped before it are off. */
  async stop(session: StreamSession, how: { isFaded: boolean } = { isFaded: false }): Promise<void> {
    const { streamId } = session.plan;
    if (session.state !== "off") this.#ending.set(streamId, session);
    const stopping = Promise.all([this.#stopping.get(streamId), this.#end(session, how)])
      .then(() => undefined)
      .finally(() => {
        if (this.#stopping.get(streamId) === stopping) this.#stopping.delete(streamId);
        if (this.#ending.get(streamId) === session) this.#ending.delete(streamId);
        if (this.#current.get(streamId) === session) this.#current.delete(streamId);
      });
    this.#stopping.set(streamId, stopping);
    return stopping;
  }

  /** What it could not remove or close keeps nobody from starting the next. */
  #end(session: StreamSession, how: { isFaded: boolean }): Promise<void> {
    const { streamId } = session.plan;
    return session.stop(how).catch((error: unknown) => this.#log.error({ err: error, streamId }, "session not ended as it should"));
  }

  /** `offAir`: all are stopped; otherwise they are left on air for the next process. */
  async close({ offAir }: { offAir: boolean }): Promise<void> {
    this.#sweep.close();
    await Promise.all(this.all.map((session) => (offAir ? this.stop(session) : session.release())));
    await Promise.all(this.#stopping.values());
  }
}
