import type { GrantId, StreamId } from "@nightjar/contract";
import { backOffMs } from "@nightjar/kit";
import { commit } from "../changes.ts";
import type { Services } from "../context.ts";
import { endedGrants } from "../grants/index.ts";
import { observedOnAir } from "../plan/observed.ts";
import { openSession } from "../plan/wanted.ts";
import { type Outcome, type Step, WATCH_PAUSE, isSettled, nextStep } from "./machine.ts";
import { Pace } from "./pace.ts";
import { noteUnread, pollAccount, pollViewers, roundCosts, settledByGrant } from "./poll.ts";
import { type Ensured, ensureRows } from "./next-broadcast.ts";
import { DAY_UNITS, pollEveryMs, roundsOf, usedUnits } from "./quota.ts";
import { type Consequence, QUOTA } from "./reasons.ts";
import { type Row, actualOf, grantOf, openRows, readRow, wantedOf } from "./rows.ts";
import { SelfHeal } from "./self-heal.ts";
import { setThumbnail } from "./thumbnail.ts";

/** Where nothing is left of the day to poll with, it is looked again whether a new one has begun. */
const SPENT_LOOK_MS = 10 * 60 * 1000;
/** Between two rounds, however often YouTube asks us to slow down. */
const SLOWEST_MS = 30 * 60 * 1000;
const SPENT_TEXT =
  "The YouTube quota of this day is nearly used up: until midnight in California the studio does not ask how streams do. They go on, and Start and Stop work.";

/** Keeps what is at YouTube as it is wanted, from now on and from what an earlier process left. @returns the way to stop */
export function followYoutube(services: Services): () => void {
  const follower = new Follower(services);
  const stops = [
    services.live.subscribe((event) => {
      if (event.type === "changed" && event.entity === "streams") follower.wake();
    }),
    services.accessTokens.onLost(() => follower.wake()),
  ];
  follower.wake();
  return () => {
    for (const stop of stops) stop();
    follower.close();
  };
}

interface Driven {
  pace: Pace;
  /** What is wanted, by whose leave, and under which texts. */
  aim: string | null;
  timer: NodeJS.Timeout | null;
  /** The step that the timer is for. */
  next: Step | null;
  isUnderWay: boolean;
}

class Follower {
  readonly #services: Services;
  readonly #driven = new Map<string, Driven>();
  readonly #selfHeal = new SelfHeal();
  #poll: NodeJS.Timeout | null = null;
  #renewal: NodeJS.Timeout | null = null;
  #round = 0;
  /** So often the pause between two rounds is doubled, because YouTube has asked us to slow down. */
  #doublings = 0;
  #isClosed = false;

  constructor(services: Services) {
    this.#services = services;
  }

