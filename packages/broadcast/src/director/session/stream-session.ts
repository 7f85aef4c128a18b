import { type ContentUpdate, type OnAir, type OnAirState, type Plan, type RenderEncoder } from "@nightjar/contract";
import { Destinations } from "../../egress/destinations.ts";
import { Listening, type ListeningPort } from "../../egress/listening.ts";
import type { SocketTable } from "../../egress/kernel/index.ts";
import type { Viewer } from "../../local/channel.ts";
import type { PlayoutEvent } from "../../playout/protocol.ts";
import type { UnitRef } from "../../timeline/unit.ts";
import { ActualState } from "./actual-state.ts";
import { CarriedPlan } from "./carried-plan.ts";
import type { Resumed } from "./inherited.ts";
import { OnAirWatch } from "../told/on-air-watch.ts";
import { type ResumingParts, resumeSession } from "./resuming.ts";
import { SessionJournal } from "../told/session-journal.ts";
import { SessionObserver } from "./session-observer.ts";
import type { SessionPort } from "./session-port.ts";
import { keepSessionRecord, removeSession } from "./session-record.ts";
import { SessionRenewal } from "./session-renewal.ts";
import { SessionAir } from "./session-air.ts";
import { onAirTrack } from "../told/on-air-track.ts";
import type { Place } from "../air/air.ts";
import { airEventOf } from "./told-by-thread.ts";
import { StatsClock } from "./stats-clock.ts";

/** Actor of one stream on air: it joins what is wanted to the timeline, the destinations, and what is observed of both. */
export class StreamSession {
  readonly #port: SessionPort;
  readonly #plan: CarriedPlan;
  readonly #state: ActualState;
  readonly #destinations: Destinations;
  readonly #air: SessionAir;
  readonly #journal: SessionJournal;
  readonly #watch: OnAirWatch;
  readonly #stats: StatsClock;
  readonly #renewal: SessionRenewal;
  readonly #resuming: ResumingParts;
  readonly #observer: SessionObserver;
  readonly #listening: Listening;
  #stopped: Promise<void> | null = null;
  #isReleased = false;

