import { monotonicMs } from "../../src/playout/monotonic.ts";
import { PlayoutRecord, readPlayoutRecord } from "../../src/playout/record.ts";
import type { Segment } from "../../src/timeline/segment.ts";
import { Timeline, type TimelineEvent, type TimelineState } from "../../src/timeline/timeline.ts";
import { MemorySource, PROFILE, SILENCE } from "./synthetic.ts";
import { VirtualLibrary } from "./virtual-library.ts";
import { VirtualRundown } from "./virtual-rundown.ts";
import { VirtualTape } from "./virtual-tape.ts";

export const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const STEP_MS = 2000;
const CHANGE_PICTURE_MS = 300_000;
const TRACKS = 500;

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
  readonly #tape = new VirtualTape((packet) => this.#library.offsetOf(packet));
  readonly #random: () => number;
  readonly #dir: string;
  readonly #rundown: VirtualRundown;
  #timeline: Timeline;
  readonly #begunAtMs = new Map<number, number>();
  #seen = { starved: 0, latestCutFrames: 0, trackStarts: 0, restarts: 0, pictureChanges: 0, pictureChangesShown: 0 };
  #change: { readonly serial: number; readonly id: number } | null = null;

  constructor(dir: string, random: () => number) {
    this.#dir = dir;
    this.#random = random;
    const { library, source, tape } = { library: this.#library, source: this.#source, tape: this.#tape };
    this.#rundown = new VirtualRundown({ library, source, tape, random, memoryPath: `${dir}/air.jsonl` });
    this.#timeline = this.#open([this.#rundown.first()]);
  }

  /** @param onDay told at the end of each virtual day */
  run(days: number, onDay: (day: number) => void = () => undefined): VirtualReport {
    const memory: number[] = [];
    for (let atMs = STEP_MS; atMs <= days * DAY_MS; atMs += STEP_MS) {
      if (atMs % DAY_MS === 0) {
        memory.push(bytesInUse());
        onDay(memory.length);
        this.#restart();
      }
      if (atMs % HOUR_MS === HOUR_MS / 2) this.#rundown.edit(this.#soundingSerial);
      this.#fill();
      if (atMs % CHANGE_PICTURE_MS === 0) this.#changePicture();
      this.#timeline.produce(atMs, 0, this.#tape);
      this.#lookForChange();
    }
    const { pictures, packets, wrongTimes, largestSkewMs, sound, shown } = this.#tape;
    return {
      ...{ pictures, packets, wrongTimes, largestSkewMs, wrongShown: shown.wrong },
      ...{ wrongPackets: sound.wrong, joined: sound.joined, plain: sound.plain },
      ...this.#seen,
      ...{ edits: this.#rundown.edits, openCursors: this.#source.openCursors, memory },
    };
  }

  #open(segments: readonly [Segment, ...Segment[]], state?: TimelineState): Timeline {
    const onEvent = (event: TimelineEvent) => this.#take(event);
    const { ref: silence } = SILENCE;
    return new Timeline({ profile: PROFILE, source: this.#source, silence, segments, onEvent, ...(state ? { state } : {}) });
  }

  #take(event: TimelineEvent): void {
    if (event.type === "starved") this.#seen.starved += 1;
    else if (event.type === "segment") {
      this.#rundown.begun(event.serial);
      for (const known of this.#begunAtMs.keys()) if (known < event.serial) this.#begunAtMs.delete(known);
      this.#begunAtMs.set(event.serial, event.atMs);
      this.#seen.trackStarts += 1;
    } else if (event.type === "cut") this.#cut(event.serial, event.atMs);
  }

  #cut(serial: number, atMs: number): void {
    const soundedAtMs = this.#begunAtMs.get(serial);
    // Later cuts of the same segment change the picture within the track.
    this.#begunAtMs.delete(serial);
    if (soundedAtMs !== undefined) this.#seen.latestCutFrames = Math.max(this.#seen.latestCutFrames, ((atMs - soundedAtMs) * 30) / 1000);
  }

  #fill(): void {
    const queue = this.#rundown.fill(this.#soundingSerial);
    if (queue) this.#timeline.replaceUpcoming(queue);
  }

  /** Of the segment that sounds, or is coming over in its join. */
  get #soundingSerial(): number {
    return this.#timeline.state.audioSerial;
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
    this.#seen.pictureChanges += 1;
  }

  #lookForChange(): void {
    const { serial, pictureId } = this.#timeline.shown;
    const change = this.#change;
    if (!change) return;
    this.#change = null;
    if (serial > change.serial || pictureId === change.id) this.#seen.pictureChangesShown += 1;
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
    this.#rundown.restart();
    this.#timeline = this.#open(read.segments, read.position.state);
    this.#seen.restarts += 1;
  }
}

function bytesInUse(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
