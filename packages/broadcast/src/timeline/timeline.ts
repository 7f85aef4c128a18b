import type { EncoderProfile } from "@nightjar/contract";
import type { TagInfo } from "../flv/tag.ts";
import { REORDER_FRAMES, type StreamClock, streamClock } from "./clock.ts";
import type { Segment } from "./segment.ts";
import { Sound, type SoundState } from "./sound.ts";
import type { TagCursor, TagView, UnitRef, UnitSource } from "./unit.ts";

/** Takes tags in the order of their decoding times. */
export interface TagSink {
  /** @param compositionMs pts - dts for pictures, 0 for sound */
  tag(view: TagView, dtsMs: number, compositionMs: number): void;
}

export type TimelineEvent =
  /** The sound of a segment begins with the packet at `atMs`. */
  | { readonly type: "segment"; readonly serial: number; readonly atMs: number }
  /** The picture was cut to a segment's. */
  | { readonly type: "cut"; readonly serial: number; readonly atMs: number }
  /** Nothing to play: silence or a repeated picture goes out instead. Once per occurrence. */
  | { readonly type: "starved"; readonly what: "audio" | "video"; readonly atMs: number }
  /** That is over. */
  | { readonly type: "fed"; readonly what: "audio" | "video"; readonly atMs: number };

/** All that decides the bytes to come; plain data, so that another process goes on exactly here. */
export interface TimelineState extends SoundState {
  readonly tagSeq: number;
  readonly frames: number;
  readonly packets: number;
  readonly videoSerial: number;
  readonly videoOffset: number;
  /** The frame at which the running pass over the picture unit began. */
  readonly passStartFrame: number;
  /** Highest display index met in this pass: tells where a cut is legal. */
  readonly passMaxDisplay: number;
  readonly cutAtFrame: number | null;
}

/**
 * The splicer: a pure function of segments, units and the time asked for. It neither waits nor encodes; it copies tags
 * and gives them the timestamps that its two counters say.
 */
export class Timeline {
  readonly clock: StreamClock;
  readonly #framesPerSecond: number;
  readonly #source: UnitSource;
  readonly #onEvent: (event: TimelineEvent) => void;
  #segments: Segment[];
  #tagSeq: number;
  #frames: number;
  #packets: number;
  #videoSegment: Segment;
  #video: TagCursor;
  #passStartFrame: number;
  #passMaxDisplay: number;
  readonly #sound: Sound;
  #cutAtFrame: number | null;
  #isStarved = { audio: false, video: false };
  readonly #picture: UnitRef | null;
  /** The picture that stands in for a segment's, while that cannot be read. */
  #standIn: TagCursor | null = null;

  /**
   * @param segments in the order of air; the first is on air, or, with `state`, those the state names are among them
   * @param silence a complete sound unit, repeated where nothing else can sound
   * @param picture a complete picture unit, shown where a segment's cannot be read
   */
  constructor(options: {
    profile: EncoderProfile;
    source: UnitSource;
    silence: UnitRef;
    picture?: UnitRef;
    segments: readonly [Segment, ...Segment[]];
    state?: TimelineState;
    onEvent: (event: TimelineEvent) => void;
  }) {
    const { state, segments } = options;
    this.clock = streamClock(options.profile);
    this.#framesPerSecond = options.profile.framesPerSecond;
    this.#source = options.source;
    this.#onEvent = options.onEvent;
    this.#picture = options.picture ?? null;
    this.#segments = [...segments];
    this.#videoSegment = this.#find(state?.videoSerial) ?? segments[0];
    this.#tagSeq = state?.tagSeq ?? 0;
    this.#frames = state?.frames ?? 0;
    this.#packets = state?.packets ?? 0;
    this.#passStartFrame = state?.passStartFrame ?? 0;
    this.#passMaxDisplay = state?.passMaxDisplay ?? -1;
    this.#cutAtFrame = state?.cutAtFrame ?? null;
    this.#video = this.#source.open(this.#videoSegment.video, state?.videoOffset);
    const port = {
      source: options.source,
      silence: options.silence,
      next: (serial: number) => this.#segments.find((segment) => segment.serial > serial),
      onBegin: (segment: Segment) => this.#begin(segment),
    };
    this.#sound = new Sound(this.#find(state?.audioSerial) ?? segments[0], port, state ?? null);
  }

  get state(): TimelineState {
    return {
      tagSeq: this.#tagSeq,
      frames: this.#frames,
      packets: this.#packets,
      videoSerial: this.#videoSegment.serial,
      videoOffset: this.#video.offset,
      passStartFrame: this.#passStartFrame,
      passMaxDisplay: this.#passMaxDisplay,
      ...this.#sound.state,
      cutAtFrame: this.#cutAtFrame,
    };
  }

  /** Segments that a process going on from `state` needs: those sounding or shown, and those to come. */
  get segments(): readonly Segment[] {
    return this.#segments;
  }

