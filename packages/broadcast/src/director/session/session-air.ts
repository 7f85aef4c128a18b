import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type ContentUpdate, type OnAirPicture, type Plan, type PlanBackground, PROFILES } from "@nightjar/contract";
import { ofLast, withinMs } from "@nightjar/kit";
import { monotonicMs } from "../../playout/monotonic.ts";
import type { ResumePoint, SentMarks } from "../../playout/protocol.ts";
import { streamClock } from "../../timeline/clock.ts";
import type { Segment } from "../../timeline/segment.ts";
import type { UnitRef } from "../../timeline/unit.ts";
import { type Air, type Now, heardPlace } from "../air/air.ts";
import type { AirEffect, AirEvent } from "../air/events.ts";
import { lateLevel, pictureNow } from "../air/reasons.ts";
import { segmentWith, unitKeysOf } from "../air/segments.ts";
import { aimOf, newAir } from "../air/session-events.ts";
import { alarmAtMs } from "../air/settling.ts";
import { step } from "../air/step.ts";
import { PlaysFile, playedPath } from "../choose/plays-file.ts";
import { backgroundAt, backgroundKey, newRotation } from "../choose/rotation.ts";
import { ROTATION_FILE, readRotation, writeRotation } from "../choose/rotation-file.ts";
import { Locator } from "../change/locator.ts";
import type { Slate } from "../prepare/slate.ts";
import { SegmentPost, type SegmentPostPort } from "./segment-post.ts";
import type { SessionPort } from "./session-port.ts";
import { withReadiness } from "../told/soon.ts";
import { WishRunner } from "./wish-runner.ts";

export interface SessionAirPort extends Pick<SegmentPostPort, "takeWaitingFeeds" | "keepRecord"> {
  readonly session: SessionPort;
  /** Another segment is heard. */
  onHeard(heard: Extract<AirEffect, { do: "announce" }>): void;
  /** Something that is shown has changed. */
  onChange(): void;
}

export interface AdoptedAir {
  readonly slate: Slate;
  readonly segments: readonly [Segment, ...Segment[]];
  readonly point: ResumePoint;
  readonly sounding: Extract<AirEvent, { is: "adopt" }>["sounding"];
}

/** What cannot be faded in time ends at once. */
const FADING_MAX_MS = 5000;
/** For the publishers to take what was written last. */
const DRAIN_MS = 200;
/** A clock that has changed nothing is not asked again at once. */
const CLOCK_REST_MS = 20;

/** Runs a session's air: feeds it with what happens, and does what it says. It decides nothing. */
export class SessionAir {
  readonly #port: SessionAirPort;
  readonly #played: PlaysFile;
  readonly #rotationPath: string;
  readonly #locator: Locator;
  readonly #post: SegmentPost;
  readonly #unitKeys = ofLast(unitKeysOf);
  readonly #updates = new Map<number, (update: ContentUpdate) => void>();
  #air: Air;
  #slate: Slate | null = null;
  #runner: WishRunner | null = null;
  #timer: NodeJS.Timeout | null = null;
  #lastTicket = 0;
  #onFaded: (isThere: boolean) => void = () => undefined;
  readonly #waiting: AirEvent[] = [];
  #isStepping = false;

