import { type EngineEvent, type Logger, type OnAir, type OnAirState, type Plan, OFF_AIR, PROFILES } from "@nightjar/contract";
import { Destinations } from "../egress/destinations.ts";
import type { SocketTable } from "../egress/linux-proc.ts";
import { reap } from "../egress/reap.ts";
import { STREAM_TRANSITIONS, checkTransition } from "../egress/transitions.ts";
import { monotonicMs } from "../playout/monotonic.ts";
import type { PlayoutCommand, PlayoutEvent, ResumePoint } from "../playout/protocol.ts";
import type { SessionPosition } from "../playout/record.ts";
import type { Segment } from "../timeline/segment.ts";
import { AirLog, onAirTrack, wallTime } from "./air-log.ts";
import type { Preparer, Slate } from "./preparer.ts";
import { pictureOf } from "./picture.ts";
import { Rundown } from "./rundown.ts";
import type { Journal } from "./journal.ts";
import { resumedSound } from "./resumed-sound.ts";
import { SessionJournal } from "./session-journal.ts";
import { type SessionRecord, removeSession, writeSessionRecord } from "./session-record.ts";

export interface SessionPort {
  readonly ffmpegPath: string;
  readonly bootId: string;
  readonly dir: string;
  readonly preparer: Preparer;
  readonly journal: Journal;
  readonly log: Logger;
  slate(profileId: Plan["profileId"]): Promise<Slate>;
  toThread(command: PlayoutCommand): void;
  emit(event: EngineEvent): void;
}

/** A session of an earlier process, found again with its publishers running. */
export interface Resumed {
  readonly record: SessionRecord;
  readonly position: SessionPosition;
  readonly segments: readonly [Segment, ...Segment[]];
}

/** A session whose thread gave it up begins anew after this. */
const REOPEN_MS = 1000;

/** Actor of one stream on air: the only one that changes its actual state. */
export class StreamSession {
  readonly #port: SessionPort;
  #plan: Plan;
  #state: OnAirState = "off";
  #reason: string | null = null;
  readonly #destinations: Destinations;
  readonly #segments = new Map<number, Segment>();
  readonly #airLog = new AirLog();
  readonly #journal: SessionJournal;
  readonly #timers = new Set<NodeJS.Timeout>();
  #rundown: Rundown | null = null;
  #isOpen = false;
  #wasOnAir = false;
  #stopped: Promise<void> | null = null;