  constructor(plan: Plan, port: SessionPort) {
    this.#port = port;
    this.#plan = new CarriedPlan(plan);
    this.#state = new ActualState({ streamId: plan.streamId, log: port.log, onChange: () => this.#observer.changed() });
    this.#journal = new SessionJournal(port.journal, plan);
    this.#watch = new OnAirWatch(port.watch);
    this.#stats = this.#newStats(plan);
    this.#destinations = this.#newDestinations(plan);
    this.#listening = new Listening(this.#feeding(plan));
    this.#air = new SessionAir(plan, {
      session: port,
      takeWaitingFeeds: () => this.#destinations.takeWaitingFeeds(),
      keepRecord: () => this.#keepRecord(),
      onHeard: (heard) => this.#heard(heard),
      onChange: () => this.#observer.airChanged(),
    });
    const parts = {
      ...{ plan: this.#plan, state: this.#state, session: this.#air },
      ...{ destinations: this.#destinations, journal: this.#journal, watch: this.#watch, quarantine: port.quarantine },
      emit: port.emit,
    };
    this.#observer = new SessionObserver(parts);
    this.#renewal = new SessionRenewal({ ...parts, engine: port, isStopped: () => this.#stopped !== null || this.#isReleased });
    this.#resuming = { ...parts, renewal: this.#renewal, dir: port.dir, isReleased: () => this.#isReleased };
  }

  /** Figures of the audience, at the moments when they are taken on air. */
  #newStats(plan: Plan): StatsClock {
    const take = (stats: Plan["stats"]) => {
      this.#plan.takeStats(stats);
      this.#air.update(this.#plan.now);
    };
    // What moves shows them from the next track on: its looks do not differ by them.
    return new StatsClock(plan, { onShow: take, onNext: take });
  }

  /** An entry of the as-run log begins; the slate is none, and ends the one before. */
  #heard(heard: { readonly serial: number; readonly label: Place["label"]; readonly startedAt: string }): void {
    const entry = this.#journal.began(heard);
    const track = onAirTrack(heard.label, heard.startedAt);
    if (!track || !entry) return;
    const { streamId, sessionId } = this.plan;
    const { itemId, id: trackId, startedAt } = track;
    this.#stats.trackStarted();
    this.#port.emit({ type: "track-started", entryId: entry.entryId, streamId, sessionId, itemId, trackId, startedAt });
  }

  #feeding({ sessionId }: Plan): ListeningPort {
    const { log, dir, toThread } = this.#port;
    const unfeed = (destinationId: string) => toThread({ type: "unfeed", sessionId, destinationId });
    return { log, dir, feed: (feed) => toThread({ type: "feed", sessionId, feed }), unfeed };
  }

  #newDestinations(plan: Plan): Destinations {
    const { sessionId } = plan;
    const { ffmpegPath, starts, clocks, toThread, taken } = this.#port;
    return new Destinations({
      ...{ ffmpegPath, starts, taken, ...this.#feeding(plan) },
      handOver: (feed, when) => toThread({ type: "hand-over", sessionId, feed, when }),
      release: (destinationId) => toThread({ type: "release", sessionId, destinationId }),
      firstTimestampMs: clocks.connectionMs,
      onChange: () => {
        this.#keepRecord();
        this.#observer.destinationChanged();
      },
    });
  }

  get plan(): Plan {
    return this.#plan.now;
  }

  /** The plan as it was told, whatever of it is carried now. */
  get wanted(): Plan {
    return this.#plan.wanted;
  }

  get state(): OnAirState {
    return this.#state.value;
  }

  /** Begins a session: publishers are started and the first item prepared side by side. */
  async start(): Promise<void> {
    if (this.#stopped) return;
    this.#state.enter("preparing", null);
    await this.#renewal.begin(() => this.#destinations.connect(this.plan.destinations));
  }

  /** Goes on where an earlier process stopped, with the publishers of `resumed` that still run; `reason` is told until it does. */
  resume(resumed: Resumed, reason: string | null): Promise<void> {
    this.#state.enter("preparing", reason);
    const waiting = Promise.withResolvers<void>();
    const resuming = resumeSession(this.#resuming, resumed, waiting.resolve);
    resuming.catch((error: unknown) => this.#port.log.error({ err: error, streamId: this.plan.streamId }, "session not resumed"));
    // Whoever wants to stop it meanwhile is heard.
    return Promise.race([resuming, waiting.promise]);
  }

  update(wanted: Plan): void {
    const shown = this.#stats.update(wanted);
    if (!shown) return;
    this.#plan.update(wanted, shown);
    this.#destinations.update(wanted.destinations);
    this.#air.update(this.plan);
    this.#renewal.whereNeeded();
    this.#observer.changed();
  }

  /** What was rendered fast is there with a better picture. */
  betterPicture(key: string, video: UnitRef): void {
    this.#air.take({ is: "better", key, video });
  }

  /** What is stored is to be on air now; settles when it is, or when it cannot be. */
  updateContent(): Promise<ContentUpdate> {
    return this.#air.updateContent();
  }

  /** See SessionRenewal. */
  encoderLost(encoder: RenderEncoder): void {
    this.#renewal.encoderLost(encoder);
  }

  /** Leaves the track that is heard for the next; false: nothing is on air. */
  skip(): boolean {
    return this.#air.skip();
  }

  /** Leaves what is heard for an item of the list; false: it cannot be played. */
  jump(itemId: string): boolean {
    return this.#air.jump(itemId);
  }

  /**
   * Ends the publishers while they are still fed, then the timeline; nothing of the session is kept, and it never starts again.
   * `isFaded`: what is heard fades away before that, where anybody hears it.
   */
  stop({ isFaded = false } = {}): Promise<void> {
    this.#stopped ??= this.#state.is("off") ? Promise.resolve() : this.#stop(isFaded && this.#isHeard);
    return this.#stopped;
  }

  /** What is sent here alone is a test: with its Stop nobody is let in any more, and its next Start waits for this end. */
  get #isHeard(): boolean {
    return this.#state.is("on-air") && this.plan.destinations.some(({ kind }) => kind !== "local");
  }

  async #stop(isFaded: boolean): Promise<void> {
    this.#state.enter("stopping", null);
    if (isFaded) await this.#fadeOut();
    this.#air.close({ isReleased: false });
    try {
      await this.#destinations.stop().finally(() => this.#port.toThread({ type: "close", sessionId: this.plan.sessionId }));
      this.#clearTimers();
      await this.#journal.close();
      this.#air.forget();
      removeSession(this.#port.dir);
    } finally {
      // Also where something of it could not be removed.
      this.#state.enter("off", null);
    }
  }

  async #fadeOut(): Promise<void> {
    try {
      await this.#air.fadeOut();
    } catch (error) {
      this.#port.log.warn({ err: error, streamId: this.plan.streamId }, "no fade at the end");
    }
  }

  /** Leaves everything on air for who takes it over; it does nothing any more. */
  async release(): Promise<void> {
    this.#isReleased = true;
    this.#air.close({ isReleased: true });
    this.#clearTimers();
    await this.#destinations.release();
  }

  get isPollDue(): boolean {
    return this.#destinations.isPollDue;
  }

  poll(sockets: SocketTable, isSweep: boolean): void {
    this.#destinations.poll(sockets, isSweep);
    if (isSweep) this.#observer.observe();
  }

  notFed(): void {
    this.#destinations.notFed();
  }

  /** Something may be played now that could not be, or the other way round. */
  refill(): void {
    this.#air.lookForFiles();
    this.#observer.observe();
    this.#observer.changed();
  }

  /** A unit was broken, and removed: made again where it is on air or to be. */
  repair(key: string): void {
    if (this.unitKeys.includes(key)) this.#air.take({ is: "broken", key });
  }

  /** The disk has room again: what failed for want of it is tried again. */
  roomAgain(): void {
    this.#renewal.wake();
    this.#air.take({ is: "room" });
  }

  /** A bare background is there, or gone. */
  lookForBare(): void {
    this.#air.lookForBare();
  }

  /** Units that must stay: on air, written, or to be. */
  get unitKeys(): readonly string[] {
    return this.#air.unitKeys;
  }

  /** What the playout thread tells of this session. */
  take(event: Exclude<PlayoutEvent, { type: "ready" | "status" | "damaged" | "small-pipe" }>): void {
    this.#watch.take(event);
    const ofAir = airEventOf(event);
    if (ofAir) this.#air.take(ofAir);
    else if (event.type === "located") this.#air.located(event);
    else if (event.type === "handed-over") this.#destinations.handedOver(event.destinationId, event.generation);
    else if (event.type === "feed-stuck") this.#stuck(event);
    else if (event.type === "rate") this.#destinations.needs(event.kbps);
    else if (event.type === "session-failed") this.#renewal.afterFailure(event.message);
    else if (event.type === "starved") this.#port.log.warn({ streamId: this.plan.streamId, what: event.what }, "starved");
  }

  #stuck({ destinationId, generation, fault }: Extract<PlayoutEvent, { type: "feed-stuck" }>): void {
    if (fault !== null) this.#port.log.error({ streamId: this.plan.streamId, destinationId, fault }, "a destination could not be fed");
    for (const fed of [this.#destinations, this.#listening]) fed.stuck(destinationId, generation);
  }

  places = (): readonly Place[] => this.#air.air.places;
  onAir = (): OnAir => this.#observer.onAir();
  backgroundNow: SessionAir["backgroundNow"] = () => this.#air.backgroundNow();
  reconnect = (destinationId: string): void => this.#destinations.reconnect(destinationId);
  sent: SessionAir["sent"] = () => this.#air.sent();

  /** What is sent, for who watches here; null: nothing is, for now. */
  listen(viewer: Viewer): (() => void) | null {
    return this.#air.isOpen && !this.#state.is("stopping", "off") ? this.#listening.watch(viewer) : null;
  }

  /** For the process to come; what is being ended needs none. */
  #keepRecord(): void {
    if (!this.#state.is("stopping", "off")) keepSessionRecord(this.#port, this.plan, this.#destinations.records);
  }

  #clearTimers(): void {
    for (const held of [this.#listening, this.#stats, this.#renewal]) held.close();
  }
}
