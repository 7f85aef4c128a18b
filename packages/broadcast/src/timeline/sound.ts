import { MARK_PACKETS, type Mark } from "./marks.ts";
import type { Segment, SegmentJoin } from "./segment.ts";
import { Silence } from "./silence.ts";
import { type TagCursor, type TagView, type UnitRef, type UnitSource, isReadable } from "./unit.ts";

/** Where the sound stands; plain data. */
export interface SoundState {
  /** The segment sounding, or coming over in its join. */
  readonly audioSerial: number;
  readonly audioOffset: number;
  /** Packets of the open unit that were produced. */
  readonly audioIndex: number;
  /** The packet of the session with which the segment began. */
  readonly audioStartPacket: number;
  readonly isInJoin: boolean;
}

export interface SoundPort {
  readonly source: UnitSource;
  readonly silence: UnitRef;
  /** The first segment behind this one, if any. */
  next(serial: number): Segment | undefined;
  /** The segment counts as begun with the packet to come. */
  onBegin(segment: Segment): void;
}

/** The sound of the timeline: packets of one unit after the other, over joins where there are any. */
export class Sound {
  readonly #port: SoundPort;
  #segment: Segment;
  #cursor: TagCursor;
  #index: number;
  #startPacket: number;
  /** The join being played. */
  #join: SegmentJoin | null;
  /** Told of once, however often its first packet is looked at. */
  #begunSerial: number | null = null;
  #silence: Silence | null = null;

  constructor(segment: Segment, port: SoundPort, state: SoundState | null) {
    this.#port = port;
    this.#segment = segment;
    this.#index = state?.audioIndex ?? 0;
    this.#startPacket = state?.audioStartPacket ?? 0;
    const { join } = segment;
    const isInJoin = state?.isInJoin ?? join?.afterSerial === 0;
    this.#join = isInJoin && join ? join : null;
    if (state && (!this.#join || state.audioIndex > this.#join.enterAtPacket)) this.#begunSerial = segment.serial;
    this.#cursor = port.source.open(this.#join?.unit ?? segment.audio, state?.audioOffset);
  }

  get segment(): Segment {
    return this.#segment;
  }

  get state(): SoundState {
    return {
      audioSerial: this.#segment.serial,
      audioOffset: this.#cursor.offset,
      audioIndex: this.#index,
      audioStartPacket: this.#startPacket,
      isInJoin: this.#join !== null,
    };
  }

  /** Where the packet that `peek` has given lies; null: between two marks. */
  get mark(): Mark | null {
    if (this.#index % MARK_PACKETS !== 0) return null;
    return { unit: this.#join?.unit ?? this.#segment.audio, offset: this.#cursor.offset };
  }

  /** The packet to come, or why there is none. `packet`: its number in the session. */
  peek(packet: number): TagView | "wait" | "end" {
    if (!this.#join && !this.#isPassedOver) this.#begin(packet);
    this.#leaveForJoin();
    if (this.#join?.enterAtPacket === this.#index) this.#begin(packet);
    let view = this.#cursor.peek();
    if (view === "end" && this.#join) return this.#resumeAfterJoin() ? this.peek(packet) : "wait";
    if (view === "end" || (this.#segment.isSlate && this.#readableNext())) view = this.#follow(packet, view);
    return view;
  }

  advance(): void {
    this.#cursor.advance();
    this.#index += 1;
  }

  /** A packet of silence, for when there is nothing else. `packet`: its number in the session. */
  silentPacket(packet: number): TagView {
    this.#silence ??= new Silence(this.#port.source, this.#port.silence);
    return this.#silence.packet(packet);
  }

  close(): void {
    this.#cursor.close();
    this.#silence?.close();
  }

  #readableNext(): Segment | null {
    const next = this.#port.next(this.#segment.serial);
    return next && isReadable(next.audio) && isReadable(next.video) ? next : null;
  }

  /** Its file went since it was told of, and something else can sound: it never begins, and is told to nobody. */
  get #isPassedOver(): boolean {
    return this.#join === null && this.#index === 0 && this.#cursor.peek() === "end" && this.#readableNext() !== null;
  }

  /** At the packet where the next segment's join takes over, if it has one that fits. */
  #leaveForJoin(): void {
    const next = this.#port.next(this.#segment.serial);
    const join = next?.join;
    if (!next || !join || join.afterSerial !== this.#segment.serial || join.leaveAtPacket !== this.#index) return;
    if ((join.isFromJoin ?? false) !== (this.#join !== null)) return;
    if (!join.unit.isComplete || !this.#readableNext()) return;
    this.#open(join.unit);
    this.#segment = next;
    this.#join = join;
  }

  #begin(packet: number): void {
    if (this.#begunSerial === this.#segment.serial) return;
    this.#begunSerial = this.#segment.serial;
    this.#startPacket = packet;
    this.#port.onBegin(this.#segment);
  }

  /** False: the unit has not grown to the packet that follows the join. What the join played itself is never repeated. */
  #resumeAfterJoin(): boolean {
    const { resumeAtPacket = 0 } = this.#join ?? {};
    const cursor = this.#port.source.open(this.#segment.audio);
    let skipped = 0;
    let view = cursor.peek();
    for (; skipped < resumeAtPacket && typeof view !== "string"; skipped += 1) {
      cursor.advance();
      view = cursor.peek();
    }
    if (view === "wait") {
      cursor.close();
      return false;
    }
    this.#cursor.close();
    this.#cursor = cursor;
    this.#index = skipped;
    this.#join = null;
    return true;
  }

  /** The next segment without a join, or faded in behind silence; a slate with nothing to follow repeats itself. */
  #follow(packet: number, view: TagView | "wait" | "end"): TagView | "wait" | "end" {
    const next = this.#readableNext();
    if (next) {
      const fadeIn = this.#segment.isSlate && next.join?.afterSerial === 0 && next.join.unit.isComplete ? next.join : null;
      this.#open(fadeIn?.unit ?? next.audio);
      this.#segment = next;
      this.#join = fadeIn;
      if (this.#isPassedOver) return this.#follow(packet, "end");
      if (!fadeIn || fadeIn.enterAtPacket === 0) this.#begin(packet);
      return this.#cursor.peek();
    }
    if (!this.#segment.isSlate || view !== "end") return view;
    this.#cursor.rewind();
    this.#index = 0;
    return this.#cursor.peek();
  }

  #open(unit: UnitRef): void {
    const cursor = this.#port.source.open(unit);
    this.#cursor.close();
    this.#cursor = cursor;
    this.#index = 0;
  }
}