  constructor(plan: Plan, port: SessionAirPort) {
    const { session } = port;
    this.#port = port;
    this.#played = new PlaysFile(playedPath(session.engineDir, plan.sessionId));
    this.#rotationPath = join(session.dir, ROTATION_FILE);
    this.#post = new SegmentPost({ ...port, latest: (unit) => this.#latest(unit) });
    this.#locator = new Locator(() => session.toThread({ type: "locate", sessionId: this.#air.plan.sessionId }));
    const rotation = newRotation(plan, readRotation(this.#rotationPath), Date.now());
    this.#air = { ...newAir(plan, { played: this.#played.read(), promised: [] }, rotation), leftOut: session.quarantine.leftOut };
  }

  /** All that is true and wanted of it now. */
  get air(): Air {
    return this.#air;
  }

  get isOpen(): boolean {
    return this.#air.stage === "open" || this.#air.stage === "ending";
  }

  /** How far the first picture is, until something is on air. */
  get progress(): number {
    const [first] = this.#air.places;
    return first ? (this.#runner?.progressOf(first.id) ?? 0) : 0;
  }

  /** What is shown now, why not all of it, and when it will be. */
  get picture(): OnAirPicture {
    const place = heardPlace(this.#air);
    const picture = pictureNow(this.#air);
    const late = place && !place.isSlate && picture.reason !== null ? lateLevel(place) : null;
    if (!place || late === null || picture.reason === null) return picture;
    return { ...picture, reason: withReadiness(picture.reason, this.#runner?.readyInMs(place.id, late) ?? null) };
  }

  /** With its units as they are now. */
  segment(serial: number): Segment | undefined {
    const segment = segmentWith(this.#air, serial);
    return segment ? this.#post.fresh(segment) : undefined;
  }

  get unitKeys(): readonly string[] {
    return this.#unitKeys(this.#air);
  }

  /** Goes on air, or anew: with what there is, as soon as it is known what there is. */
  open(slate: Slate): void {
    this.#equip(slate);
    this.take({ is: "begin", slate });
  }

  /** Goes on with what an earlier process has left. `restore` is called before the waiting feeds are taken. */
  adopt({ slate, segments, point, sounding }: AdoptedAir, restore: () => void): void {
    this.#equip(slate);
    restore();
    const { videoSerial, pictureId, cutToAtFrame } = point.state;
    const onAirAtMs = point.epochMs + streamClock(PROFILES[this.#air.plan.profileId]).videoDtsMs(cutToAtFrame);
    this.take({ is: "adopt", slate, segments, shown: { videoSerial, pictureId, onAirAtMs }, sounding, point });
  }

  update(plan: Plan): void {
    this.take({ is: "plan", plan });
    this.lookForBare();
  }

  /** Bare backgrounds may be there, or gone. */
  lookForBare(): void {
    const { plan } = this.#air;
    const bare = new Map<string, UnitRef>();
    const see = (background: PlanBackground) => {
      const unit = this.#port.session.bare(background, plan);
      if (unit) bare.set(backgroundKey(background), unit);
    };
    for (const background of [plan.background, ...(plan.autoSwitch === "never" ? [] : plan.rotation)]) see(background);
    const isSame = bare.size === this.#air.bare.size && [...bare].every(([key, unit]) => this.#air.bare.get(key)?.key === unit.key);
    if (!isSame) this.take({ is: "bare", bare });
  }

  /** Something may be played now that could not be, or the other way round. */
  lookForFiles(): void {
    this.take({ is: "left-out", leftOut: this.#port.session.quarantine.leftOut });
  }

  /** False: nothing is on air that could be left. */
  skip(): boolean {
    if (this.#air.stage !== "open") return false;
    this.take({ is: "skip" });
    return true;
  }

  /** False: it cannot be played. */
  jump(itemId: string): boolean {
    if (!aimOf(this.#air, itemId)) return false;
    this.take({ is: "jump", itemId });
    return true;
  }

  /** Makes sure that what is wanted is on air; settles when it is, or cannot be had. */
  updateContent(): Promise<ContentUpdate> {
    this.#lastTicket += 1;
    const ticket = this.#lastTicket;
    const { promise, resolve } = Promise.withResolvers<ContentUpdate>();
    this.#updates.set(ticket, resolve);
    this.take({ is: "update-wanted", ticket });
    return promise;
  }

  /** What sounds fades away; answers when that is written, or in any case within a few seconds. Nothing sounds afterwards. */
  async fadeOut(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#onFaded = resolve;
    this.take({ is: "stop" });
    if (await withinMs(promise, FADING_MAX_MS)) await pause(DRAIN_MS);
  }

  /** The thread has given it up, or it is left for other connections: nothing is prepared for it until it is opened again. */
  fail(): void {
    this.take({ is: "given-up" });
  }

  /** What was written of late; null: nothing is, for now. */
  sent = async (): Promise<SentMarks | null> => (this.isOpen ? ((await this.#locator.locate())?.sent ?? null) : null);

  /** Which has its turn. */
  backgroundNow = (): PlanBackground => backgroundAt(this.#air.rotation, this.#air.plan, 0);

  /** The thread answers where it is. */
  located(head: Parameters<Locator["take"]>[0]): void {
    this.#locator.take(head);
  }

  /** For good. `isReleased`: what is being made is left for the next process. */
  close({ isReleased }: { readonly isReleased: boolean }): void {
    if (isReleased) this.#runner?.leave();
    this.take({ is: "released" });
    this.#runner?.close();
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    for (const resolve of this.#updates.values()) resolve({ isUpdated: false, reason: "The stream is not on air." });
  }

  /** The session is over: it never begins again. */
  forget(): void {
    this.#played.remove();
  }

  /** One after the other, however they come; after a fault, too, the alarm is set. */
  take(event: AirEvent): void {
    this.#waiting.push(event);
    if (this.#isStepping) return;
    this.#isStepping = true;
    try {
      for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) this.#step(next);
    } finally {
      this.#isStepping = false;
      this.#wind();
    }
  }

  #step(event: AirEvent): void {
    if (this.#air.stage === "over") return;
    const { air, effects } = step(this.#air, event, now());
    this.#air = air;
    for (const effect of effects) this.#run(effect);
  }

  #run(effect: AirEffect): void {
    const { sessionId } = this.#air.plan;
    const { onHeard, onChange } = this.#port;
    if (effect.do === "open" && this.#slate) this.#post.open(this.#air.plan, this.#slate, effect.segments, null);
    else if (effect.do === "resume" && this.#slate) this.#post.open(this.#air.plan, this.#slate, effect.segments, effect.point);
    else if (effect.do === "queue") this.#post.queue(sessionId, effect.segments);
    else if (effect.do === "show") this.#post.show(sessionId, effect.serial, effect.changes);
    else if (effect.do === "announce") onHeard(effect);
    else if (effect.do === "remember-play") this.#played.append(effect.play, effect.played);
    else if (effect.do === "keep-rotation") this.#keepRotation(effect);
    else if (effect.do === "answer-update") this.#answer(effect);
    else if (effect.do === "faded") this.#onFaded(effect.isThere);
    else if (effect.do === "tell") onChange();
    else if (effect.do !== "open" && effect.do !== "resume") this.#runner?.run(effect);
  }

  #keepRotation({ rotation }: Extract<AirEffect, { do: "keep-rotation" }>): void {
    if (this.#air.plan.autoSwitch !== "never") writeRotation(this.#rotationPath, rotation);
  }

  #answer({ ticket, update }: Extract<AirEffect, { do: "answer-update" }>): void {
    this.#updates.get(ticket)?.(update);
    this.#updates.delete(ticket);
  }

  #equip(slate: Slate): void {
    this.#slate = slate;
    this.#runner?.close();
    const segment = (serial: number) => this.segment(serial);
    this.#runner = new WishRunner(this.#port.session, slate, {
      ...{ locator: this.#locator, segment, usedKeys: () => this.unitKeys },
      tell: (event) => this.take(event),
    });
    this.lookForBare();
  }

  #wind(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const moment = now();
    const atMs = this.#air.stage === "over" ? null : alarmAtMs(this.#air, moment);
    if (atMs === null) return;
    const before = this.#air;
    const ring = () => {
      this.take({ is: "clock" });
      if (this.#air === before && this.#timer) this.#rewind();
    };
    this.#timer = setTimeout(ring, Math.max(0, Math.ceil(atMs - moment.atMs)));
  }

  /** A timer may ring a little early; what is due then is due in a moment. */
  #rewind(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.take({ is: "clock" }), CLOCK_REST_MS);
  }

  #latest(unit: UnitRef): UnitRef {
    return this.#runner?.latest(unit) ?? unit;
  }
}

function now(): Now {
  return { atMs: monotonicMs(), wallMs: Date.now() };
}
