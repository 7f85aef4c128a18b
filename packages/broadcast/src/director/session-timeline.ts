import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type ContentUpdate, type FrameStats, type OnAir, type Plan, OFF_AIR, sceneMoves } from "@nightjar/contract";
import { monotonicMs } from "../playout/monotonic.ts";
import type { FeedTarget, ResumePoint } from "../playout/protocol.ts";
import type { Segment } from "../timeline/segment.ts";
import type { UnitRef } from "../timeline/unit.ts";
import { Cutter } from "./cutter.ts";
import { isCutShort } from "./growth-guard.ts";
import { type HeadOfAir, Locator } from "./locator.ts";
import type { Slate } from "./preparer.ts";
import type { PreparedPicture } from "./picture.ts";
import { Rundown } from "./rundown.ts";
import type { SessionPort } from "./session-port.ts";
import { ROTATION_FILE, Rotation } from "./rotation.ts";
import { ShownPictures, asShown, newestLook, shownNow, withKept } from "./shown-pictures.ts";
import { SoundingPicture } from "./sounding-picture.ts";
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
const FADE_OUT_MS = 1024;
const FADE_OUT_MARGIN_MS = 400;
/** What cannot be faded in time ends at once. */
const FADE_OUT_MAKING_MS = 3000;
const FADE_OUT_SLACK_MS = 300;
/** For the publishers to take what was written last. */
const DRAIN_MS = 200;

/** The timeline in the playout thread as its session sees it: opened with the first segment, filled by the rundown, opened anew when given up. */
export class SessionTimeline {
  readonly #port: SessionTimelinePort;
  readonly #segments = new Map<number, Segment>();
  #plan: Plan;
  #rundown: Rundown | null = null;
  readonly #locator = new Locator(() => this.#port.session.toThread({ type: "locate", sessionId: this.#plan.sessionId }));
  readonly #rotation: Rotation;
  readonly #turns: TurnClock;
  readonly #shown = new ShownPictures();
  #picture: SoundingPicture | null = null;
  /** Something has sounded. */
  readonly #begun = Promise.withResolvers<void>();
  #cutter: Cutter | null = null;
  #silent: { readonly serial: number; readonly resolve: () => void } | null = null;
  #isOpen = false;
  #isClosed = false;

