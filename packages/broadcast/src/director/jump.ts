import type { Logger, PlanItem } from "@nightjar/contract";
import { monotonicMs } from "../playout/monotonic.ts";
import type { Segment, SegmentJoin } from "../timeline/segment.ts";
import type { Cut } from "./cutter.ts";
import type { Chosen } from "./programme.ts";

export interface JumpPort {
  cut(serial: number, item: PlanItem, marginMs: number): Promise<Cut | null>;
  /** False: the segment is not to come any more. */
  setJoin(serial: number, join: SegmentJoin): boolean;
  readonly log: Logger;
}

/** What the making of a cut may take, at first; on a busy machine it is tried again with more. */
const MARGIN_MS = 500;
const MARGIN_MAX_MS = 5000;
/** How late the thread may tell that it has taken the cut. */
const SLACK_MS = 500;

/** The operator's wish to leave what sounds for an item: tried until the thread has taken it. */
export class Jump {
  static readonly FADE_MS = 384;
  readonly chosen: Chosen;
  readonly #port: JumpPort;
  #serial: number | null = null;
  #marginMs = MARGIN_MS;
  #timer: NodeJS.Timeout | null = null;
  #isEnded = false;
  #isCutting = false;

  constructor(chosen: Chosen, port: JumpPort) {
    this.chosen = chosen;
    this.#port = port;
  }

  /** Of the segment that was prepared for it. */
  get serial(): number | null {
    return this.#serial;
  }

  /** This segment is what was wanted. */
  isAt({ serial, label }: Segment): boolean {
    return this.#serial !== null && serial <= this.#serial && label.itemId === this.chosen.item.itemId;
  }

  /** The cut into the segment that was prepared for it; null: it follows what sounds without one. */
  async prepare(serial: number): Promise<SegmentJoin | null> {
    this.#serial = serial;
    return this.#cut(serial);
  }

  /** Something else has begun meanwhile, or the cut came too late. */
  async cutAgain(): Promise<void> {
    if (this.#isEnded || this.#isCutting || this.#serial === null) return;
    this.#marginMs = Math.min(MARGIN_MAX_MS, this.#marginMs * 2);
    const serial = this.#serial;
    const join = await this.#cut(serial);
    if (join && !this.#isEnded) this.#port.setJoin(serial, join);
  }

  end(): void {
    this.#isEnded = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  async #cut(serial: number): Promise<SegmentJoin | null> {
    this.#isCutting = true;
    try {
      const cut = await this.#port.cut(serial, this.chosen.item, this.#marginMs);
      if (cut && !this.#isEnded) this.#watch(cut.writtenAtMs);
      return cut?.join ?? null;
    } catch (error) {
      // Then it follows at the end of what sounds, or the next try makes it.
      this.#port.log.warn({ err: error, trackId: this.chosen.item.trackId }, "no cut");
      this.#watch(monotonicMs());
      return null;
    } finally {
      this.#isCutting = false;
    }
  }

  #watch(writtenAtMs: number): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.cutAgain(), Math.max(0, writtenAtMs - monotonicMs()) + SLACK_MS);
  }
}
