import type { TagInfo } from "../flv/tag.ts";
import { REORDER_FRAMES } from "./clock.ts";
import type { Mark } from "./marks.ts";
import type { PictureChange, Segment } from "./segment.ts";
import type { TagCursor, TagView, UnitRef, UnitSource } from "./unit.ts";

/** Where the picture stands; plain data. */
export interface PictureState {
  readonly videoSerial: number;
  /** Which of the segment's pictures is shown: 0 its own, else the id of a change. */
  readonly pictureId: number;
  /** The frame at which it was cut to. */
  readonly cutToAtFrame: number;
  readonly videoOffset: number;
  /** The frame at which the running pass over the picture unit began. */
  readonly passStartFrame: number;
  /** The frame of the unit with which that pass began. */
  readonly passEntryFrame: number;
  /** Highest display index met in this pass: tells where a cut is legal. */
  readonly passMaxDisplay: number;
  readonly cutAtFrame: number | null;
}

export interface PicturePort {
  readonly source: UnitSource;
  readonly framesPerSecond: number;
  /** A complete picture unit, shown where a segment's cannot be read. */
  readonly standIn: UnitRef | null;
  /** The segment whose sound is on air: the one to cut to. */
  sounding(): Segment;
  /** What is shown from the frame to come on. */
  onCut(): void;
  onStarved(): void;
  onFed(): void;
}

/** The picture of the timeline: a unit repeated under each segment, and what takes its place while the segment sounds. */
export class Picture {
  readonly #port: PicturePort;
  #segment: Segment;
  #shown: PictureChange | null;
  #cursor: TagCursor;
  #cutToAtFrame: number;
  #passStartFrame: number;
  #passEntryFrame: number;
  #passMaxDisplay: number;
  #cutAtFrame: number | null;
  /** The picture that stands in for a segment's, while that cannot be read. */
  #standIn: TagCursor | null = null;

  /** @param firstFrame where it begins without a state */
  constructor(segment: Segment, port: PicturePort, state: PictureState | null, firstFrame: number) {
    this.#port = port;
    this.#segment = segment;
    this.#shown = segment.pictures?.find(({ id }) => id === state?.pictureId) ?? null;
    this.#cutToAtFrame = state?.cutToAtFrame ?? firstFrame;
    this.#passStartFrame = state?.passStartFrame ?? firstFrame;
    this.#passEntryFrame = state?.passEntryFrame ?? 0;
    this.#passMaxDisplay = state?.passMaxDisplay ?? -1;
    this.#cutAtFrame = state?.cutAtFrame ?? null;
    this.#cursor = port.source.open(this.#shown?.video ?? segment.video, state?.videoOffset);
  }

  get segment(): Segment {
    return this.#segment;
  }

  /** 0: the segment's own. */
  get shownId(): number {
    return this.#shown?.id ?? 0;
  }

  get state(): PictureState {
    return {
      videoSerial: this.#segment.serial,
      pictureId: this.shownId,
      cutToAtFrame: this.#cutToAtFrame,
      videoOffset: this.#cursor.offset,
      passStartFrame: this.#passStartFrame,
      passEntryFrame: this.#passEntryFrame,
      passMaxDisplay: this.#passMaxDisplay,
      cutAtFrame: this.#cutAtFrame,
    };
  }

