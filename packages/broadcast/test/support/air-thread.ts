import type { AirEvent } from "../../src/director/air/events.ts";
import type { PictureChange, Segment } from "../../src/timeline/segment.ts";

const TICK_MS = 1250;
const LEAD_MS = 2750;
const FLOOR_MS = 500;

/** What has begun in the model of the thread, and when that is on air. */
export interface Begun {
  readonly segment: Segment;
  readonly onAirAtMs: number;
}

/** A playout thread as the air sees it: it begins segments ahead of their time, and tells of it. */
export class AirThread {
  readonly #tell: (event: AirEvent) => void;
  readonly begun: Begun[] = [];
  #upcoming: readonly Segment[] = [];
  #changes: readonly PictureChange[] = [];
  #nextTickMs: number;
  #shownId = 0;
  /** Times at which there was nothing to go on with. */
  starved = 0;

  constructor(segments: readonly [Segment, ...Segment[]], nowMs: number, tell: (event: AirEvent) => void) {
    this.#tell = tell;
    this.#nextTickMs = nowMs + TICK_MS;
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
    return [{ ...this.current.segment, pictures: this.#changes }, ...this.#upcoming];
  }

  get shownId(): number {
    return this.#shownId;
  }

  /** As of a crash: what was written before what is being written now, and is not heard yet, nobody knows of any more. */
  forgetUnheard(nowMs: number): void {
    const { current } = this;
    this.begun.splice(0, this.begun.length, ...this.begun.filter((one) => one === current || one.onAirAtMs <= nowMs));
  }

  replaceUpcoming(segments: readonly Segment[]): void {
    const { serial } = this.current.segment;
    this.#upcoming = segments.filter((next) => next.serial > serial);
  }

  show(serial: number, changes: readonly PictureChange[]): void {
    if (serial === this.current.segment.serial) this.#changes = changes.filter(({ id }) => id > this.#shownId);
  }

  /** Goes on with another process to tell. */
  tick(nowMs: number): void {
    this.#nextTickMs = nowMs + TICK_MS;
    const [change] = this.#changes;
    if (change) {
      this.#changes = this.#changes.slice(1);
      this.#shownId = change.id;
      this.#tell({ is: "shown", serial: this.current.segment.serial, pictureId: change.id });
    }
    for (let next = this.#due(nowMs); next; next = this.#due(nowMs)) this.#begin(next.segment, next.onAirAtMs);
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
    this.#shownId = 0;
    this.#tell({ is: "written", serial: segment.serial, onAirAtMs });
  }
}