  constructor(plan: Plan, port: SessionTimelinePort) {
    this.#plan = plan;
    this.#port = port;
    this.#rotation = new Rotation(plan, join(port.session.dir, ROTATION_FILE));
    this.#turns = new TurnClock(this.#rotation, () => this.#takeTurn());
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Of the first segment to come, until the timeline is open. */
  get render(): OnAir["render"] {
    return this.#isOpen ? { ready: true, progress: 1 } : (this.#rundown?.render ?? OFF_AIR.render);
  }

  /** When what follows must be there, by the scheduler's clock; null: nothing sounds that has an end. */
  get nextDueAtMs(): number | null {
    return this.#rundown?.nextDueAtMs ?? null;
  }

  get upcoming(): readonly Segment[] {
    return this.#rundown?.upcoming ?? [];
  }

  get rundown(): Rundown | null {
    return this.#rundown;
  }

  segment(serial: number): Segment | undefined {
    return this.#segments.get(serial);
  }

  /** Answers when the first segments are prepared; the queue opens the timeline as soon as it holds one. Serials go on. */
  async open(slate: Slate): Promise<void> {
    if (this.#isClosed) return;
    this.#rundown = this.#newRundown(slate);
    await this.#rundown.fill();
  }

  /** Goes on with what an earlier process has left. `restore` is called before the waiting feeds are taken. */
  resume(slate: Slate, segments: readonly [Segment, ...Segment[]], point: ResumePoint, restore: () => void): void {
    for (const segment of segments) this.#segments.set(segment.serial, asShown(segment, point.state));
    this.#rundown = this.#newRundown(slate);
    restore();
    this.#post(slate, segments, point);
  }

  update(plan: Plan): void {
    this.#plan = plan;
    this.#rotation.update(plan);
    this.#rundown?.update(plan);
    this.#picture?.update(plan);
    if (!this.#isClosed) this.#turns.wind();
  }

  /** Makes sure that what is wanted is on air; settles when the thread has cut to it, or it cannot be had. */
  async updateContent(): Promise<ContentUpdate> {
    // Pressed while the stream is being prepared: what is prepared is what is stored.
    await withinMs(this.#begun.promise, START_DEADLINE_MS);
    this.#rundown?.update(this.#plan);
    const outcome = await this.#picture?.ensure();
    if (!outcome?.isUpdated) return outcome ?? { isUpdated: false, reason: "The stream is not on air yet." };
    const isShown = await withinMs(this.#shown.settled(), CUT_DEADLINE_MS);
    return isShown ? outcome : { isUpdated: false, reason: "The new picture was not shown in time." };
  }

  /** What was rendered fast is there with a better picture: shown where the loop ends, and by all that follow. */
  betterPicture(key: string, video: UnitRef): void {
    this.#rundown?.betterPicture(key, video);
    this.#picture?.better(key, video);
  }

  /** The thread has cut to one of the pictures of a segment. */
  cut(serial: number, pictureId: number): void {
    this.#shown.cut(serial, pictureId);
    const segment = this.#segments.get(serial);
    const change = segment?.pictures?.find(({ id }) => id === pictureId);
    if (segment && change) this.#showOnAir(shownNow(segment, change));
  }

  /** Of the audience; what is prepared from now on shows them. */
  takeStats(stats: FrameStats): void {
    this.#plan = { ...this.#plan, stats };
    this.#rundown?.takeStats(stats);
  }

  /** Segments that are on air, written, or to be: their units must stay. */
  get segments(): Iterable<Segment> {
    return this.#segments.values();
  }

  /** Leaves what sounds for the next, or for this item; what of that is written already stays. */
  skip(): void {
    if (!this.#isOpen) return;
    this.#rundown?.skip();
    this.#port.onChange();
  }

  jump(itemId: string): boolean {
    const isTaken = this.#isOpen && (this.#rundown?.jump(itemId) ?? false);
    if (isTaken) this.#port.onChange();
    return isTaken;
  }

  /** What sounds fades away; answers when that is written, or in any case within a few seconds. Nothing sounds afterwards. */
  async fadeOut(): Promise<void> {
    const rundown = this.#rundown;
    if (!this.#isOpen || this.#isClosed || !rundown || !this.#cutter) return;
    rundown.close();
    const cut = await withinMs(this.#cutter.intoSilence(this.#plan, FADE_OUT_MS, FADE_OUT_MARGIN_MS), FADE_OUT_MAKING_MS);
    const sounding = cut && this.#segments.get(cut.join.afterSerial);
    if (!cut || !sounding) return;
    const silence = rundown.silence(cut.join, sounding.video);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#silent = { serial: silence.serial, resolve };
    this.#port.session.toThread({ type: "segments", sessionId: this.#plan.sessionId, segments: [silence] });
    await withinMs(promise, Math.max(0, cut.writtenAtMs - monotonicMs()) + FADE_OUT_SLACK_MS);
    await pause(DRAIN_MS);
  }

  /** The thread has come to this segment. */
  began(serial: number): void {
    if (this.#silent?.serial === serial) this.#silent.resolve();
  }

  /** The thread answers where it is. */
  located(head: HeadOfAir): void {
    this.#locator.take(head);
  }

  /** A unit was broken, and removed. */
  repair(key: string): void {
    this.#rundown?.repair(key);
  }

  /** Something may be played now that could not be, or the other way round. */
  refill(): void {
    void this.#rundown?.fill();
  }

  /** This segment sounds now: those before it are gone. */
  entered(segment: Segment, onAirAtMs: number): void {
    for (const known of this.#segments.keys()) if (known < segment.serial) this.#segments.delete(known);
    this.#shown.entered(segment.serial);
    this.#begun.resolve();
    if (!segment.isSlate) this.#rotation.entered(segment.serial);
    this.#rundown?.entered(segment, onAirAtMs);
    this.#picture?.entered(segment);
    if (sceneMoves(this.#plan.scene) && isCutShort(segment.video)) this.#picture?.retreat();
  }

  /** The thread has given it up: nothing is prepared for it any more, until it is opened again. */
  fail(): void {
    this.#isOpen = false;
    this.#rundown?.close();
    this.#picture?.close();
  }

  /** For good. What is being prepared does not open it again; the thread goes on until it is told. */
  close(): void {
    this.#isClosed = true;
    this.#rundown?.close();
    this.#picture?.close();
    this.#turns.stop();
    this.#port.session.preparer.pictures.giveUp(this.#plan.streamId, new Set());
  }

  #takeTurn(): void {
    this.#rundown?.update(this.#plan);
    this.#picture?.update(this.#plan);
  }

  #showOnAir(segment: Segment): void {
    this.#segments.set(segment.serial, segment);
    this.#port.onPicture(segment);
  }

  #newPicture(slate: Slate): SoundingPicture {
    const { preparer, log, toThread } = this.#port.session;
    return new SoundingPicture(this.#plan, {
      ...{ changer: preparer.changer, rotation: this.#rotation, locator: this.#locator, slate, log },
      segment: (serial) => this.#segments.get(serial),
      show: (serial, changes, { title, artist }) => {
        const segment = this.#segments.get(serial);
        if (segment) this.#segments.set(serial, { ...segment, pictures: changes, label: { ...segment.label, title, artist } });
        this.#shown.asked(serial, changes);
        toThread({ type: "picture", sessionId: this.#plan.sessionId, serial, changes });
        // What was being rendered for the picture that goes is not needed any more.
        this.refill();
      },
      onKept: (serial, isKept) => {
        const segment = this.#segments.get(serial);
        const told = segment && withKept(segment, isKept);
        if (told && told !== segment) this.#showOnAir(told);
      },
    });
  }

  #newRundown(slate: Slate): Rundown {
    const { preparer, quarantine, programme, log } = this.#port.session;
    const lastSerial = Math.max(0, ...this.#segments.keys());
    const onQueue = (segments: readonly Segment[]) => this.#takeQueue(slate, segments);
    const { sound } = preparer;
    const { ffmpegPath } = this.#port.session;
    const segment = (serial: number) => this.#segments.get(serial);
    this.#picture?.close();
    this.#picture = this.#newPicture(slate);
    this.#turns.wind();
    const background = (places: number) => this.#rotation.at(places);
    const look = (serial: number) => newestLook(segment(serial));
    this.#cutter = new Cutter({ sound, slate, ffmpegPath, locator: this.#locator, segment, nowMs: monotonicMs });
    const onOvertaken = () => this.#picture?.retreat();
    const onBetter = (serial: number, better: PreparedPicture, onAirAtMs: number) =>
      this.#picture?.enter(serial, better, onAirAtMs) ?? Promise.resolve(false);
    const port = { preparer, slate, quarantine, programme, cutter: this.#cutter, log, onQueue, onOvertaken, onBetter, background, look };
    return new Rundown(this.#plan, port, lastSerial);
  }

  #takeQueue(slate: Slate, segments: readonly Segment[]): void {
    if (this.#isClosed) return;
    for (const segment of segments) this.#segments.set(segment.serial, segment);
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
