import type { AirEvent } from "../../src/director/air/events.ts";
import type { ResumePoint } from "../../src/playout/protocol.ts";
import type { PictureChange, Segment } from "../../src/timeline/segment.ts";

const TICK_MS = 1250;
const LEAD_MS = 2750;
const CATCH_UP_MAX_MS = 10_000;
const OPENING_LEAD_MS = 750;
const FLOOR_MS = 500;

/** What has begun in the model of the thread, and when that is on air. */
export interface Begun {
  readonly segment: Segment;
  readonly onAirAtMs: number;
}

/** A picture that the model has cut to. */
export interface ModelCut {
  readonly serial: number;
  readonly pictureId: number;
  readonly videoKey: string;
  readonly onAirAtMs: number;
}

const AT_REST = {
  ...{ tagSeq: 0, frames: 0, packets: 0, cutToAtFrame: 0, videoOffset: 0, passStartFrame: 0, passEntryFrame: 0, passMaxDisplay: 0 },
  ...{ cutAtFrame: null, audioOffset: 0, audioIndex: 0, audioStartPacket: 0, isInJoin: false },
};

/** Where a process has stopped that played this segment, and showed this picture of it. */
export function pointOf(serial: number, pictureId = 0): ResumePoint {
  return { epochMs: 0, state: { ...AT_REST, videoSerial: serial, pictureId, audioSerial: serial } };
}

/** A playout thread as the air sees it: it begins segments ahead of their time, and tells of it. */
export class AirThread {
  readonly #tell: (event: AirEvent) => void;
  readonly begun: Begun[] = [];
  #upcoming: readonly Segment[] = [];
  #changes: readonly PictureChange[] = [];
  /** The last that had its turn. */
  #turned: readonly PictureChange[] = [];
  #nextTickMs: number;
  /** Written up to here. */
  #headMs: number;
  readonly cuts: ModelCut[] = [];
  /** Times at which there was nothing to go on with. */
  starved = 0;

  constructor(segments: readonly [Segment, ...Segment[]], nowMs: number, tell: (event: AirEvent) => void) {
    this.#tell = tell;
    this.#nextTickMs = nowMs + TICK_MS;
    this.#headMs = nowMs + OPENING_LEAD_MS;
    const [first, ...rest] = segments;
    this.#upcoming = rest;
    this.#begin(first, nowMs + 100);
  }

  get current(): Begun {
    const last = this.begun.at(-1);
    if (!last) throw new Error("the first segment has begun");
    return last;
  }

  get nextTickMs(): number {
    return this.#nextTickMs;
  }

  /** What an earlier process would leave: what sounds, and what is lined up. */
  get segments(): readonly [Segment, ...Segment[]] {
    return [{ ...this.current.segment, pictures: [...this.#turned, ...this.#changes] }, ...this.#upcoming];
  }

  /** The newest picture that is written. */
  get shown(): ModelCut {
    const last = this.cuts.at(-1);
    if (!last) throw new Error("the first segment has begun");
    return last;
  }

  /** As of a crash: what was written before what is being written now, and was not told of as heard, nobody knows of any more. */
  forgetUntold(told: readonly number[]): void {
    const { current } = this;
    this.begun.splice(0, this.begun.length, ...this.begun.filter((one) => one === current || told.includes(one.segment.serial)));
  }

  replaceUpcoming(segments: readonly Segment[]): void {
    const { serial } = this.current.segment;
    this.#upcoming = segments.filter((next) => next.serial > serial);
  }

  show(serial: number, changes: readonly PictureChange[]): void {
    if (serial === this.current.segment.serial) this.#changes = changes.filter(({ id }) => id > this.shown.pictureId);
  }

  /** Nobody has served it: its clock is set anew where what was written is over. */
  wake(nowMs: number): void {
    const byMs = nowMs - this.#headMs;
    if (byMs <= CATCH_UP_MAX_MS) return;
    const later = <T extends { readonly onAirAtMs: number }>(one: T): T => ({ ...one, onAirAtMs: one.onAirAtMs + byMs });
    this.begun.splice(0, this.begun.length, ...this.begun.map(later));
    this.cuts.splice(0, this.cuts.length, ...this.cuts.map(later));
    this.#headMs = nowMs;
    this.#tell({ is: "moved", byMs });
  }

  /** Goes on with another process to tell. */
  tick(nowMs: number): void {
    this.#nextTickMs = nowMs + TICK_MS;
    const [change] = this.#changes;
    if (change) {
      this.#changes = this.#changes.slice(1);
      this.#turned = [change];
      this.#cut(change.id, change.video.key, Math.max(this.#headMs, this.current.onAirAtMs, nowMs));
    }
    for (let next = this.#due(nowMs); next; next = this.#due(nowMs)) this.#begin(next.segment, next.onAirAtMs);
    this.#headMs = nowMs + LEAD_MS;
  }

  #cut(pictureId: number, videoKey: string, onAirAtMs: number): void {
    const { serial } = this.current.segment;
    this.cuts.push({ serial, pictureId, videoKey, onAirAtMs });
    this.#tell({ is: "shown", serial, pictureId, onAirAtMs });
  }

  /** The segment that begins within the lead; null: what sounds goes on. */
  #due(nowMs: number): Begun | null {
    const { segment, onAirAtMs } = this.current;
    const [next] = this.#upcoming;
    const producedMs = nowMs + LEAD_MS;
    if (segment.isSlate) return next ? { segment: next, onAirAtMs: Math.max(producedMs, onAirAtMs) } : null;
    const cut = next?.join?.afterSerial === segment.serial && next.join.leaveAtPacket > 0 ? next.join.leaveAtPacket : null;
    // A cut names its moment on the clock of this model; one that is told too late is not taken.
    const leftMs = cut !== null && cut >= producedMs - TICK_MS && cut > onAirAtMs ? cut : null;
    const endMs = Math.min(leftMs ?? Number.POSITIVE_INFINITY, onAirAtMs + segment.label.durationMs);
    if (endMs > producedMs) return null;
    if (!next && endMs < nowMs + FLOOR_MS) this.starved += 1;
    if (!next) this.#nextTickMs = Math.min(this.#nextTickMs, nowMs + 104);
    return next ? { segment: next, onAirAtMs: Math.max(endMs, nowMs + FLOOR_MS) } : null;
  }

  #begin(segment: Segment, onAirAtMs: number): void {
    this.begun.push({ segment, onAirAtMs });
    this.#upcoming = this.#upcoming.filter(({ serial }) => serial > segment.serial);
    this.#changes = segment.pictures ?? [];
    this.#turned = [];
    this.#tell({ is: "written", segment, onAirAtMs });
    this.#cut(0, segment.video.key, onAirAtMs);
  }
}
