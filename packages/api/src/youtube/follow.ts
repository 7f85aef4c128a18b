import { AppError, type GrantId, type StreamId } from "@nightjar/contract";
import { ytBroadcasts } from "@nightjar/db";
import { backOffMs } from "@nightjar/kit";
import { eq } from "drizzle-orm";
import { commit } from "../changes.ts";
import type { Services } from "../context.ts";
import { endedGrants } from "../grants/index.ts";
import { observedOnAir } from "../plan/observed.ts";
import { type Outcome, consequenceOf } from "./driver.ts";
import { WATCH_PAUSE, type Wanted, isSettled, nextStep, pauseOf } from "./machine.ts";
import { ROUND_UNITS, pollAccount, settledByGrant } from "./poll.ts";
import { pollEveryMs, usedUnits } from "./quota.ts";
import { type Row, actualOf, ensureRows, openRows, readRow, wantedOf } from "./rows.ts";
import { SelfHeal } from "./self-heal.ts";
import { setThumbnail } from "./thumbnail.ts";
import { lapseViewers } from "./viewers.ts";

/** Where nothing is left of the day to poll with, it is looked again whether a new one has begun. */
const SPENT_LOOK_MS = 10 * 60 * 1000;
const SPENT_TEXT =
  "What the studio may ask YouTube in a day is nearly used up: until midnight in California it does not ask how streams do. They go on, and Start and Stop work.";

const UNREAD_TEXT = "What YouTube says of this stream could not be read. It is asked again within minutes.";

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
  /** Steps in a row that came to nothing, or found nothing new. */
  idle: number;
  wanted: Wanted | null;
  timer: NodeJS.Timeout | null;
  isUnderWay: boolean;
}

class Follower {
  readonly #services: Services;
  readonly #driven = new Map<string, Driven>();
  readonly #selfHeal = new SelfHeal();
  #poll: NodeJS.Timeout | null = null;
  #round = 0;
  #isClosed = false;

  constructor(services: Services) {
    this.#services = services;
  }

  /** What is wanted may have changed. */
  wake(): void {
    if (this.#isClosed) return;
    const { clock, db } = this.#services;
    for (const id of commit(this.#services, (tx) => ensureRows(tx, new Date(clock.nowMs())))) this.#tell(id);
    for (const row of openRows(db)) this.#drive(row.id, wantedOf(db, row));
    this.#giveBack();
    this.#poll ??= this.#later(() => this.#pollAll(), pollEveryMs(this.#cost()) ?? SPENT_LOOK_MS);
  }

  close(): void {
    this.#isClosed = true;
    if (this.#poll) clearTimeout(this.#poll);
    for (const { timer } of this.#driven.values()) if (timer) clearTimeout(timer);
  }

  #later(run: () => Promise<void>, ms: number): NodeJS.Timeout {
    const fail = (error: unknown) => this.#services.log.error({ err: error }, "YouTube could not be followed");
    return setTimeout(() => void run().catch(fail), ms).unref();
  }

  /** Goes on at once where another thing is wanted than before; else as it was going on. */
  #drive(id: string, wanted: Wanted): void {
    const driven = this.#driven.get(id) ?? { idle: 0, wanted: null, timer: null, isUnderWay: false };
    this.#driven.set(id, driven);
    if (driven.isUnderWay || (driven.timer !== null && driven.wanted === wanted)) return;
    if (driven.timer) clearTimeout(driven.timer);
    Object.assign(driven, { idle: 0, wanted });
    driven.timer = this.#later(() => this.#step(id, driven), 0);
  }

  async #step(id: string, driven: Driven): Promise<void> {
    driven.timer = null;
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
    if (outcome.step === "watch" && outcome.consequence === null) this.#selfHeal.look(this.#services, id);
    if (streamId !== null) this.#tell(streamId);
    const after = readRow(this.#services.db, id);
    if (!after || after.endedAt !== null) {
      this.#driven.delete(id);
      return this.wake();
    }
    const wanted = wantedOf(this.#services.db, after);
    const isIdle = outcome.consequence !== null || (outcome.step === "watch" && nextStep(wanted, actualOf(after)) === "watch");
    driven.idle = isIdle ? driven.idle + 1 : 0;
    const pause = outcome.consequence === null ? WATCH_PAUSE : pauseOf(outcome.consequence);
    // Something else may be wanted by now.
    const isNews = driven.wanted !== wanted;
    driven.timer = this.#later(() => this.#step(id, driven), isIdle && !isNews ? backOffMs(pause, driven.idle - 1) : 0);
    driven.wanted = wanted;
  }

  /** Nothing is to be done but what the polls of its account do. */
  #isAtRest(id: string): boolean {
    const row = readRow(this.#services.db, id);
    if (!row || row.endedAt !== null) return true;
    const wanted = wantedOf(this.#services.db, row);
    if (wanted === "prepared") return row.isBound && row.lifeCycle === "ready";
    return isSettled(wanted, actualOf(row));
  }

  #cost() {
    const perRound = ROUND_UNITS * Math.max(1, settledByGrant(this.#services).size);
    return { used: usedUnits(this.#services), perRound, nowMs: this.#services.clock.nowMs() };
  }

  async #pollAll(): Promise<void> {
    this.#round += 1;
    const isSpent = pollEveryMs(this.#cost()) === null;
    try {
      for (const [grant, rows] of settledByGrant(this.#services)) {
        if (isSpent) this.#note(rows, SPENT_TEXT);
        else await this.#pollOne(grant, rows);
        for (const { streamId } of rows) if (streamId !== null) this.#tell(streamId);
      }
    } finally {
      // Whatever became of this one: else what was read last would pass for the truth until a restart.
      this.#poll = null;
      // Who is not as wanted any more is taken further; and the next round is waited for.
      this.wake();
    }
  }

  async #pollOne(grant: GrantId, rows: readonly Row[]): Promise<void> {
    try {
      await pollAccount(this.#services, grant, rows, this.#round % 2 === 1);
      for (const { id } of rows) this.#selfHeal.look(this.#services, id);
      for (const { id } of rows) await setThumbnail(this.#services, id);
    } catch (error) {
      const isKnown = error instanceof AppError;
      const consequence = isKnown ? consequenceOf(error) : null;
      this.#services.log[isKnown ? "warn" : "error"]({ err: error, consequence }, "YouTube could not be asked how streams do");
      this.#note(rows, isKnown ? error.message : UNREAD_TEXT);
    }
  }

  #note(rows: readonly Row[], notice: string): void {
    for (const { id, streamId } of rows) {
      this.#services.db.update(ytBroadcasts).set({ notice }).where(eq(ytBroadcasts.id, id)).run();
      if (streamId !== null) lapseViewers(this.#services, streamId);
    }
  }

  /** Whoever watches sees what YouTube says; nothing of it airs. */
  #tell(id: StreamId): void {
    const { live } = this.#services;
    live.publish({ type: "on-air", streamId: id, onAir: observedOnAir(this.#services, id) });
  }

  /** A grant is given back once no broadcast needs it to be ended. */
  #giveBack(): void {
    const { accessTokens, db, log } = this.#services;
    const needed = new Set(openRows(db).map(({ grantId }) => grantId));
    for (const id of endedGrants(db, "google")) {
      if (needed.has(id)) continue;
      accessTokens.giveBack(id).catch((error: unknown) => log.error({ err: error }, "a grant could not be given back"));
    }
  }
}
