import { type ContentUpdate, type OnAir, type OnAirState, PROFILES, type Plan, type RenderEncoder } from "@nightjar/contract";
import { Destinations } from "../egress/destinations.ts";
import type { SocketTable } from "../egress/socket-table.ts";
import { reap } from "../egress/reap.ts";
import { STREAM_TRANSITIONS, checkTransition } from "../egress/transitions.ts";
import { monotonicMs } from "../playout/monotonic.ts";
import type { PlayoutEvent } from "../playout/protocol.ts";
import { type SessionPosition, forgetPosition } from "../playout/record.ts";
import { type Segment, unitsOf } from "../timeline/segment.ts";
import type { UnitRef } from "../timeline/unit.ts";
import { AirLog, onAirTrack, wallTime } from "./air-log.ts";
import { OnAirWatch } from "./on-air-watch.ts";
import { type SessionFacts, observedState, showOnAir } from "./on-air-view.ts";
import { resumedSound } from "./resumed-sound.ts";
import { SessionJournal } from "./session-journal.ts";
import type { SessionPort } from "./session-port.ts";
import { type SessionRecord, removeSession, writeSessionRecord } from "./session-record.ts";
import { SessionTimeline } from "./session-timeline.ts";
import { isCarried, onThisConnection } from "./splice.ts";
import { StatsClock } from "./stats-clock.ts";

/** A session of an earlier process, found again with its publishers running. */
export interface Resumed {
  readonly record: SessionRecord;
  readonly position: SessionPosition;
  readonly segments: readonly [Segment, ...Segment[]];
}

/** A session whose thread gave it up begins anew after this. */
const REOPEN_MS = 1000;
const PROFILE_CHANGED = "The picture profile was changed: the stream connects anew.";
const ENCODER_LOST = "The graphics encoder failed: the stream connects anew, rendered by software.";

/** Actor of one stream on air: the only one that changes its actual state. */
export class StreamSession {
  readonly #port: SessionPort;
  /** As the connection that stands can carry it; `#wanted` may need another. */
  #plan: Plan;
  #wanted: Plan;
  #isRenewing = false;
  #state: OnAirState = "off";
  #reason: string | null = null;
  readonly #destinations: Destinations;
  readonly #timeline: SessionTimeline;
  readonly #airLog = new AirLog();
  readonly #journal: SessionJournal;
  readonly #watch: OnAirWatch;
  readonly #stats: StatsClock;
  readonly #timers = new Set<NodeJS.Timeout>();
  #wasOnAir = false;
  /** The segment that was heard when the operator skipped last. */
  #skippedSerial: number | null = null;
  #stopped: Promise<void> | null = null;

