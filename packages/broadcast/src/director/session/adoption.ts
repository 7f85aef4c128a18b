import { basename, join } from "node:path";
import { type OnAir, type Plan, type StreamId, OFF_AIR } from "@nightjar/contract";
import type { PlayoutCommand } from "../../playout/protocol.ts";
import { unitsOf } from "../../timeline/segment.ts";
import type { UnitRef } from "../../timeline/unit.ts";
import { type InheritedNeeds, type Resumed, findInherited } from "./inherited.ts";
import { sessionDir } from "./session-record.ts";
import type { Sessions } from "./sessions.ts";
import type { StreamSession } from "./stream-session.ts";

export interface AdoptionPort extends InheritedNeeds {
  readonly engineDir: string;
  readonly sessions: Sessions;
  newSession(plan: Plan): StreamSession;
  toThread(command: PlayoutCommand): void;
}

interface Expected {
  readonly plan: Plan;
  readonly reason: string | null;
  /** Their publishers may be fed from these. */
  readonly unitKeys: readonly string[];
  /** What was asked of the stream meanwhile. */
  readonly calls: (() => void)[];
  /** What was left of it is being opened, or will be: it does not begin anew. */
  isHeld: boolean;
}

/** Takes streams over from a process, or a thread, that is gone; what is asked of them meanwhile is done afterwards. */
export class Adoption {
  readonly #port: AdoptionPort;
  readonly #expected = new Map<StreamId, Expected>();
  readonly #closed = Promise.withResolvers<void>();
  #isDone: Promise<void> = Promise.resolve();
  #isLookingThrough = false;
  #isClosed = false;

  constructor(port: AdoptionPort) {
    this.#port = port;
  }

