import type { EncoderProfile } from "@nightjar/contract";
import { type StreamClock, meetingPacket, streamClock } from "./clock.ts";
import { WrittenMarks } from "./marks.ts";
import { Picture, type PictureState } from "./picture.ts";
import type { PictureChange, Segment } from "./segment.ts";
import { Sound, type SoundState } from "./sound.ts";
import type { TagView, UnitRef, UnitSource } from "./unit.ts";

/** Takes tags in the order of their decoding times. */
export interface TagSink {
  /** @param compositionMs pts - dts for pictures, 0 for sound */
  tag(view: TagView, dtsMs: number, compositionMs: number): void;
}

export type TimelineEvent =
  /** The sound of a segment begins with the packet at `atMs`. */
  | { readonly type: "segment"; readonly serial: number; readonly atMs: number }
  /** The picture was cut to a segment's: its own (0), or one that took the place of that (the change's id). */
  | { readonly type: "cut"; readonly serial: number; readonly pictureId: number; readonly atMs: number }
  /** Nothing to play: silence or a repeated picture goes out instead. Once per occurrence. */
  | { readonly type: "starved"; readonly what: "audio" | "video"; readonly atMs: number }
  /** That is over. */
  | { readonly type: "fed"; readonly what: "audio" | "video"; readonly atMs: number };

/** All that decides the bytes to come; plain data, so that another process goes on exactly here. */
export interface TimelineState extends SoundState, PictureState {
  readonly tagSeq: number;
  readonly frames: number;
  readonly packets: number;
}

/** What is shown at the production head. */
export interface ShownPicture {
  readonly serial: number;
  readonly pictureId: number;
  /** The frame of the session to come. */
  readonly frame: number;
  /** The same frame, counted from the beginning of the unit shown. */
  readonly unitFrame: number;
}

/**
 * The splicer: a pure function of segments, units and the time asked for. It neither waits nor encodes; it copies tags
 * and gives them the timestamps that its two counters say.
 */
export class Timeline {
  readonly clock: StreamClock;
  /** By which what is on air is found again in its units. */
  readonly marks = { pictures: new WrittenMarks(), sounds: new WrittenMarks() } as const;
  readonly #onEvent: (event: TimelineEvent) => void;
  #segments: Segment[];
  #tagSeq: number;
  #frames: number;
  #packets: number;
  readonly #picture: Picture;
  readonly #sound: Sound;
  #isStarved = { audio: false, video: false };

  /**
   * @param segments in the order of air; the first is on air, or, with `state`, those the state names are among them
   * @param silence a complete sound unit, repeated where nothing else can sound
   * @param startMs where the clock begins, without `state`
   * @param picture a complete picture unit, shown where a segment's cannot be read
   */
  constructor(options: {
    profile: EncoderProfile;
    source: UnitSource;
    silence: UnitRef;
    picture?: UnitRef;
    segments: readonly [Segment, ...Segment[]];
    state?: TimelineState;
    startMs?: number;
    onEvent: (event: TimelineEvent) => void;
  }) {
    const { state, segments } = options;
    this.clock = streamClock(options.profile);
    this.#onEvent = options.onEvent;
    this.#segments = [...segments];
    this.#tagSeq = state?.tagSeq ?? 0;
    const firstPacket = meetingPacket(this.clock, options.startMs ?? 0);
    this.#frames = state?.frames ?? this.clock.frameAtPacket(firstPacket);
    this.#packets = state?.packets ?? firstPacket;
    const { framesPerSecond } = options.profile;
    const picturePort = {
      source: options.source,
      framesPerSecond,
      standIn: options.picture ?? null,
      sounding: () => this.#find(this.#sound.segment.serial) ?? this.#sound.segment,
      onCut: () => this.#onCut(),
      onStarved: () => this.#starve("video", this.clock.videoDtsMs(this.#frames)),
      onFed: () => this.#feed("video", this.clock.videoDtsMs(this.#frames)),
    };
    this.#picture = new Picture(this.#find(state?.videoSerial) ?? segments[0], picturePort, state ?? null, this.#frames);
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
      ...this.#picture.state,
      ...this.#sound.state,
    };
  }

  get shown(): ShownPicture {
    const { videoSerial, pictureId, passStartFrame, passEntryFrame } = this.#picture.state;
    const frame = this.#frames;
    return { serial: videoSerial, pictureId, frame, unitFrame: passEntryFrame + frame - passStartFrame };
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
   * Puts `changes` in the place of all that wait for their turn as this segment's picture: the sound goes on untouched. What
   * a change names as its first frame is never earlier than the frame to come, so that a replay from an earlier state is exact.
   * @param neededId such a replay needs the segment's pictures from this one on
   */
  showPicture(serial: number, changes: readonly PictureChange[], neededId = 0): void {
    const at = this.#segments.findIndex((segment) => segment.serial === serial);
    const segment = this.#segments[at];
    if (!segment) return;
    const shownId = this.#picture.segment.serial === serial ? this.#picture.shownId : 0;
    const kept = segment.pictures?.filter(({ id }) => id >= Math.min(neededId, shownId) && id <= shownId) ?? [];
    const coming = changes
      .filter(({ id }) => id > shownId)
      .map((change) => ({ ...change, fromFrame: Math.max(change.fromFrame, this.#frames) }));
    const changed = { ...segment, pictures: [...kept, ...coming] };
    this.#segments = this.#segments.with(at, changed);
    if (this.#picture.segment.serial === serial) this.#picture.learn(changed);
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
    this.#picture.close();
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
      this.#emit(this.#sound.silentPacket(this.#packets), dtsMs, 0, sink);
    } else {
      this.#feed("audio", dtsMs);
      this.#emit(view, dtsMs, 0, sink);
      const { mark } = this.#sound;
      if (mark) this.marks.sounds.add({ ...mark, atMs: dtsMs });
      this.#sound.advance();
    }
    this.#packets += 1;
    return true;
  }

  /** Its picture follows at the next legal cut; the first segment's is there already. */
  #begin(segment: Segment): void {
    if (segment.serial !== this.#picture.segment.serial) this.#picture.cutAt(this.clock.frameAtPacket(this.#packets));
    this.#onEvent({ type: "segment", serial: segment.serial, atMs: this.clock.audioPtsMs(this.#packets) });
  }

  #produceVideo(dtsMs: number, floorMs: number, sink: TagSink): boolean {
    const view = this.#picture.next(this.#frames, dtsMs >= floorMs);
    if (!view) return false;
    const key = view.info.isKey ? this.#picture.place : null;
    const shownAtMs = this.clock.videoPtsMs(this.#picture.advance(view, this.#frames));
    if (key) this.marks.pictures.add({ ...key, atMs: shownAtMs });
    this.#emit(view, dtsMs, shownAtMs - dtsMs, sink);
    this.#frames += 1;
    return true;
  }

  /** Segments before the one shown are gone. */
  #onCut(): void {
    const { serial } = this.#picture.segment;
    if (this.#segments.some((segment) => segment.serial < serial))
      this.#segments = this.#segments.filter((segment) => segment.serial >= serial);
    const { shownId: pictureId } = this.#picture;
    this.#onEvent({ type: "cut", serial, pictureId, atMs: this.clock.videoDtsMs(this.#frames) });
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