  constructor(plan: Plan, port: SessionPort) {
    this.#plan = plan;
    this.#wanted = plan;
    this.#port = port;
    this.#journal = new SessionJournal(port.journal, plan);
    this.#watch = new OnAirWatch(port.watch);
    this.#stats = this.#newStats(plan);
    const { ffmpegPath, log, dir } = port;
    const { sessionId } = plan;
    this.#destinations = new Destinations({
      ffmpegPath,
      log,
      dir,
      feed: (feed) => port.toThread({ type: "feed", sessionId, feed }),
      unfeed: (destinationId) => port.toThread({ type: "unfeed", sessionId, destinationId }),
      handOver: (feed, when) => port.toThread({ type: "hand-over", sessionId, feed, when }),
      release: (destinationId) => port.toThread({ type: "release", sessionId, destinationId }),
      firstTimestampMs: port.clocks.connectionMs,
      onChange: () => this.#destinationChanged(),
    });
    this.#timeline = new SessionTimeline(plan, {
      session: port,
      takeWaitingFeeds: () => this.#destinations.takeWaitingFeeds(),
      keepRecord: () => this.#keepRecord(),
      onChange: () => this.#changed(),
      onPicture: (segment) => {
        this.#airLog.renew(segment);
        this.#changed();
      },
    });
  }

  /** Figures of the audience, at the moments when they are taken on air. */
  #newStats(plan: Plan): StatsClock {
    return new StatsClock(plan, {
      onShow: (stats) => {
        this.#plan = { ...this.#plan, stats };
        this.#timeline.update(this.#plan);
      },
      onNext: (stats) => {
        this.#plan = { ...this.#plan, stats };
        this.#timeline.takeStats(stats);
      },
      setTimer: (run, ms) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    });
  }

  get plan(): Plan {
    return this.#plan;
  }

  get state(): OnAirState {
    return this.#state;
  }

  /** Begins a session: publishers are started and the first item prepared side by side. */
  async start(): Promise<void> {
    if (this.#stopped) return;
    this.#enter("preparing", null);
    await this.#begin(() => this.#destinations.connect(this.#plan.destinations));
  }

  /** Opens the timeline in the wanted profile, with the encoder that is there for it. */
  async #begin(connect: () => Promise<void>): Promise<void> {
    const wanted = this.#wanted;
    const [{ slate, encoder }] = await Promise.all([this.#port.slate(wanted), connect()]);
    this.#settle(wanted, encoder);
    await this.#timeline.open(slate);
    // It may have been changed while the slate was made.
    this.#renewWhereNeeded();
  }

  #settle({ profileId, quality }: Plan, renderEncoder: RenderEncoder): void {
    const { stats } = this.#plan;
    this.#plan = { ...onThisConnection(this.#wanted, { profileId, quality, renderEncoder }), stats };
    this.#timeline.update(this.#plan);
  }

  /** Goes on where an earlier process stopped, with the publishers of `resumed` that still run. */
  async resume(resumed: Resumed): Promise<void> {
    this.#enter("preparing", null);
    const { position, segments, record } = resumed;
    const running = { profileId: record.profileId, quality: record.quality, renderEncoder: record.encoder };
    const { slate, encoder } = await this.#port.slate(running);
    if (this.#stopped) return void reap(record.publishers);
    if (encoder !== record.encoder) {
      // What made the pictures is gone, and nothing else can follow them.
      await reap(record.publishers);
      return this.#begin(() => this.#destinations.connect(this.#plan.destinations));
    }
    this.#settle({ ...this.#wanted, ...running }, encoder);
    this.#timeline.resume(slate, segments, { state: position.state, epochMs: position.epochMs }, () =>
      this.#destinations.restore(this.#plan.destinations, record.publishers, position),
    );
    const sound = resumedSound(position, segments, PROFILES[this.#plan.profileId]);
    if (sound.silentSinceMs !== null) this.#journal.gap(sound.silentSinceMs);
    // It may have been announced by the earlier process or not: the journal takes an entry once.
    if (sound.serial !== null) this.#takeSegment(sound.serial, sound.onAirAtMs);
  }

  update(wanted: Plan): void {
    const plan = this.#stats.update(wanted);
    if (!plan) return;
    this.#wanted = wanted;
    this.#plan = onThisConnection(plan, this.#plan);
    this.#destinations.update(plan.destinations);
    this.#timeline.update(this.#plan);
    this.#renewWhereNeeded();
    this.#changed();
  }

  /** What was rendered fast is there with a better picture. */
  betterPicture(key: string, video: UnitRef): void {
    this.#timeline.betterPicture(key, video);
  }

  /** What is stored is to be on air now; settles when it is, or when it cannot be. */
  updateContent(): Promise<ContentUpdate> {
    return this.#timeline.updateContent();
  }

  /** The encoder that made its pictures cannot go on: it begins anew with what there is. */
  encoderLost(encoder: RenderEncoder): void {
    if (this.#plan.renderEncoder === encoder && this.#timeline.isOpen) this.#beginAnewAs(ENCODER_LOST);
  }

  #renewWhereNeeded(): void {
    if (this.#timeline.isOpen && !isCarried(this.#wanted, this.#plan)) this.#beginAnewAs(PROFILE_CHANGED);
  }

  #beginAnewAs(reason: string): void {
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    this.#renew(reason).then(
      () => {
        this.#isRenewing = false;
        this.#renewWhereNeeded();
      },
      (error: unknown) => {
        // What is on air goes on; the next change of the plan tries again.
        this.#isRenewing = false;
        this.#port.log.error({ err: error, streamId: this.#plan.streamId }, "session not begun anew");
      },
    );
  }

  /** Other headers need another connection. What is on air goes on until the new profile has its own. */
  async #renew(reason: string): Promise<void> {
    const wanted = this.#wanted;
    const { slate, encoder } = await this.#port.slate(wanted);
    if (this.#stopped || this.#state === "failed") return;
    this.#enter("preparing", reason);
    this.#journal.ended();
    this.#wasOnAir = false;
    this.#timeline.fail();
    await this.#destinations.restart(wanted.destinations, () => {
      this.#port.toThread({ type: "close", sessionId: this.#plan.sessionId });
      // A process that takes over before the new timeline opens must not go on with pictures of the old profile.
      forgetPosition(this.#port.dir);
      this.#settle(wanted, encoder);
    });
    await this.#timeline.open(slate);
  }

  /** Leaves the track that is heard for the next. */
  skip(): void {
    const heard = this.#airLog.current()?.segment.serial ?? null;
    // Its successor is written already: then this is what was wanted, unless that was wanted before.
    const isLeft = this.#airLog.announced() !== null && this.#skippedSerial !== heard;
    this.#skippedSerial = heard;
    if (!isLeft) this.#timeline.skip();
  }

  /** Leaves what is heard for an item of the list; false: it cannot be played. */
  jump(itemId: string): boolean {
    this.#skippedSerial = this.#airLog.current()?.segment.serial ?? null;
    return this.#timeline.jump(itemId);
  }

  /**
   * Ends the publishers while they are still fed, then the timeline; nothing of the session is kept, and it never starts again.
   * `isFaded`: what is heard fades away before that.
   */
  stop({ isFaded = false } = {}): Promise<void> {
    this.#stopped ??= this.#state === "off" ? Promise.resolve() : this.#stop(isFaded && this.#state === "on-air");
    return this.#stopped;
  }

  async #stop(isFaded: boolean): Promise<void> {
    this.#enter("stopping", null);
    if (isFaded) await this.#fadeOut();
    this.#timeline.close();
    await this.#destinations.stop();
    this.#port.toThread({ type: "close", sessionId: this.#plan.sessionId });
    this.#clearTimers();
    await this.#journal.close();
    this.#port.programme.forget();
    removeSession(this.#port.dir);
    this.#enter("off", null);
  }

  async #fadeOut(): Promise<void> {
    try {
      await this.#timeline.fadeOut();
    } catch (error) {
      this.#port.log.warn({ err: error, streamId: this.#plan.streamId }, "no fade at the end");
    }
  }

  /** Leaves everything on air for the next process. */
  async release(): Promise<void> {
    this.#timeline.close();
    this.#clearTimers();
    await this.#destinations.release();
  }

  get isPollDue(): boolean {
    return this.#destinations.isPollDue;
  }

  poll(sockets: SocketTable, isSweep: boolean): void {
    this.#destinations.poll(sockets, isSweep);
    if (isSweep) this.observe();
  }

  /** Looks at what is sent, and tells when something about it has changed. */
  observe(): void {
    if (this.#state === "off") return;
    if (this.#watch.observe(this.#facts, monotonicMs())) this.#changed();
  }

  /** Something may be played now that could not be, or the other way round. */
  refill(): void {
    this.#timeline.refill();
    this.observe();
    this.#changed();
  }

  /** A unit was broken, and removed: made again where it is on air or to be. */
  repair(key: string): void {
    if (this.unitKeys.includes(key)) this.#timeline.repair(key);
  }

  /** Units that must stay: on air, written, or to be. */
  get unitKeys(): string[] {
    const segments = [...this.#timeline.segments, ...this.#timeline.upcoming];
    const current = this.#airLog.current()?.segment;
    return [...segments, ...(current ? [current] : [])].flatMap(unitsOf).map(({ key }) => key);
  }

  /** What the playout thread tells of this session. */
  take(event: Exclude<PlayoutEvent, { type: "ready" | "status" | "damaged" }>): void {
    this.#watch.take(event);
    if (event.type === "segment") this.#timeline.began(event.serial);
    if (event.type === "segment") this.#takeSegment(event.serial, event.onAirAtMs);
    else if (event.type === "cut") this.#timeline.cut(event.serial, event.pictureId);
    else if (event.type === "located") this.#timeline.located(event);
    else if (event.type === "handed-over") this.#destinations.handedOver(event.destinationId, event.generation);
    else if (event.type === "feed-stuck") this.#destinations.stuck(event.destinationId, event.generation);
    else if (event.type === "session-failed") this.#reopen(event.message);
    else if (event.type === "starved") this.#port.log.warn({ streamId: this.#plan.streamId, what: event.what }, "starved");
  }

  onAir(): OnAir {
    return showOnAir(this.#facts);
  }

  get #facts(): SessionFacts {
    return {
      plan: this.#plan,
      state: this.#state,
      reason: this.#reason,
      wasOnAir: this.#wasOnAir,
      airLog: this.#airLog,
      timeline: this.#timeline,
      destinations: this.#destinations,
      journal: this.#journal,
      watch: this.#watch,
      quarantine: this.#port.quarantine,
    };
  }

  #takeSegment(serial: number, onAirAtMs: number): void {
    const segment = this.#timeline.segment(serial);
    if (!segment) return;
    this.#airLog.add(segment, onAirAtMs, this.#journal.startedAt(serial));
    this.#timeline.entered(segment, onAirAtMs);
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        this.#wentOnAir(segment);
      },
      Math.max(0, onAirAtMs - monotonicMs()),
    );
    this.#timers.add(timer);
  }

  #wentOnAir(segment: Segment): void {
    const { sessionId, streamId } = this.#plan;
    const startedAt = this.#airLog.startedAt(segment.serial) ?? wallTime(monotonicMs());
    const entry = this.#journal.began(segment, startedAt);
    const track = onAirTrack(segment.label, startedAt);
    if (track && entry) {
      const { itemId, id: trackId } = track;
      this.#stats.trackStarted();
      this.#port.emit({ type: "track-started", entryId: entry.entryId, streamId, sessionId, itemId, trackId, startedAt });
    }
    this.#evaluate();
    this.#changed();
  }

  #destinationChanged(): void {
    this.#keepRecord();
    // Stop ends them one by one: that is no interruption.
    if (this.#state !== "stopping") this.#journal.destinations(this.#destinations.onAir());
    this.#evaluate();
    this.#changed();
  }

  /** The state follows what is observed. */
  #evaluate(): void {
    if (!this.#timeline.isOpen || this.#state === "off" || this.#state === "stopping" || this.#state === "failed") return;
    const { state, reason } = observedState(this.#facts);
    this.#wasOnAir ||= this.#destinations.isSent;
    this.#enter(state, reason);
  }

  /** The thread gave the session up: timestamps begin anew, so every destination is connected anew. */
  #reopen(message: string): void {
    this.#port.log.error({ streamId: this.#plan.streamId, reason: message }, "session failed");
    if (this.#state === "stopping" || this.#state === "off") return;
    this.#enter("failed", "The stream had to be started again.");
    this.#journal.ended();
    this.#wasOnAir = false;
    this.#timeline.fail();
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#beginAnew();
    }, REOPEN_MS);
    this.#timers.add(timer);
  }

  async #beginAnew(): Promise<void> {
    if (this.#state !== "failed") return;
    this.#enter("preparing", null);
    await this.#begin(() => this.#destinations.restart(this.#plan.destinations));
  }

  #enter(next: OnAirState, reason: string | null): void {
    if (next === this.#state && reason === this.#reason) return;
    if (next !== this.#state) this.#port.log.info({ streamId: this.#plan.streamId, from: this.#state, to: next }, "stream");
    this.#state = checkTransition(STREAM_TRANSITIONS, this.#state, next);
    this.#reason = reason;
    this.#changed();
  }

  #changed(): void {
    this.#port.emit({ type: "on-air", streamId: this.#plan.streamId, onAir: this.onAir() });
  }

  #keepRecord(): void {
    if (this.#state === "stopping" || this.#state === "off") return;
    const { streamId, sessionId, profileId, quality, renderEncoder: encoder } = this.#plan;
    const publishers = this.#destinations.records;
    try {
      writeSessionRecord(this.#port.dir, { streamId, sessionId, profileId, encoder, quality, bootId: this.#port.bootId, publishers });
    } catch (error) {
      // The stream goes on; the process to come may have to begin it anew.
      if (!this.#port.diskFailed(error)) throw error;
    }
  }

  #clearTimers(): void {
    this.#stats.close();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}
