import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { output } from "../tools.ts";
import { type Design, PLATE_PADDING, TITLE_X } from "./template.ts";
import type { Growth } from "./watch.ts";

const TAG_HEADER_BYTES = 11;
const FIRST_TAG_OFFSET = 13;
const AUDIO_TAG = 8;
const VIDEO_TAG = 9;
/** A packet of silence has a few bytes, one of noise some hundreds. */
const SOUND_BYTES = 64;
/** Three pictures at 30 a second, and as much of sound. */
const HOLE_MS = 110;

/** A tag of picture or sound, without those that only describe. */
interface Tag {
  readonly kind: "video" | "audio";
  readonly timeMs: number;
  readonly bytes: number;
  readonly isKey: boolean;
  /** Where it ends in the file. */
  readonly end: number;
}

/** What a picture at the far end shows. */
export interface Shown {
  readonly atMs: number;
  /** Letters of the title on the stream's own plate by its width; 0: not the wanted picture. */
  readonly letters: number;
}

/** One connection as the ingest has kept it. Times are the wall clock's, as whoever watches there sees and hears it. */
export interface Received {
  readonly firstPacketAtMs: number;
  readonly firstSoundAtMs: number;
  readonly shown: readonly Shown[];
  readonly holes: number;
}

export async function readReceived(path: string, growth: readonly Growth[], design: Design): Promise<Received | null> {
  const tags = readTags(path);
  const [first] = tags;
  if (!first) return null;
  const arrivedAtMs = arrivals(growth);
  const anchorMs = arrivedAtMs(first.end) - first.timeMs;
  // What comes ahead of its time is shown at its time.
  const shownAtMs = ({ end, timeMs }: Tag) => Math.max(arrivedAtMs(end), anchorMs + timeMs);
  const sound = tags.find(({ kind, bytes }) => kind === "audio" && bytes > SOUND_BYTES);
  const keyed = tags.filter(({ isKey }) => isKey);
  const letters = await lettersShown(path, design);
  return {
    firstPacketAtMs: arrivedAtMs(first.end),
    firstSoundAtMs: sound ? shownAtMs(sound) : Number.POSITIVE_INFINITY,
    shown: keyed.slice(0, letters.length).map((tag, index) => ({ atMs: shownAtMs(tag), letters: letters[index] ?? 0 })),
    holes: holesIn(tags, "video") + holesIn(tags, "audio"),
  };
}

/** When so much of a file was there; what came behind the last look: never. */
function arrivals(growth: readonly Growth[]): (end: number) => number {
  return (end) => {
    let low = 0;
    let high = growth.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((growth[middle]?.bytes ?? 0) >= end) high = middle;
      else low = middle + 1;
    }
    return growth[low]?.atMs ?? Number.POSITIVE_INFINITY;
  };
}

function holesIn(tags: readonly Tag[], kind: Tag["kind"]): number {
  const times = tags.filter((tag) => tag.kind === kind).map(({ timeMs }) => timeMs);
  return times.filter((timeMs, index) => index > 0 && timeMs - (times[index - 1] ?? 0) > HOLE_MS).length;
}

/** As Adobe FLV 10.1, annex E, has them. */
function readTags(path: string): Tag[] {
  const file = openSync(path, "r");
  const head = Buffer.alloc(TAG_HEADER_BYTES + 2);
  const tags: Tag[] = [];
  try {
    const { size } = fstatSync(file);
    for (let at = FIRST_TAG_OFFSET; at + head.length < size;) {
      readSync(file, head, 0, head.length, at);
      const bytes = head.readUIntBE(1, 3);
      const end = at + TAG_HEADER_BYTES + bytes + 4;
      if (end > size) break;
      const kind = head[0] === VIDEO_TAG ? "video" : head[0] === AUDIO_TAG ? "audio" : null;
      const isDescription = head[12] === 0;
      const timeMs = head.readUIntBE(4, 3) + (head[7] ?? 0) * 2 ** 24;
      const isKey = kind === "video" && (head[11] ?? 0) >> 4 === 1;
      if (kind && bytes > 2 && !isDescription) tags.push({ kind, timeMs, bytes, isKey, end });
      at = end;
    }
  } finally {
    closeSync(file);
  }
  return tags;
}

/** Above the title, on its plate. */
const ROW = { x: TITLE_X - PLATE_PADDING + 4, aboveTitle: 36, width: 1560, height: 8 } as const;
/** Averaged over so many pixels. */
const COLUMN_PX = 4;
const COLUMNS = ROW.width / COLUMN_PX;
const ALIKE = 20;
/** Of a letter of the title; what lies right and left of them on the plate. */
const LETTER_PX = 37;
const AROUND_PX = 2 * PLATE_PADDING - 4;

/** Of every picture that can be decoded by itself, in their order. */
async function lettersShown(path: string, { titleY, colour }: Design): Promise<number[]> {
  const crop = `crop=${ROW.width}:${ROW.height}:${ROW.x}:${titleY - ROW.aboveTitle}`;
  const filters = `${crop},scale=${COLUMNS}:1:flags=area:in_color_matrix=bt709,format=rgb24`;
  const args = [
    "-v",
    "error",
    "-skip_frame",
    "nokey",
    "-i",
    path,
    "-an",
    "-vf",
    filters,
    "-fps_mode",
    "passthrough",
    "-f",
    "rawvideo",
    "-",
  ];
  const bytes = await output("ffmpeg", args);
  const rowBytes = COLUMNS * 3;
  return Array.from({ length: Math.floor(bytes.length / rowBytes) }, (_, row) => {
    const start = row * rowBytes;
    let columns = 0;
    while (columns < COLUMNS && isAlike(bytes, start + columns * 3, colour)) columns += 1;
    return Math.max(0, Math.round((columns * COLUMN_PX - AROUND_PX) / LETTER_PX));
  });
}

function isAlike(bytes: Uint8Array, at: number, colour: Design["colour"]): boolean {
  return colour.every((value, channel) => Math.abs((bytes[at + channel] ?? 0) - value) < ALIKE);
}