  /** Decoding time of the next tag: everything before it has been produced. */
  get producedMs(): number {
    return Math.min(this.clock.videoDtsMs(this.#frames), this.clock.audioPtsMs(this.#packets));
  }

  /** Puts `segments` in the place of all that have not begun; a serial is never used twice. */
  replaceUpcoming(segments: readonly Segment[]): void {
    const sounding = this.#sound.segment.serial;
    this.#segments = [...this.#segments.filter((kept) => kept.serial <= sounding), ...segments.filter((next) => next.serial > sounding)];
  }

  /**
   * Produces every tag that is due before `untilMs`. At the edge of a growing unit, or with nothing to follow, it stops
   * early; what is due before `floorMs` is produced in any case, with silence or the picture repeated.
   */
  produce(untilMs: number, floorMs: number, sink: TagSink): void {
    for (;;) {
      const videoMs = this.clock.videoDtsMs(this.#frames);
      const audioMs = this.clock.audioPtsMs(this.#packets);
      if (Math.min(videoMs, audioMs) >= untilMs) return;
      const isProduced = audioMs < videoMs ? this.#produceAudio(audioMs, floorMs, sink) : this.#produceVideo(videoMs, floorMs, sink);
      if (!isProduced) return;
    }
  }

  close(): void {
    this.#standIn?.close();
    this.#video.close();
    this.#sound.close();
  }

  #find(serial: number | undefined): Segment | undefined {
    return this.#segments.find((segment) => segment.serial === serial);
  }

  #produceAudio(dtsMs: number, floorMs: number, sink: TagSink): boolean {
    const view = this.#sound.peek(this.#packets);
    if (typeof view === "string") {
      if (dtsMs >= floorMs) return false;
      this.#starve("audio", dtsMs);
      this.#emit(this.#sound.silentPacket(), dtsMs, 0, sink);
    } else {
      this.#feed("audio", dtsMs);
      this.#emit(view, dtsMs, 0, sink);
      this.#sound.advance();
    }
    this.#packets += 1;
    return true;
  }

  /** Its picture follows at the next legal cut; the first segment's is there already. */
  #begin(segment: Segment): void {
    if (segment.serial !== this.#videoSegment.serial) this.#cutAtFrame = this.clock.frameAtPacket(this.#packets);
    this.#onEvent({ type: "segment", serial: segment.serial, atMs: this.clock.audioPtsMs(this.#packets) });
  }

  #produceVideo(dtsMs: number, floorMs: number, sink: TagSink): boolean {
    const isLegalCut = this.#passMaxDisplay === this.#frames - this.#passStartFrame - 1;
    if (this.#cutAtFrame !== null && this.#frames >= this.#cutAtFrame && isLegalCut) this.#cut(dtsMs);
    let view = (this.#standIn ?? this.#video).peek();
    if (view === "wait") {
      if (dtsMs >= floorMs) return false;
      this.#starve("video", dtsMs);
      view = "end";
    } else if (view !== "end" && !this.#standIn) this.#feed("video", dtsMs);
    if (view === "end") {
      view = this.#repeat(dtsMs);
      if (typeof view === "string") return false;
    }
    this.#emitPicture(view, dtsMs, sink);
    return true;
  }

  /** The picture from its beginning; where there is none to be read, the picture that stands in, until there is. */
  #repeat(atMs: number): TagView | "wait" | "end" {
    this.#beginPass();
    this.#video.rewind();
    const view = this.#video.peek();
    if (typeof view !== "string" || !this.#picture) {
      this.#dropStandIn();
      return view;
    }
    this.#starve("video", atMs);
    this.#standIn ??= this.#source.open(this.#picture);
    this.#standIn.rewind();
    return this.#standIn.peek();
  }

  #dropStandIn(): void {
    this.#standIn?.close();
    this.#standIn = null;
  }

  #cut(atMs: number): void {
    const { segment } = this.#sound;
    const cursor = this.#source.open(segment.video);
    this.#video.close();
    this.#dropStandIn();
    this.#video = cursor;
    this.#videoSegment = segment;
    this.#cutAtFrame = null;
    this.#beginPass();
    this.#segments = this.#segments.filter((segment) => segment.serial >= this.#videoSegment.serial);
    this.#onEvent({ type: "cut", serial: this.#videoSegment.serial, atMs });
  }

  #beginPass(): void {
    this.#passStartFrame = this.#frames;
    this.#passMaxDisplay = -1;
  }

  #emitPicture(view: TagView, dtsMs: number, sink: TagSink): void {
    const decodeIndex = this.#frames - this.#passStartFrame;
    const displayIndex = decodeIndex + displayLag(view.info, this.#framesPerSecond);
    this.#passMaxDisplay = Math.max(this.#passMaxDisplay, displayIndex);
    this.#emit(view, dtsMs, this.clock.videoPtsMs(this.#passStartFrame + displayIndex) - dtsMs, sink);
    (this.#standIn ?? this.#video).advance();
    this.#frames += 1;
  }

  #emit(view: TagView, dtsMs: number, compositionMs: number, sink: TagSink): void {
    sink.tag(view, dtsMs, compositionMs);
    this.#tagSeq += 1;
  }

  #feed(what: "audio" | "video", atMs: number): void {
    if (this.#isStarved[what]) this.#onEvent({ type: "fed", what, atMs });
    this.#isStarved[what] = false;
  }

  #starve(what: "audio" | "video", atMs: number): void {
    if (!this.#isStarved[what]) this.#onEvent({ type: "starved", what, atMs });
    this.#isStarved[what] = true;
  }
}

/** Frames by which a picture is shown after (or, negative, before) its place in decoding order. */
export function displayLag(info: TagInfo, framesPerSecond: number): number {
  return Math.round((info.compositionMs * framesPerSecond) / 1000) - REORDER_FRAMES;
}