  /** Units of streams that are not there yet: these must stay. */
  get unitKeys(): readonly string[] {
    return [...this.#expected.values()].flatMap(({ unitKeys }) => unitKeys);
  }

  /** With which streams that are not there yet are taken over. */
  get plans(): readonly Plan[] {
    return [...this.#expected.values()].map(({ plan }) => plan);
  }

  /** These are taken over by and by; `reason` is told until then. */
  expect(plans: readonly Plan[], reason: string | null): void {
    for (const plan of plans) this.#expect(plan, reason);
  }

  #expect(plan: Plan, reason: string | null, unitKeys: readonly string[] = []): Expected {
    const calls = this.#expected.get(plan.streamId)?.calls ?? [];
    const expected = { plan, reason, unitKeys, calls, isHeld: false };
    this.#expected.set(plan.streamId, expected);
    return expected;
  }

  /** Whatever an earlier process has left: these are taken over from it by `work`, and what could not be begins anew behind it. */
  lookThrough(plans: readonly Plan[], reason: string, work: () => Promise<void>): Promise<void> {
    this.expect(plans, reason);
    this.#isLookingThrough = true;
    return this.#oneByOne(async () => {
      try {
        await work();
      } finally {
        this.#isLookingThrough = false;
        this.begin();
      }
    });
  }

  /** Begins a stream that is wanted from now on: at once, or once what was left of it, if anything was, has been found and ended. */
  start(plan: Plan): void {
    const { sessions, newSession } = this.#port;
    if (this.#isLookingThrough && !sessions.get(plan.streamId)) this.#expect(plan, null);
    else sessions.start(newSession(plan));
  }

  /** Answers when nothing is being taken over. */
  get isDone(): Promise<void> {
    return this.#isDone;
  }

  #oneByOne(work: () => Promise<void>): Promise<void> {
    const done = this.#isDone.then(work);
    this.#isDone = done.catch(() => undefined);
    return done;
  }

  /** Those on air have lost their thread: they go on in the next, as they would in the next process. */
  takeAgain(reason: string): void {
    const left = this.#port.sessions.takeBegun();
    const lost = left.map(({ wanted, unitKeys }) => this.#expect(wanted, reason, unitKeys));
    // Another takeover may be under way, which begins what it has not found.
    for (const expected of lost) expected.isHeld = true;
    const released = Promise.all(left.map((session) => session.release()));
    const work = this.#oneByOne(async () => {
      // Nothing acts for them any more.
      await released;
      for (const expected of lost) expected.isHeld = false;
      await this.takeOver(lost.map(({ plan }) => basename(sessionDir(this.#port.engineDir, plan.streamId))));
      this.begin();
    });
    work.catch((error: unknown) => this.#port.log.error({ err: error }, "streams could not be taken over again"));
  }

  /** What is true of a stream that is not there yet; null: it is not expected. */
  shown(streamId: StreamId): OnAir | null {
    const expected = this.#expected.get(streamId);
    if (!expected) return null;
    const { reason, plan } = expected;
    return { ...OFF_AIR, state: "preparing", reason, sessionId: plan.sessionId, startedAt: plan.startedAt };
  }

  /** True: the stream is not there yet, and the call is made once it is. */
  defers(streamId: StreamId, call: () => void): boolean {
    const expected = this.#expected.get(streamId);
    expected?.calls.push(call);
    return expected !== undefined;
  }

  /** Done to the stream: to one that is not there yet once it is, to none where there is none. */
  act(streamId: StreamId, act: (session: StreamSession) => void): void {
    if (this.defers(streamId, () => this.act(streamId, act))) return;
    const session = this.#port.sessions.get(streamId);
    if (session) act(session);
  }

  /** Answers once the stream is there, or will not be; undefined: there is none. */
  async whenThere(streamId: StreamId): Promise<StreamSession | undefined> {
    const there = Promise.withResolvers<void>();
    if (this.defers(streamId, there.resolve)) await Promise.race([there.promise, this.#closed.promise]);
    return this.#port.sessions.get(streamId);
  }

  /** With which a stream that is not there yet is taken over; undefined: it is not expected. */
  planOf(streamId: StreamId): Plan | undefined {
    return this.#expected.get(streamId)?.plan;
  }

  /** Goes on with what was left in the folders of these names; what is not expected is ended. @returns the units of the former */
  async takeOver(names: readonly string[]): Promise<UnitRef[]> {
    const units: UnitRef[] = [];
    for (const name of names) {
      if (this.#isClosed) break;
      const wanted = new Map<string, Plan>([...this.#expected].map(([id, { plan }]) => [id, plan]));
      const resumed = await this.#find(name, wanted);
      const expected = [...this.#expected.values()].find(({ plan }) => plan.streamId === resumed?.record.streamId);
      if (!resumed || !expected || this.#isClosed) continue;
      const found = resumed.segments.flatMap(unitsOf);
      units.push(...found);
      this.#open(expected, resumed, found);
    }
    return units;
  }

  /** null: nothing is left of it, or it cannot be read or removed, which must not keep the others off the air. */
  async #find(name: string, wanted: ReadonlyMap<string, Plan>): Promise<Resumed | null> {
    try {
      return await findInherited(join(this.#port.engineDir, "sessions", name), wanted, this.#port);
    } catch (error) {
      this.#port.log.error({ err: error, session: name }, "what was left of a session could not be taken over");
      return null;
    }
  }

  /** Begins those anew of which nothing was left. */
  begin(): void {
    for (const expected of this.#isClosed ? [] : [...this.#expected.values()]) {
      if (expected.isHeld) continue;
      this.#port.sessions.start(this.#port.newSession(expected.plan));
      this.#isThere(expected);
    }
  }

  /** What is not taken over yet is left as it is. */
  close(): void {
    this.#isClosed = true;
    this.#closed.resolve();
  }

  #open(expected: Expected, resumed: Resumed, found: readonly UnitRef[]): void {
    const { plan, reason } = expected;
    expected.isHeld = true;
    const opened = this.#port.sessions.resume(this.#port.newSession(plan), resumed, reason);
    void opened.then(() => {
      void this.#tellGrown(found);
      // Otherwise the thread has ended meanwhile, and it is expected again.
      if (this.#expected.get(plan.streamId) === expected) this.#isThere(expected);
    });
  }

  /** The thread has them as they were found, and they may have grown since. */
  async #tellGrown(found: readonly UnitRef[]): Promise<void> {
    for (const unit of found.filter(({ isComplete }) => !isComplete)) {
      const grown = (await this.#port.units.find(unit.key)) ?? { ...unit, isComplete: true };
      this.#port.toThread({ type: "unit", unit: grown });
    }
  }

  #isThere({ plan, calls }: Expected): void {
    this.#expected.delete(plan.streamId);
    for (const call of this.#isClosed ? [] : calls) call();
  }
}
