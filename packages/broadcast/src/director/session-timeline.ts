import { join } from "node:path";
import { type ContentUpdate, type FrameStats, type OnAir, type Plan, OFF_AIR } from "@nightjar/contract";
import type { FeedTarget, ResumePoint } from "../playout/protocol.ts";
import type { Segment } from "../timeline/segment.ts";
import type { UnitRef } from "../timeline/unit.ts";
import { FadeOut } from "./fade-out.ts";
import { KnownSegments } from "./known-segments.ts";
import { type HeadOfAir, Locator } from "./locator.ts";
import type { Slate } from "./preparer.ts";
import { ROTATION_FILE, Rotation } from "./rotation.ts";
import type { Rundown } from "./rundown.ts";
import type { SessionPort } from "./session-port.ts";
import { TimelineRun } from "./timeline-run.ts";
import { TurnClock } from "./turn-clock.ts";
import { withinMs } from "./within.ts";

export interface SessionTimelinePort {
  readonly session: SessionPort;
  /** The feeds that wait for the timeline to open. */
  takeWaitingFeeds(): readonly FeedTarget[];
  /** What the next process needs is on the disk, before the thread writes the first byte. */
  keepRecord(): void;
  onChange(): void;
  /** Another picture of this segment is shown, or what is said of it has changed. */
  onPicture(segment: Segment): void;
}

const START_DEADLINE_MS = 30_000;
/** A picture that is on its way is cut to within a tick, or behind the margin of its transition. */
const CUT_DEADLINE_MS = 8000;

/** The timeline in the playout thread as its session sees it: opened with the first segment, filled by the rundown, opened anew when given up. */
export class SessionTimeline {
  readonly #port: SessionTimelinePort;
  readonly #segments: KnownSegments;
  #plan: Plan;
  #run: TimelineRun | null = null;
  readonly #locator = new Locator(() => this.#port.session.toThread({ type: "locate", sessionId: this.#plan.sessionId }));
  readonly #rotation: Rotation;
  readonly #turns: TurnClock;
  readonly #fade = new FadeOut();
  /** Something has sounded. */
  readonly #begun = Promise.withResolvers<void>();
  #isOpen = false;
  #isClosed = false;