  constructor(plan: Plan, port: SessionPort) {
    this.#plan = plan;
    this.#port = port;
    this.#journal = new SessionJournal(port.journal, plan);
    const { ffmpegPath, log, dir } = port;
    const { sessionId } = plan;
    this.#destinations = new Destinations({
      ffmpegPath,
      log,
      dir,
      feed: (feed) => port.toThread({ type: "feed", sessionId, feed }),
      unfeed: (destinationId) => port.toThread({ type: "unfeed", sessionId, destinationId }),
      onChange: () => this.#destinationChanged(),
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
    const [slate] = await Promise.all([this.#port.slate(this.#plan.profileId), this.#destinations.connect(this.#plan.destinations)]);
    await this.#openWith(slate, 0);
  }

  /** Goes on where an earlier process stopped, with the publishers of `resumed` that still run. */
  async resume(resumed: Resumed): Promise<void> {
    this.#enter("preparing", null);
    const slate = await this.#port.slate(this.#plan.profileId);
    const { position, segments, record } = resumed;
    if (this.#stopped) return void reap(record.publishers);
    for (const segment of segments) this.#segments.set(segment.serial, segment);
    const lastSerial = Math.max(...segments.map(({ serial }) => serial));
    this.#rundown = this.#newRundown(slate, lastSerial);
    this.#destinations.restore(this.#plan.destinations, record.publishers, position);
    this.#postOpen(slate, segments, { state: position.state, epochMs: position.epochMs });
    const sound = resumedSound(position, segments, PROFILES[this.#plan.profileId]);
    if (sound.silentSinceMs !== null) this.#journal.gap(sound.silentSinceMs);
    // It may have been announced by the earlier process or not: the journal takes an entry once.
    if (sound.serial !== null) this.#takeSegment(sound.serial, sound.onAirAtMs);
  }

  update(plan: Plan): void {
    this.#plan = plan;
    this.#destinations.update(plan.destinations);
    this.#rundown?.update(plan);
    this.#changed();
  }

  /** Ends the publishers while they are still fed, then the timeline; nothing of the session is kept, and it never starts again. */
  stop(): Promise<void> {
    this.#stopped ??= this.#state === "off" ? Promise.resolve() : this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#enter("stopping", null);
    this.#rundown?.close();
    await this.#destinations.stop();
    this.#port.toThread({ type: "close", sessionId: this.#plan.sessionId });
    this.#clearTimers();
    await this.#journal.close();
    removeSession(this.#port.dir);
    this.#enter("off", null);
  }

  /** Leaves everything on air for the next process. */
  async release(): Promise<void> {
    this.#rundown?.close();
    this.#clearTimers();
    await this.#destinations.release();
  }

  get isPollDue(): boolean {
    return this.#destinations.isPollDue;
  }

  poll(sockets: SocketTable, isSweep: boolean): void {
    this.#destinations.poll(sockets, isSweep);
  }

  /** What the playout thread tells of this session. */
  take(event: Exclude<PlayoutEvent, { type: "ready" | "status" | "damaged" }>): void {
    if (event.type === "segment") this.#takeSegment(event.serial, event.onAirAtMs);
    else if (event.type === "feed-stuck") this.#destinations.stuck(event.destinationId, event.generation);
    else if (event.type === "session-failed") this.#reopen(event.message);
    else if (event.type === "starved") this.#port.log.warn({ streamId: this.#plan.streamId, what: event.what }, "starved");
  }

  onAir(): OnAir {
    if (this.#state === "off") return OFF_AIR;
    const nowMs = monotonicMs();
    const current = this.#airLog.current(nowMs);
    const track = current && onAirTrack(current.segment.label, current.startedAt);
    return {
      state: this.#state,
      reason: this.#reason,
      sessionId: this.#plan.sessionId,
      startedAt: this.#plan.startedAt,
      positionMs: current && track ? Math.max(0, Math.min(track.durationMs, Math.round(nowMs - current.onAirAtMs))) : 0,
      track,
      nextTrack: this.#nextTrack(nowMs),
      render: this.#isOpen ? { ready: true, progress: 1 } : (this.#rundown?.render ?? OFF_AIR.render),
      destinations: this.#destinations.onAir(),
      picture: pictureOf(current?.segment ?? null),
      conditions: OFF_AIR.conditions,
      quarantine: OFF_AIR.quarantine,
      history: this.#journal.history,
      renders: OFF_AIR.renders,
    };
  }

  #nextTrack(nowMs: number): OnAir["nextTrack"] {
    const announced = this.#airLog.announced(nowMs);
    if (announced) return onAirTrack(announced.segment.label, announced.startedAt);
    const [next] = this.#rundown?.upcoming ?? [];
    if (!next) return null;
    const current = this.#airLog.current(nowMs);
    return onAirTrack(next.label, wallTime(current ? current.onAirAtMs + current.segment.label.durationMs : nowMs));
  }

  async #openWith(slate: Slate, lastSerial: number): Promise<void> {
    if (this.#stopped) return;
    this.#rundown = this.#newRundown(slate, lastSerial);
    // The queue opens the timeline as soon as it holds a segment: see #takeQueue.
    await this.#rundown.fill();
  }

  #newRundown(slate: Slate, lastSerial: number): Rundown {
    const { preparer, log } = this.#port;
    return new Rundown(this.#plan, { preparer, slate, log, onQueue: (segments) => this.#takeQueue(slate, segments) }, lastSerial);
  }

  #takeQueue(slate: Slate, segments: readonly Segment[]): void {
    // What was being prepared when Stop came must not open the timeline again.
    if (this.#stopped) return;
    for (const segment of segments) this.#segments.set(segment.serial, segment);
    const [first, ...rest] = segments;
    if (!first) return;
    if (this.#isOpen) this.#port.toThread({ type: "segments", sessionId: this.#plan.sessionId, segments });
    else this.#postOpen(slate, [first, ...rest], null);
    this.#changed();
  }

  #postOpen(slate: Slate, segments: readonly [Segment, ...Segment[]], resume: ResumePoint | null): void {
    const { sessionId, profileId } = this.#plan;
    const { headers, silence, video: picture } = slate;
    this.#keepRecord();
    this.#port.toThread({
      type: "open",
      sessionId,
      profileId,
      videoHeader: headers.video,
      audioHeader: headers.audio,
      silence,
      picture,
      segments,
      recordDir: this.#port.dir,
      resume,
      feeds: this.#destinations.takeWaitingFeeds(),
    });
    this.#isOpen = true;
  }

  #takeSegment(serial: number, onAirAtMs: number): void {
    const segment = this.#segments.get(serial);
    if (!segment) return;
    for (const known of this.#segments.keys()) if (known < serial) this.#segments.delete(known);
    this.#airLog.add(segment, onAirAtMs, this.#journal.startedAt(serial));
    this.#rundown?.entered(segment);
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

  /** Derives the state from what is observed: the timeline, what sounds, and what destinations acknowledge. */
  #evaluate(): void {
    if (!this.#isOpen || this.#state === "off" || this.#state === "stopping" || this.#state === "failed") return;
    if (!this.#destinations.isSent) {
      if (this.#wasOnAir) this.#enter("reconnecting", this.#destinations.trouble);
      else this.#reason = this.#destinations.trouble;
      return;
    }
    this.#wasOnAir = true;
    if (this.#airLog.current()?.segment.isSlate) this.#enter("slate", "No track in the tracklist can be played.");
    else this.#enter("on-air", null);
  }

  /** The thread gave the session up: timestamps begin anew, so every destination is connected anew. */
  #reopen(message: string): void {
    this.#port.log.error({ streamId: this.#plan.streamId, reason: message }, "session failed");
    if (this.#state === "stopping" || this.#state === "off") return;
    this.#enter("failed", "The stream had to be started again.");
    this.#journal.ended();
    this.#isOpen = false;
    this.#wasOnAir = false;
    this.#rundown?.close();
    const lastSerial = Math.max(0, ...this.#segments.keys());
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#begin(lastSerial);
    }, REOPEN_MS);
    this.#timers.add(timer);
  }

  async #begin(lastSerial: number): Promise<void> {
    if (this.#state !== "failed") return;
    this.#enter("preparing", null);
    await this.#destinations.restart(this.#plan.destinations);
    await this.#openWith(await this.#port.slate(this.#plan.profileId), lastSerial);
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
    const { streamId, sessionId, profileId } = this.#plan;
    const publishers = this.#destinations.records;
    writeSessionRecord(this.#port.dir, { streamId, sessionId, profileId, bootId: this.#port.bootId, publishers });
  }

  #clearTimers(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}