  /** Where the picture that `next` has given lies. */
  get place(): Mark {
    const { standIn } = this.#port;
    if (this.#standIn && standIn) return { unit: standIn, offset: this.#standIn.offset };
    return { unit: this.#shown?.video ?? this.#segment.video, offset: this.#cursor.offset };
  }

  /** The segment shown, with other changes waiting than before. */
  learn(segment: Segment): void {
    this.#segment = segment;
  }

  /** The picture of the segment that sounds is due at `frame`: it follows at the next legal cut. */
  cutAt(frame: number): void {
    this.#cutAtFrame = frame;
  }

  /** The picture to come as frame `frame`; null: there is none yet. `mayWait`: rather none than a repeated one. */
  next(frame: number, mayWait: boolean): TagView | null {
    this.#cutWhereDue(frame);
    let view = (this.#standIn ?? this.#cursor).peek();
    if (view === "wait") {
      if (mayWait) return null;
      this.#port.onStarved();
      view = "end";
    } else if (view !== "end" && !this.#standIn) this.#port.onFed();
    if (view === "end") view = this.#atEnd(frame);
    return typeof view === "string" ? null : view;
  }

  /** Steps over the picture that `next` has given for `frame`. @returns the frame at which it is shown */
  advance(view: TagView, frame: number): number {
    const displayIndex = frame - this.#passStartFrame + displayLag(view.info, this.#port.framesPerSecond);
    this.#passMaxDisplay = Math.max(this.#passMaxDisplay, displayIndex);
    (this.#standIn ?? this.#cursor).advance();
    return this.#passStartFrame + displayIndex;
  }

  close(): void {
    this.#dropStandIn();
    this.#cursor.close();
  }

  /** Legal where a frame and all before it are complete, so that nothing is left to be shown. */
  #cutWhereDue(frame: number): void {
    if (this.#passMaxDisplay !== frame - this.#passStartFrame - 1) return;
    if (this.#cutAtFrame !== null && frame >= this.#cutAtFrame) {
      this.#cutAtFrame = null;
      this.#showSounding(frame);
    }
    const change = this.#waiting(frame);
    if (change?.at === "cut") this.#show(this.#segment, change, frame);
  }

  #atEnd(frame: number): TagView | "wait" | "end" {
    const change = this.#waiting(frame);
    if (change) {
      this.#show(this.#segment, change, frame);
      const view = this.#cursor.peek();
      if (view !== "end") return view;
    }
    return this.#repeat(frame);
  }

  /** The change that may take its turn now. */
  #waiting(frame: number): PictureChange | null {
    const change = this.#segment.pictures?.find(({ id }) => id > this.shownId);
    if (!change || frame < change.fromFrame) return null;
    const { video, entry } = change;
    return video.readableBytes > (entry?.offset ?? video.firstTagOffset) ? change : null;
  }

  /** A fade into silence keeps the picture that is there, and goes on with it where it is. */
  #showSounding(frame: number): void {
    const segment = this.#port.sounding();
    const isThere = segment.isSlate && !this.#standIn && segment.video.key === (this.#shown?.video ?? this.#segment.video).key;
    if (!isThere) return this.#show(segment, null, frame);
    this.#segment = segment;
    this.#shown = null;
    this.#cutToAtFrame = frame;
    this.#port.onCut();
  }

  #show(segment: Segment, change: PictureChange | null, frame: number): void {
    const cursor = this.#port.source.open(change?.video ?? segment.video, change?.entry?.offset);
    this.close();
    this.#cursor = cursor;
    this.#segment = segment;
    this.#shown = change;
    this.#cutToAtFrame = frame;
    this.#beginPass(frame, change?.entry?.frame ?? 0);
    this.#port.onCut();
  }

  /** The picture from its beginning; where there is none to be read, the picture that stands in, until there is. */
  #repeat(frame: number): TagView | "wait" | "end" {
    this.#beginPass(frame, 0);
    this.#cursor.rewind();
    const view = this.#cursor.peek();
    if (typeof view !== "string" || !this.#port.standIn) {
      this.#dropStandIn();
      return view;
    }
    this.#port.onStarved();
    this.#standIn ??= this.#port.source.open(this.#port.standIn);
    this.#standIn.rewind();
    return this.#standIn.peek();
  }

  #beginPass(frame: number, entryFrame: number): void {
    this.#passStartFrame = frame;
    this.#passEntryFrame = entryFrame;
    this.#passMaxDisplay = -1;
  }

  #dropStandIn(): void {
    this.#standIn?.close();
    this.#standIn = null;
  }
}

/** Frames by which a picture is shown after (or, negative, before) its place in decoding order. */
export function displayLag(info: TagInfo, framesPerSecond: number): number {
  return Math.round((info.compositionMs * framesPerSecond) / 1000) - REORDER_FRAMES;
}