  constructor(plan: Plan, port: SessionTimelinePort) {
    this.#plan = plan;
    this.#port = port;
    this.#segments = new KnownSegments((segment) => port.onPicture(segment));
    this.#rotation = new Rotation(plan, join(port.session.dir, ROTATION_FILE));
    this.#turns = new TurnClock(this.#rotation, () => this.#takeTurn());
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Of the first segment to come, until the timeline is open. */
  get render(): OnAir["render"] {
    return this.#isOpen ? { ready: true, progress: 1 } : (this.rundown?.render ?? OFF_AIR.render);
  }

  /** When what follows must be there, by the scheduler's clock; null: nothing sounds that has an end. */
  get nextDueAtMs(): number | null {
    return this.rundown?.nextDueAtMs ?? null;
  }

  get upcoming(): readonly Segment[] {
    return this.rundown?.upcoming ?? [];
  }

  get rundown(): Rundown | null {
    return this.#run?.rundown ?? null;
  }

  segment(serial: number): Segment | undefined {
    return this.#segments.get(serial);
  }

  /** Answers when the first segments are prepared; the queue opens the timeline as soon as it holds one. Serials go on. */
  async open(slate: Slate): Promise<void> {
    if (this.#isClosed) return;
    this.#run = this.#newRun(slate);
    await this.#run.rundown.fill();
  }

  /** Goes on with what an earlier process has left. `restore` is called before the waiting feeds are taken. */
  resume(slate: Slate, segments: readonly [Segment, ...Segment[]], point: ResumePoint, restore: () => void): void {
    this.#segments.resume(segments, point.state);
    this.#run = this.#newRun(slate);
    restore();
    this.#post(slate, segments, point);
  }

  update(plan: Plan): void {
    this.#plan = plan;
    this.#rotation.update(plan);
    this.#run?.update(plan);
    if (!this.#isClosed) this.#turns.wind();
  }

  /** Makes sure that what is wanted is on air; settles when the thread has cut to it, or it cannot be had. */
  async updateContent(): Promise<ContentUpdate> {
    // Pressed while the stream is being prepared: what is prepared is what is stored.
    await withinMs(this.#begun.promise, START_DEADLINE_MS);
    this.rundown?.update(this.#plan);
    const outcome = await this.#run?.picture.ensure();
    if (!outcome?.isUpdated) return outcome ?? { isUpdated: false, reason: "The stream is not on air yet." };
    const isShown = await withinMs(this.#segments.settled(), CUT_DEADLINE_MS);
    return isShown ? outcome : { isUpdated: false, reason: "The new picture was not shown in time." };
  }

  /** What was rendered fast is there with a better picture: shown where the loop ends, and by all that follow. */
  betterPicture(key: string, video: UnitRef): void {
    this.#run?.betterPicture(key, video);
  }

  /** The thread has cut to one of the pictures of a segment. */
  cut(serial: number, pictureId: number): void {
    this.#segments.cut(serial, pictureId);
  }

  /** Of the audience; what is prepared from now on shows them. */
  takeStats(stats: FrameStats): void {
    this.#plan = { ...this.#plan, stats };
    this.#run?.takeStats(stats);
  }

  /** Segments that are on air, written, or to be: their units must stay. */
  get segments(): Iterable<Segment> {
    return this.#segments.all;
  }

  /** Leaves what sounds for the next, or for this item; what of that is written already stays. */
  skip(): void {
    if (!this.#isOpen) return;
    this.rundown?.skip();
    this.#port.onChange();
  }

  jump(itemId: string): boolean {
    const isTaken = this.#isOpen && (this.rundown?.jump(itemId) ?? false);
    if (isTaken) this.#port.onChange();
    return isTaken;
  }

  /** What sounds fades away; answers when that is written, or in any case within a few seconds. Nothing sounds afterwards. */
  async fadeOut(): Promise<void> {
    const run = this.#run;
    if (!this.#isOpen || this.#isClosed || !run) return;
    const { sessionId } = this.#plan;
    const send = (segment: Segment) => this.#port.session.toThread({ type: "segments", sessionId, segments: [segment] });
    await this.#fade.run(this.#plan, { rundown: run.rundown, cutter: run.cutter, segment: (serial) => this.segment(serial), send });
  }

  /** The thread has come to this segment. */
  began(serial: number): void {
    this.#fade.began(serial);
  }

  /** The thread answers where it is. */
  located(head: HeadOfAir): void {
    this.#locator.take(head);
  }

  /** A unit was broken, and removed. */
  repair(key: string): void {
    this.rundown?.repair(key);
  }

  /** Something may be played now that could not be, or the other way round. */
  refill(): void {
    void this.rundown?.fill();
  }

  /** This segment sounds now: those before it are gone. */
  entered(segment: Segment, onAirAtMs: number): void {
    this.#segments.entered(segment.serial);
    this.#begun.resolve();
    if (!segment.isSlate) this.#rotation.entered(segment.serial);
    this.#run?.entered(segment, onAirAtMs);
  }

  /** The thread has given it up: nothing is prepared for it any more, until it is opened again. */
  fail(): void {
    this.#isOpen = false;
    this.#run?.close();
  }

  /** Another goes on with it: what is being rendered may be needed there. */
  leave(): void {
    this.#isClosed = true;
    this.#run?.close();
    this.#turns.stop();
  }

  /** For good. What is being prepared does not open it again; the thread goes on until it is told. */
  close(): void {
    this.leave();
    this.#port.session.preparer.pictures.giveUp(this.#plan.streamId, new Set());
  }

  #takeTurn(): void {
    this.#run?.update(this.#plan);
  }

  #newRun(slate: Slate): TimelineRun {
    const { session } = this.#port;
    const parts = { segments: this.#segments, locator: this.#locator, rotation: this.#rotation };
    this.#run?.close();
    this.#turns.wind();
    return new TimelineRun(this.#plan, { ...parts, session, slate, onQueue: (segments) => this.#takeQueue(slate, segments) });
  }

  #takeQueue(slate: Slate, segments: readonly Segment[]): void {
    if (this.#isClosed) return;
    this.#segments.add(segments);
    const [first, ...rest] = segments;
    if (!first) return;
    if (this.#isOpen) this.#port.session.toThread({ type: "segments", sessionId: this.#plan.sessionId, segments });
    else this.#post(slate, [first, ...rest], null);
    this.#port.onChange();
  }

  #post(slate: Slate, segments: readonly [Segment, ...Segment[]], resume: ResumePoint | null): void {
    const { sessionId, profileId } = this.#plan;
    const { headers, silence, video: picture } = slate;
    this.#port.keepRecord();
    this.#port.session.toThread({
      type: "open",
      sessionId,
      profileId,
      videoHeader: headers.video,
      audioHeader: headers.audio,
      silence,
      picture,
      segments,
      recordDir: this.#port.session.dir,
      resume,
      startMs: this.#port.session.clocks.sessionMs,
      feeds: this.#port.takeWaitingFeeds(),
    });
    this.#isOpen = true;
  }
}
