import { AAC_PACKET_SAMPLES, PROFILES } from "@nightjar/contract";
import { Recent } from "@nightjar/kit";
import {
  AAC_PREFIX_BYTES,
  AVC_PREFIX_BYTES,
  TAG_AUDIO,
  TAG_HEADER_BYTES,
  TAG_VIDEO,
  fileHeader,
  patchComposition,
  readTag,
  writeTag,
} from "../../src/flv/tag.ts";
import type { Segment } from "../../src/timeline/segment.ts";
import { Timeline, type TagSink, type TimelineEvent, type TimelineState } from "../../src/timeline/timeline.ts";
import type { TagCursor, TagView, UnitRef, UnitSource } from "../../src/timeline/unit.ts";

export const PROFILE = PROFILES["1080p30"];
const FPS = PROFILE.framesPerSecond;
const frameMs = (frame: number) => Math.round((frame * 1000) / FPS);

/** A unit in memory; its coded pictures and packets say who they are. */
export interface SyntheticUnit {
  readonly ref: { -readonly [Field in keyof UnitRef]: UnitRef[Field] };
  readonly bytes: Buffer;
  /** Ends of whole GOPs, or of packets: where a growing unit may stand. */
  readonly edges: readonly number[];
}

/** What a tag of a synthetic unit says of itself. */
export interface Mark {
  readonly kind: "video" | "audio";
  readonly unit: string;
  /** Place in the unit: decoding order for pictures. */
  readonly index: number;
}

/** Display index of each picture of a closed GOP in decoding order: I P B B P B B …, the last group shorter where it must. */
export function gopDisplayOrder(frames: number): number[] {
  const order = [0];
  for (let shown = 0; shown < frames - 1;) {
    const anchor = Math.min(shown + 3, frames - 1);
    order.push(anchor);
    for (let between = shown + 1; between < anchor; between += 1) order.push(between);
    shown = anchor;
  }
  return order;
}

function payload(prefix: readonly number[], key: string, index: number, padding: number): Buffer {
  const mark = Buffer.from(`${key}:${index}|`, "latin1");
  return Buffer.concat([Buffer.from(prefix), mark, Buffer.alloc(padding, index & 0xff)]);
}

/** Pictures of `gops` closed GOPs, with timestamps as ffmpeg writes them. */
export function pictures(key: string, gops: number, gopFrames: number = PROFILE.gopFrames, pictureBytes = 0): SyntheticUnit {
  const parts = [fileHeader(), writeTag(TAG_VIDEO, 0, Buffer.from([0x17, 0, 0, 0, 0, 1]))];
  const firstTagOffset = sum(parts);
  const edges: number[] = [];
  const order = gopDisplayOrder(gopFrames);
  for (let gop = 0; gop < gops; gop += 1) {
    order.forEach((display, place) => {
      const index = gop * gopFrames + place;
      const tag = writeTag(
        TAG_VIDEO,
        frameMs(index),
        payload([place === 0 ? 0x17 : 0x27, 1, 0, 0, 0], key, index, pictureBytes + ((index * 7) % 40)),
      );
      patchComposition(tag, 0, frameMs(gop * gopFrames + display + 1) - frameMs(index));
      parts.push(tag);
    });
    edges.push(sum(parts));
  }
  return unit(key, "video", parts, firstTagOffset, edges);
}

/** AAC packets. */
export function packets(key: string, count: number): SyntheticUnit {
  const parts = [fileHeader(), writeTag(TAG_AUDIO, 0, Buffer.from([0xaf, 0, 0x11, 0x90]))];
  const firstTagOffset = sum(parts);
  const edges: number[] = [];
  let end = firstTagOffset;
  for (let index = 0; index < count; index += 1) {
    const atMs = Math.round((index * AAC_PACKET_SAMPLES * 1000) / PROFILE.sampleRateHz);
    const tag = writeTag(TAG_AUDIO, atMs, payload([0xaf, 1], key, index, (index * 5) % 30));
    parts.push(tag);
    end += tag.length;
    edges.push(end);
  }
  return unit(key, "audio", parts, firstTagOffset, edges);
}

function sum(parts: readonly Buffer[]): number {
  return parts.reduce((total, part) => total + part.length, 0);
}

function unit(
  key: string,
  kind: "video" | "audio",
  parts: readonly Buffer[],
  firstTagOffset: number,
  edges: readonly number[],
): SyntheticUnit {
  const bytes = Buffer.concat(parts);
  return { ref: { key, kind, path: `memory:${key}`, firstTagOffset, readableBytes: bytes.length, isComplete: true }, bytes, edges };
}

