import { type PlanItem, sessionId } from "@nightjar/contract";
import { AirMemory } from "../../src/director/air-memory.ts";
import { Programme } from "../../src/director/programme.ts";
import { monotonicMs } from "../../src/playout/monotonic.ts";
import { PlayoutRecord, readPlayoutRecord } from "../../src/playout/record.ts";
import type { Segment, SegmentJoin } from "../../src/timeline/segment.ts";
import { Timeline, type TagSink, type TimelineEvent, type TimelineState } from "../../src/timeline/timeline.ts";
import { planItem } from "./engine.ts";
import { type JoinPlan, SoundCheck } from "./sound-check.ts";
import { ShownCheck } from "./shown-check.ts";
import { LABEL, MemorySource, PROFILE, SILENCE } from "./synthetic.ts";
import { VirtualLibrary } from "./virtual-library.ts";

export const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const STEP_MS = 2000;
const CHANGE_PICTURE_MS = 300_000;
const TRACKS = 500;
const AHEAD = 2;
/** Packets on each side of a crossfade that both encodes have seen. */
const MARGIN = 6;
const CROSSFADE_MAX_PACKETS = 560;

/** What a session has shown itself to be over its virtual days. */
export interface VirtualReport {
  readonly pictures: number;
  readonly packets: number;
  /** Timestamps that are not those of the counters. */
  readonly wrongTimes: number;
  readonly largestSkewMs: number;
  /** Packets lost, doubled or out of order. */
  readonly wrongPackets: number;
  /** Frames shown twice or never. */
  readonly wrongShown: number;
  /** Changes of the picture within a track: asked for, and shown two seconds later. */
  readonly pictureChanges: number;
  readonly pictureChangesShown: number;
  readonly joined: number;
  readonly plain: number;
  readonly starved: number;
  /** The latest cut of the picture after its sound, in frames. */
  readonly latestCutFrames: number;
  readonly trackStarts: number;
  readonly edits: number;
  readonly restarts: number;
  readonly openCursors: number;
  /** Bytes in use at the end of each day. */
  readonly memory: readonly number[];
}

