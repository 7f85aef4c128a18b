import { type FrameStats, type Plan, sceneMoves } from "@nightjar/contract";
import { monotonicMs } from "../playout/monotonic.ts";
import type { Segment } from "../timeline/segment.ts";
import type { UnitRef } from "../timeline/unit.ts";
import { Cutter } from "./cutter.ts";
import { isCutShort } from "./growth-guard.ts";
import type { KnownSegments } from "./known-segments.ts";
import type { Locator } from "./locator.ts";
import type { Slate } from "./preparer.ts";
import type { Rotation } from "./rotation.ts";
import { Rundown } from "./rundown.ts";
import type { SessionPort } from "./session-port.ts";
import { newestLook } from "./shown-pictures.ts";
import { SoundingPicture } from "./sounding-picture.ts";

export interface TimelineRunPort {
  readonly session: SessionPort;
  readonly slate: Slate;
  readonly segments: KnownSegments;
  readonly locator: Locator;
  readonly rotation: Rotation;
  /** The segments behind the sounding one are these from now on. */
  onQueue(segments: readonly Segment[]): void;
}

/** What prepares and changes the segments of a timeline, from when it is opened until it is given up. */
export class TimelineRun {
  readonly rundown: Rundown;
  readonly picture: SoundingPicture;
  readonly cutter: Cutter;
  readonly #port: TimelineRunPort;
  #plan: Plan;

  constructor(plan: Plan, port: TimelineRunPort) {
    this.#plan = plan;
    this.#port = port;
    this.picture = this.#newPicture();
    this.cutter = this.#newCutter();
    this.rundown = this.#newRundown();
  }

  update(plan: Plan): void {
    this.#plan = plan;
    this.rundown.update(plan);
    this.picture.update(plan);
  }

  /** Of the audience; what is prepared from now on shows them. */
  takeStats(stats: FrameStats): void {
    this.#plan = { ...this.#plan, stats };
    this.rundown.takeStats(stats);
  }

  /** What was rendered fast is there with a better picture: shown where the loop ends, and by all that follow. */
  betterPicture(key: string, video: UnitRef): void {
    this.rundown.betterPicture(key, video);
    this.picture.better(key, video);
  }

  /** This segment sounds now. */
  entered(segment: Segment, onAirAtMs: number): void {
    this.rundown.entered(segment, onAirAtMs);
    this.picture.entered(segment);
    if (sceneMoves(this.#plan.scene) && isCutShort(segment.video)) this.picture.retreat();
  }

  close(): void {
    this.rundown.close();
    this.picture.close();
  }

  #newPicture(): SoundingPicture {
    const { session, slate, segments, locator, rotation } = this.#port;
    const { preparer, log, toThread } = session;
    return new SoundingPicture(this.#plan, {
      ...{ changer: preparer.changer, rotation, locator, slate, log },
      segment: (serial) => segments.get(serial),
      show: (serial, changes, label) => {
        segments.give(serial, changes, label);
        toThread({ type: "picture", sessionId: this.#plan.sessionId, serial, changes });
        // What was being rendered for the picture that goes is not needed any more.
        void this.rundown.fill();
      },
      onKept: (serial, isKept) => segments.keep(serial, isKept),
    });
  }

  #newCutter(): Cutter {
    const { session, slate, segments, locator } = this.#port;
    const { preparer, ffmpegPath } = session;
    const segment = (serial: number) => segments.get(serial);
    return new Cutter({ sound: preparer.sound, slate, ffmpegPath, locator, segment, nowMs: monotonicMs });
  }

  #newRundown(): Rundown {
    const { session, slate, segments, rotation } = this.#port;
    const { preparer, quarantine, programme, log } = session;
    return new Rundown(
      this.#plan,
      {
        ...{ preparer, slate, quarantine, programme, log, cutter: this.cutter },
        background: (places) => rotation.at(places),
        look: (serial) => newestLook(segments.get(serial)),
        onQueue: (queue) => this.#port.onQueue(queue),
        onBetter: (serial, better, onAirAtMs) => this.picture.enter(serial, better, onAirAtMs),
        onOvertaken: () => this.picture.retreat(),
      },
      segments.lastSerial,
    );
  }
}