/** Makes a unit look as it does while its render has come to `edge` (an index into `edges`; -1: nothing yet). */
export function growTo(growing: SyntheticUnit, edge: number): void {
  growing.ref.readableBytes = edge < 0 ? growing.ref.firstTagOffset : (growing.edges[edge] ?? growing.bytes.length);
  growing.ref.isComplete = edge >= growing.edges.length - 1;
}

const NOTHING = Buffer.alloc(0);
const REMOVED_MAX = 1000;

/** Reads units from memory and counts what is left open. */
export class MemorySource implements UnitSource {
  readonly #units = new Map<string, SyntheticUnit>();
  /** The names alone: of sixty days of joins the bytes would be taken for a leak of what is tested. */
  readonly #removed = new Recent<string, true>({ most: REMOVED_MAX });
  openCursors = 0;

  constructor(units: Iterable<SyntheticUnit> = []) {
    for (const each of units) this.add(each);
  }

  add(added: SyntheticUnit): SyntheticUnit {
    this.#units.set(added.ref.key, added);
    return added;
  }

  /** What is open stays readable; what is opened later ends at once, as a file does that is gone. */
  remove(key: string): void {
    this.#units.delete(key);
    this.#removed.set(key, true);
  }

  open(ref: UnitRef, offset: number = ref.firstTagOffset): TagCursor {
    const found = this.#units.get(ref.key);
    if (!found && !this.#removed.get(ref.key)) throw new Error(`no unit ${ref.key}`);
    this.openCursors += 1;
    const [bytes, firstByte] = found ? [found.bytes, offset] : [NOTHING, ref.readableBytes];
    return new MemoryCursor(ref, bytes, firstByte, () => (this.openCursors -= 1));
  }
}

class MemoryCursor implements TagCursor {
  readonly #unit: UnitRef;
  readonly #bytes: Buffer;
  readonly #onClose: () => void;
  #view: TagView | null = null;
  offset: number;

  constructor(ref: UnitRef, bytes: Buffer, offset: number, onClose: () => void) {
    this.#unit = ref;
    this.#bytes = bytes;
    this.#onClose = onClose;
    this.offset = offset;
  }

  peek(): TagView | "wait" | "end" {
    if (this.#view) return this.#view;
    if (this.offset >= this.#unit.readableBytes) return this.#unit.isComplete ? "end" : "wait";
    this.#view = { buffer: this.#bytes, offset: this.offset, info: readTag(this.#bytes, this.offset) };
    return this.#view;
  }

  advance(): void {
    const view = this.peek();
    if (typeof view === "string") throw new Error("nothing to step over");
    this.offset += view.info.tagBytes;
    this.#view = null;
  }

  rewind(): void {
    this.offset = this.#unit.firstTagOffset;
    this.#view = null;
  }

  close(): void {
    this.#onClose();
  }
}

export function markOf({ buffer, offset, info }: TagView): Mark {
  const at = offset + TAG_HEADER_BYTES + (info.kind === "video" ? AVC_PREFIX_BYTES : AAC_PREFIX_BYTES);
  const [unitKey = "", index = ""] = buffer.toString("latin1", at, buffer.indexOf("|", at)).split(":");
  return { kind: info.kind === "video" ? "video" : "audio", unit: unitKey, index: Number(index) };
}

/** A tag as the timeline gave it out. */
export interface Aired extends Mark {
  readonly dtsMs: number;
  readonly compositionMs: number;
  readonly isKey: boolean;
}

/** Keeps what the timeline gives out. */
export class Tape implements TagSink {
  readonly aired: Aired[] = [];

  tag(view: TagView, dtsMs: number, compositionMs: number): void {
    this.aired.push({ ...markOf(view), dtsMs, compositionMs, isKey: view.info.isKey });
  }

  get video(): Aired[] {
    return this.aired.filter(({ kind }) => kind === "video");
  }

  get audio(): Aired[] {
    return this.aired.filter(({ kind }) => kind === "audio");
  }
}

export const LABEL = { itemId: null, trackId: null, title: "", artist: "", durationMs: 0, isrcCode: null, because: null };

export function segment(serial: number, video: SyntheticUnit, audio: SyntheticUnit, isSlate = false): Segment {
  return { serial, video: video.ref, audio: audio.ref, isSlate, label: LABEL };
}

export const SILENCE = packets("silence", 10);

/** A timeline on synthetic units, with all it told of. */
export function timelineOf(
  source: MemorySource,
  segments: readonly [Segment, ...Segment[]],
  state?: TimelineState,
): { timeline: Timeline; events: TimelineEvent[] } {
  source.add(SILENCE);
  const events: TimelineEvent[] = [];
  const onEvent = (event: TimelineEvent) => void events.push(event);
  const timeline = new Timeline({ profile: PROFILE, source, silence: SILENCE.ref, segments, onEvent, ...(state ? { state } : {}) });
  return { timeline, events };
}
