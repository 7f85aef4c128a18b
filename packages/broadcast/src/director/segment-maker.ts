import type { Plan } from "@nightjar/contract";
import type { Segment, SegmentJoin } from "../timeline/segment.ts";
import type { UnitRef } from "../timeline/unit.ts";
import { SLATE_LABEL, labelOf } from "./air-log.ts";
import type { ItemPreparer, Slate } from "./preparer.ts";
import type { Chosen } from "./programme.ts";
import type { Quarantine } from "./quarantine.ts";
import type { Planned } from "./rundown-queue.ts";
import type { SoundingItem } from "./sounding.ts";
import { withinMs } from "./within.ts";

/** The first sound of a session does not wait longer than this for its fade. */
const FADE_IN_WAIT_MS = 400;

export interface SegmentMakerPort {
  readonly preparer: ItemPreparer;
  readonly slate: Slate;
  readonly quarantine: Pick<Quarantine, "failed" | "succeeded">;
}

/** Where a segment is to stand. */
export interface Place {
  /** With the background that is under it there. */
  readonly plan: Plan;
  /** On the scheduler's clock. */
  readonly dueAtMs: number;
  /** What it goes on from; null: nothing it could be joined to. */
  readonly before: SoundingItem | null;
  /** Nothing has sounded before it. */
  readonly isFirst: boolean;
}

/** Makes segments: of items, and of the slate. */
export class SegmentMaker {
  readonly #port: SegmentMakerPort;
  #serial: number;
  #isClosed = false;

  /** @param lastSerial highest serial in use, 0 in a new session */
  constructor(port: SegmentMakerPort, lastSerial: number) {
    this.#port = port;
    this.#serial = lastSerial;
  }

  /** Answers when its picture and sound can be read; null: it cannot be played, and is left out. */
  async make({ item, because }: Chosen, { plan, dueAtMs, before, isFirst }: Place): Promise<Planned | null> {
    const { preparer, slate, quarantine } = this.#port;
    const { streamId } = plan;
    const urgency = { lane: "air" as const, dueAtMs, label: `${item.artist} – ${item.title}`, streamId };
    try {
      const fadeIn = isFirst ? preparer.sound.fadeIn(plan, item, slate, urgency).catch(() => null) : null;
      const phase = before && (await preparer.sound.phase(plan, before, item));
      const prepared = await preparer.item(plan, item, slate, urgency, phase);
      const [video, audio] = await Promise.all([prepared.video.readable, prepared.audio.readable]);
      // What breaks off while it is on air is left out the next time.
      prepared.audio.done.then(
        () => quarantine.succeeded(item),
        (error: unknown) => (this.#isClosed ? undefined : quarantine.failed(item, error)),
      );
      const join = fadeIn && (await withinMs(fadeIn, FADE_IN_WAIT_MS));
      const segment = this.#segment(prepared.video.current() ?? video, prepared.audio.current() ?? audio, false);
      const label = { ...labelOf(item, because), picture: prepared.picture, look: prepared.look };
      const over = { ...(phase ? { phase } : {}), ...(join ? { join: { ...join, afterSerial: 0 } } : {}) };
      return { segment: { ...segment, ...over, label }, item, prepared, plan };
    } catch (error) {
      await quarantine.failed(item, error);
      return null;
    }
  }

  slate(plan: Plan): Planned {
    const { video, silence } = this.#port.slate;
    return { segment: this.#segment(video, silence, true), item: null, prepared: null, plan };
  }

  /** Silence under a picture that is there. */
  silence(join: SegmentJoin, video: UnitRef): Segment {
    return { ...this.#segment(video, this.#port.slate.silence, true), join };
  }

  close(): void {
    this.#isClosed = true;
  }

  #segment(video: UnitRef, audio: UnitRef, isSlate: boolean): Segment {
    this.#serial += 1;
    return { serial: this.#serial, video, audio, isSlate, label: SLATE_LABEL };
  }
}