/** A session in virtual time: a long rundown with crossfades, edited every hour, restarted every day through its record on disk. */
export class VirtualStudio {
  readonly #library = new VirtualLibrary(TRACKS);
  readonly #source = new MemorySource([SILENCE]);
  readonly #check: SoundCheck;
  readonly #shown = new ShownCheck();
  readonly #random: () => number;
  readonly #dir: string;
  readonly #items: PlanItem[];
  readonly #removed: PlanItem[] = [];
  readonly #queue: { readonly segment: Segment; readonly item: PlanItem }[] = [];
  readonly #sounding = new Map<number, PlanItem>();
  #programme: Programme;
  #timeline: Timeline;
  #order: "sequential" | "shuffled" = "sequential";
  #crossfadePackets = 140;
  #serial = 0;
  #onAir: { serial: number; item: PlanItem };
  #begunAtMs = new Map<number, number>();
  #seen = {
    pictures: 0,
    packets: 0,
    wrongTimes: 0,
    skewMs: 0,
    starved: 0,
    cutFrames: 0,
    trackStarts: 0,
    edits: 0,
    restarts: 0,
    changes: 0,
    changesShown: 0,
  };
  #change: { readonly serial: number; readonly id: number } | null = null;
  #offMs = { video: 0, audio: 0 };

  constructor(dir: string, random: () => number) {
    this.#dir = dir;
    this.#random = random;
    this.#check = new SoundCheck((packet) => this.#library.offsetOf(packet));
    this.#items = this.#library.tracks.map(({ audio, video, packets }, index) => {
      this.#source.add(audio);
      this.#source.add(video);
      this.#check.learnTrack(audio, packets);
      const item = planItem(String(index), { path: `/media/${index}`, sha256: String(index) }, 1000);
      return { ...item, artist: `Artist ${index % 90}` };
    });
    this.#programme = new Programme(new AirMemory(this.#memoryPath));
    const [first] = this.#items;
    if (!first) throw new Error("the library is empty");
    this.#onAir = { serial: 0, item: first };
    const segment = this.#segment(first, null);
    this.#sounding.set(segment.serial, first);
    this.#timeline = this.#open([segment]);
  }

  /** @param onDay told at the end of each virtual day */
  run(days: number, onDay: (day: number) => void = () => undefined): VirtualReport {
    const memory: number[] = [];
    const sink = this.#sink();
    for (let atMs = STEP_MS; atMs <= days * DAY_MS; atMs += STEP_MS) {
      if (atMs % DAY_MS === 0) {
        memory.push(bytesInUse());
        onDay(memory.length);
        this.#restart();
      }
      if (atMs % HOUR_MS === HOUR_MS / 2) this.#edit();
      this.#fill();
      if (atMs % CHANGE_PICTURE_MS === 0) this.#changePicture();
      this.#timeline.produce(atMs, 0, sink);
      this.#lookForChange();
    }
    const { pictures, packets, wrongTimes, skewMs, starved, cutFrames, trackStarts, edits, restarts, changes, changesShown } = this.#seen;
    const { wrong, joined, plain } = this.#check;
    const { openCursors } = this.#source;
    const sound = {
      wrongPackets: wrong,
      wrongShown: this.#shown.wrong,
      pictureChanges: changes,
      pictureChangesShown: changesShown,
      joined,
      plain,
      starved,
    };
    return {
      pictures,
      packets,
      wrongTimes,
      largestSkewMs: skewMs,
      ...sound,
      latestCutFrames: cutFrames,
      trackStarts,
      edits,
      restarts,
      openCursors,
      memory,
    };
  }

  get #memoryPath(): string {
    return `${this.#dir}/air.jsonl`;
  }

  #sink(): TagSink {
    const seen = this.#seen;
    const offMs = this.#offMs;
    return {
      tag: ({ buffer, offset, info }, dtsMs, compositionMs) => {
        if (info.kind === "video") {
          offMs.video = dtsMs - (seen.pictures * 1000) / 30;
          seen.pictures += 1;
          this.#shown.picture(Math.round(((dtsMs + compositionMs) * 30) / 1000));
        } else {
          offMs.audio = dtsMs - 1000 / 30 - (seen.packets * 64) / 3;
          seen.packets += 1;
          this.#check.packet(buffer, offset, info.tagBytes);
        }
        const skewMs = Math.abs(offMs.video - offMs.audio);
        if (skewMs > seen.skewMs) seen.skewMs = skewMs;
        if (Math.abs(offMs.video) > 0.51 || Math.abs(offMs.audio) > 1.01) seen.wrongTimes += 1;
      },
    };
  }

  #open(segments: readonly [Segment, ...Segment[]], state?: TimelineState): Timeline {
    const onEvent = (event: TimelineEvent) => this.#take(event);
    const { ref: silence } = SILENCE;
    return new Timeline({ profile: PROFILE, source: this.#source, silence, segments, onEvent, ...(state ? { state } : {}) });
  }

  #take(event: TimelineEvent): void {
    if (event.type === "starved") this.#seen.starved += 1;
    else if (event.type === "segment") this.#begun(event.serial, event.atMs);
    else if (event.type === "cut") {
      const soundedAtMs = this.#begunAtMs.get(event.serial);
      // Later cuts of the same segment change the picture within the track.
      this.#begunAtMs.delete(event.serial);
      if (soundedAtMs !== undefined) this.#seen.cutFrames = Math.max(this.#seen.cutFrames, ((event.atMs - soundedAtMs) * 30) / 1000);
    }
  }

  #begun(serial: number, atMs: number): void {
    const item = this.#sounding.get(serial);
    if (!item) throw new Error(`segment ${serial} was never queued`);
    for (const known of this.#sounding.keys()) if (known < serial) this.#forget(known);
    this.#begunAtMs.set(serial, atMs);
    this.#onAir = { serial, item };
    this.#programme.entered(serial, item);
    this.#seen.trackStarts += 1;
    while ((this.#queue[0]?.segment.serial ?? Number.POSITIVE_INFINITY) <= serial) this.#queue.shift();
  }

  #forget(serial: number): void {
    this.#sounding.delete(serial);
    this.#begunAtMs.delete(serial);
    // What still sounds keeps its unit open.
    this.#source.remove(`j${serial}`);
  }

  #fill(): void {
    if (this.#queue.length >= AHEAD) return;
    while (this.#queue.length < AHEAD) {
      const queued = this.#queue.map(({ item }) => item.itemId);
      const plan = { items: this.#items, order: this.#order, sessionId: sessionId.parse("session-1") };
      const index = Math.max(
        0,
        this.#items.findIndex(({ itemId }) => itemId === this.#onAir.item.itemId),
      );
      const chosen = this.#programme.next(plan, queued, { itemId: this.#onAir.item.itemId, index }, () => true);
      if (!chosen) throw new Error("every track can be played");
      const before = this.#queue.at(-1) ?? { segment: { serial: this.#soundingSerial }, item: this.#sounding.get(this.#soundingSerial) };
      const segment = this.#segment(chosen.item, before.item ? { serial: before.segment.serial, item: before.item } : null);
      this.#sounding.set(segment.serial, chosen.item);
      this.#queue.push({ segment, item: chosen.item });
    }
    this.#timeline.replaceUpcoming(this.#queue.map(({ segment }) => segment));
  }

  /** Of the segment that sounds, or is coming over in its join. */
  get #soundingSerial(): number {
    return this.#timeline.state.audioSerial;
  }

  #segment(item: PlanItem, before: { serial: number; item: PlanItem } | null): Segment {
    this.#serial += 1;
    const { audio, video } = this.#trackOf(item);
    const label = { ...LABEL, itemId: item.itemId, trackId: item.trackId, title: item.title, artist: item.artist };
    const segment = { serial: this.#serial, video: video.ref, audio: audio.ref, isSlate: false, label };
    return before ? { ...segment, join: this.#join(item, before) } : segment;
  }

  #join(item: PlanItem, before: { serial: number; item: PlanItem }): SegmentJoin {
    const [from, into] = [this.#trackOf(before.item), this.#trackOf(item)];
    const crossfade = this.#crossfadePackets;
    const count = crossfade + 2 * MARGIN;
    const unit = this.#source.add(this.#library.join(`j${this.#serial}`, count));
    const places = { leaveAtPacket: from.packets - crossfade - MARGIN, resumeAtPacket: crossfade + MARGIN };
    const plan: JoinPlan = { unit, before: from.audio, into: into.audio, count, ...places };
    this.#check.learnJoin(plan);
    return { unit: unit.ref, afterSerial: before.serial, enterAtPacket: MARGIN + Math.floor(crossfade / 2), ...places };
  }

  #trackOf(item: PlanItem) {
    const track = this.#library.tracks[Number(item.audio?.sha256)];
    if (!track) throw new Error("no such track");
    return track;
  }

  /** What people do to a tracklist: tracks moved, taken out, put back, another order, another crossfade. */
  #edit(): void {
    this.#seen.edits += 1;
    const anywhere = () => Math.floor(this.#random() * this.#items.length);
    for (let moved = 0; moved < 10; moved += 1) this.#items.splice(anywhere(), 0, ...this.#items.splice(anywhere(), 1));
    this.#items.splice(anywhere(), 0, ...this.#removed.splice(0));
    this.#removed.push(...this.#items.splice(anywhere(), 5));
    if (this.#random() < 0.2) this.#order = this.#order === "shuffled" ? "sequential" : "shuffled";
    if (this.#random() < 0.3) this.#crossfadePackets = Math.floor(this.#random() * CROSSFADE_MAX_PACKETS);
    const sounding = this.#soundingSerial;
    for (const { segment } of this.#queue) if (segment.serial > sounding) this.#forget(segment.serial);
    this.#queue.splice(0, this.#queue.length, ...this.#queue.filter(({ segment }) => segment.serial <= sounding));
    this.#fill();
  }

  /** Another background for the track on air, at the next legal cut. */
  #changePicture(): void {
    const { serial, pictureId } = this.#timeline.shown;
    // Where the picture is still that of the track before, its turn comes with the next.
    if (serial !== this.#soundingSerial || this.#change?.serial === serial) return;
    const other = this.#library.tracks[Math.floor(this.#random() * this.#library.tracks.length)];
    if (!other) throw new Error("the library is empty");
    const id = pictureId + 1;
    this.#timeline.showPicture(serial, [{ id, video: other.video.ref, fromFrame: 0, at: "cut" }]);
    this.#change = { serial, id };
    this.#seen.changes += 1;
  }

  #lookForChange(): void {
    const { serial, pictureId } = this.#timeline.shown;
    const change = this.#change;
    if (!change) return;
    this.#change = null;
    if (serial > change.serial || pictureId === change.id) this.#seen.changesShown += 1;
  }

  /** The process ends, and another goes on from what stands on disk. */
  #restart(): void {
    const record = new PlayoutRecord(this.#dir);
    record.writeNames(this.#timeline.segments, []);
    record.writePosition(monotonicMs() - this.#timeline.producedMs, this.#timeline.state, []);
    record.close();
    this.#timeline.close();
    const read = readPlayoutRecord(this.#dir);
    if (!read) throw new Error("what was written cannot be read");
    this.#programme = new Programme(new AirMemory(this.#memoryPath));
    this.#timeline = this.#open(read.segments, read.position.state);
    this.#seen.restarts += 1;
  }
}

function bytesInUse(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