  /** What is wanted may have changed. */
  wake(): void {
    if (this.#isClosed) return;
    const { db } = this.#services;
    const { dueAtMs, made } = this.#ensured();
    for (const id of made) this.#tell(id);
    for (const row of openRows(db)) this.#drive(row);
    this.#giveBack();
    this.#poll ??= this.#later(() => this.#pollAll(), this.#pollPauseMs());
    this.#wakeAt(dueAtMs);
  }

  /** What a full disk refuses is made after the next poll: what is there already is followed meanwhile. */
  #ensured(): Ensured {
    const { clock, log } = this.#services;
    try {
      return commit(this.#services, (tx) => ensureRows(tx, new Date(clock.nowMs())));
    } catch (error) {
      log.error({ err: error }, "the next broadcasts could not be stored");
      return { made: [], dueAtMs: null };
    }
  }

  /** The next of a run is due: no poll need come by then. */
  #wakeAt(dueAtMs: number | null): void {
    if (this.#renewal) clearTimeout(this.#renewal);
    // A clock that was set back would make the wait too long for a timer.
    const waitMs = Math.min((dueAtMs ?? 0) - this.#services.clock.nowMs(), SLOWEST_MS);
    this.#renewal = dueAtMs === null ? null : this.#later(async () => this.wake(), waitMs);
  }

  close(): void {
    this.#isClosed = true;
    for (const timer of [this.#poll, this.#renewal]) if (timer) clearTimeout(timer);
    for (const { timer } of this.#driven.values()) if (timer) clearTimeout(timer);
  }

  #later(run: () => Promise<void>, ms: number): NodeJS.Timeout {
    const fail = (error: unknown) => this.#services.log.error({ err: error }, "YouTube could not be followed");
    return setTimeout(() => void run().catch(fail), ms).unref();
  }

  /** Goes on at once where another thing is wanted or said than before, or somebody has let us in anew; else as it was going on. */
  #drive(row: Row): void {
    const driven = this.#driven.get(row.id) ?? { pace: new Pace(), aim: null, timer: null, next: null, isUnderWay: false };
    this.#driven.set(row.id, driven);
    const aim = this.#aimOf(row);
    // A poll may have found that what is live has ended, while it waited after a refusal: what was refused is counted on.
    const isOvertaken = driven.next !== null && driven.next !== this.#nextOf(row);
    if (driven.isUnderWay || (driven.timer !== null && driven.aim === aim && !isOvertaken)) return;
    if (driven.timer) clearTimeout(driven.timer);
    if (driven.aim !== aim || driven.timer === null) Object.assign(driven, { pace: new Pace(), aim });
    driven.timer = this.#later(() => this.#step(row.id, driven), 0);
  }

  #aimOf(row: Row): string {
    const { db } = this.#services;
    const { description, privacy, streamId, title } = row;
    const wanted = wantedOf(db, row);
    // The run that began before it was ended is seen there too: that Start waits for no refusal of before.
    const run = wanted === "gone" && streamId !== null ? openSession(db, streamId)?.id : null;
    // Also where it was asked for: a try that comes to nothing is not to look like something else said.
    return JSON.stringify([wanted, grantOf(db, row), title, description, privacy, run]);
  }

  #nextOf(row: Row): Step {
    return nextStep(wantedOf(this.#services.db, row), actualOf(row));
  }

  async #step(id: string, driven: Driven): Promise<void> {
    Object.assign(driven, { timer: null, next: null });
    if (this.#isClosed || this.#isAtRest(id)) return void this.#driven.delete(id);
    driven.isUnderWay = true;
    const streamId = readRow(this.#services.db, id)?.streamId ?? null;
    let outcome: Outcome = { step: "watch", consequence: "again" };
    try {
      outcome = await this.#services.broadcasts.advance(id);
    } catch (error) {
      this.#services.log.error({ err: error }, "a broadcast could not be taken further");
    }
    driven.isUnderWay = false;
    if (this.#isClosed) return;
    if (outcome.consequence === null && this.#isSeen(outcome.step, id)) this.#selfHeal.look(this.#services, id);
    if (streamId !== null) this.#tell(streamId);
    const after = readRow(this.#services.db, id);
    if (!after || after.endedAt !== null) {
      this.#driven.delete(id);
      return this.wake();
    }
    const aim = this.#aimOf(after);
    const isAsBefore = driven.aim === aim;
    const next = this.#nextOf(after);
    driven.next = next;
    // Something else may be wanted by now: that waits for no refusal of what was wanted before.
    if (!isAsBefore) Object.assign(driven, { pace: new Pace(), aim });
    const pauseMs = isAsBefore ? this.#pauseMs(driven, outcome, next) : 0;
    // Who waits for hours for something to come in takes no more of the day than who is polled.
    const isLongWaiting = outcome.step === "watch" && outcome.consequence === null && pauseMs >= WATCH_PAUSE.longestMs;
    driven.timer = this.#later(() => this.#step(id, driven), isLongWaiting ? Math.max(pauseMs, this.#pollPauseMs()) : pauseMs);
  }

  /** What YouTube told of one that waits for what is sent, or of one that it has refused to bring to live. */
  #isSeen(step: Step, id: string): boolean {
    const row = step === "look" ? readRow(this.#services.db, id) : null;
    return step === "watch" || (row !== null && wantedOf(this.#services.db, row) === "live");
  }

  #pauseMs(driven: Driven, outcome: Outcome, next: Step): number {
    const { pace } = driven;
    const { refusedBy } = pace;
    const others = [...this.#driven.entries()].filter(([, one]) => one !== driven);
    const alike = (by: Consequence) => others.filter(([, one]) => one.pace.refusedBy === by);
    const pauseMs = pace.after(outcome, next, this.#services.clock.nowMs(), (by) => alike(by).length);
    // What went through for one at last may go through for all.
    if (refusedBy !== null && pace.refusedBy === null) for (const [id, one] of alike(refusedBy)) this.#beginAnew(id, one);
    return pauseMs;
  }

  #beginAnew(id: string, driven: Driven): void {
    driven.pace = new Pace();
    // What is under way goes on by itself.
    if (driven.timer === null) return;
    clearTimeout(driven.timer);
    driven.timer = this.#later(() => this.#step(id, driven), 0);
  }

  /** Nothing is to be done but what the polls of its account do. */
  #isAtRest(id: string): boolean {
    const row = readRow(this.#services.db, id);
    if (!row || row.endedAt !== null) return true;
    const wanted = wantedOf(this.#services.db, row);
    if (wanted === "prepared") return row.isBound && row.lifeCycle === "ready";
    // Polled meanwhile: it may be refused for long that YouTube is told.
    return isSettled(wanted, actualOf(row)) && !row.isToBeUpdated;
  }

  #cost() {
    const costs = roundCosts([...settledByGrant(this.#services).values()], this.#waiting());
    const { clock, db } = this.#services;
    return { ...costs, used: usedUnits(this.#services), open: openRows(db).length, nowMs: clock.nowMs() };
  }

  /** Broadcasts that are on air here and wait for what YouTube says that it does not receive. */
  #waiting(): number {
    const { db } = this.#services;
    return openRows(db).filter((row) => row.ytBroadcastId !== null && wantedOf(db, row) === "live" && !this.#isAtRest(row.id)).length;
  }

  #pollPauseMs(): number {
    const rounds = roundsOf(this.#cost());
    if (rounds === null) return SPENT_LOOK_MS;
    const { everyMs } = rounds;
    return backOffMs({ firstMs: everyMs, longestMs: Math.max(everyMs, SLOWEST_MS) }, this.#doublings);
  }

  async #pollAll(): Promise<void> {
    this.#round += 1;
    const consequences: (Consequence | null)[] = [];
    try {
      const withViewers = this.#round % 2 === 1 || roundsOf(this.#cost())?.viewersEachTime === true;
      for (const [grant, rows] of settledByGrant(this.#services)) {
        if (pollEveryMs(this.#cost()) === null) noteUnread(this.#services, rows, this.#spentText(), "watch");
        else consequences.push(await this.#pollOne(grant, rows, withViewers));
        for (const { streamId } of rows) if (streamId !== null) this.#tell(streamId);
      }
      this.#doublings = Math.max(0, this.#doublings + (consequences.includes("slower") ? 1 : -1));
    } finally {
      // Whatever became of this one: else what was read last would pass for the truth until a restart.
      this.#poll = null;
      // Who is not as wanted any more is taken further; and the next round is waited for.
      this.wake();
    }
  }

  /** Where the whole day is spent, Start and Stop do not work either. */
  #spentText(): string {
    return usedUnits(this.#services) < DAY_UNITS ? SPENT_TEXT : QUOTA;
  }

  /** @returns what follows from a refusal; null: there was none */
  async #pollOne(grant: GrantId, rows: readonly Row[], withViewers: boolean): Promise<Consequence | null> {
    const refused = await pollAccount(this.#services, grant, rows);
    if (refused !== null) return refused;
    const uncounted = withViewers ? await pollViewers(this.#services, grant, rows) : null;
    try {
      for (const { id } of rows) this.#selfHeal.look(this.#services, id);
      for (const { id } of rows) await setThumbnail(this.#services, id);
    } catch (error) {
      // A fault of our own: the other accounts are polled all the same.
      this.#services.log.error({ err: error }, "what YouTube said of broadcasts could not be followed");
    }
    return uncounted;
  }

  /** Whoever watches sees what YouTube says; nothing of it airs. */
  #tell(id: StreamId): void {
    const { live } = this.#services;
    live.publish({ type: "on-air", streamId: id, onAir: observedOnAir(this.#services, id) });
  }

  /** A grant is given back once no broadcast needs it to be ended. */
  #giveBack(): void {
    const { accessTokens, db } = this.#services;
    const needed = new Set(openRows(db).map(({ grantId }) => grantId));
    for (const id of endedGrants(db, "google")) if (!needed.has(id)) void accessTokens.giveBack(id);
  }
}
