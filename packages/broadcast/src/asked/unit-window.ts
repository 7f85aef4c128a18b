import { type FileHandle, open } from "node:fs/promises";
import { MARK_PACKETS, type Mark } from "../timeline/marks.ts";
import { type WalkedTag, walkTags } from "../render/tag-walk.ts";

/** A stretch of a unit, cut down to what is looked at: FLV for a decoder, and what each picture or level out of it stands for. */
export interface UnitWindow {
  readonly flv: Buffer;
  /** One for each that comes out of the decoder, in order. */
  readonly shown: readonly ShownMarks[];
}

export interface SoundWindow extends UnitWindow {
  /** Of the mark behind the last of it; null: the unit goes no further, so far. */
  readonly nextOffset: number | null;
}

/** Marks of the unit that are shown by one thing decoded. */
export interface ShownMarks {
  readonly offsets: readonly number[];
  /** How much later than what is decoded each of them airs. */
  readonly lagsMs: readonly number[];
}

/** How far a window goes: so many are decoded at once that to start a program weighs little. */
const WINDOW_MS = 60_000;
/** The same of sound, in seconds of it: the next window begins at a mark. */
const WINDOW_SOUNDS = 60;
/** A picture is looked at so often, a second for a unit whose key pictures come a little early. */
const PICTURE_EVERY_MS = 3900;
/** Of each second of sound so many packets: a quarter of it says how loud it is, and costs a quarter. */
export const HEARD_PACKETS = 12;

/** In the file's header: what it holds. */
const FLAGS_AT = 4;
const ONLY_PICTURE = 1;
const ONLY_SOUND = 4;

/** Key pictures from a mark on, up to the first that is known. */
export async function pictureWindow(from: Mark, isKnown: (offset: number) => boolean): Promise<UnitWindow> {
  return cutWindow(from, ONLY_PICTURE, async (file, tags) => {
    const parts: Buffer[] = [];
    const shown: { at: WalkedTag; tags: WalkedTag[] }[] = [];
    for await (const tag of tags) {
      if (tag.timestampMs - (shown[0]?.at.timestampMs ?? tag.timestampMs) >= WINDOW_MS) break;
      if (!tag.isKey) continue;
      if (tag.offset !== from.offset && isKnown(tag.offset)) break;
      const last = shown.at(-1);
      if (last && tag.timestampMs - last.at.timestampMs < PICTURE_EVERY_MS) last.tags.push(tag);
      else {
        shown.push({ at: tag, tags: [tag] });
        parts.push(await bytesOf(file, tag));
      }
    }
    return { parts, found: { shown: shown.map(({ at, tags: alike }) => shownMarks(at, alike)) } };
  });
}

/** A quarter of each second of sound from a mark on, up to the first that is known. */
export async function soundWindow(from: Mark, isKnown: (offset: number) => boolean): Promise<SoundWindow> {
  return cutWindow<Omit<SoundWindow, "flv">>(from, ONLY_SOUND, async (file, tags) => {
    const parts: Buffer[] = [];
    const shown: ShownMarks[] = [];
    let packet = 0;
    for await (const tag of tags) {
      const inSecond = packet % MARK_PACKETS;
      if (inSecond === 0) {
        if (packet > 0 && (shown.length === WINDOW_SOUNDS || isKnown(tag.offset)))
          return { parts, found: { shown, nextOffset: tag.offset } };
        shown.push(shownMarks(tag, [tag]));
      }
      if (inSecond < HEARD_PACKETS) parts.push(await bytesOf(file, tag));
      packet += 1;
    }
    return { parts, found: { shown, nextOffset: null } };
  });
}

type WindowCut<T> = (file: FileHandle, tags: AsyncIterable<WalkedTag>) => Promise<{ readonly parts: readonly Buffer[]; readonly found: T }>;

async function cutWindow<T>({ unit, offset }: Mark, flags: number, cut: WindowCut<T>): Promise<T & { readonly flv: Buffer }> {
  const file = await open(unit.path, "r");
  try {
    const head = await read(file, 0, unit.firstTagOffset);
    head.writeUInt8(flags, FLAGS_AT);
    const { parts, found } = await cut(file, walkTags(file, offset, unit.readableBytes));
    return { ...found, flv: Buffer.concat([head, ...parts]) };
  } finally {
    await file.close();
  }
}

function shownMarks(at: WalkedTag, tags: readonly WalkedTag[]): ShownMarks {
  return { offsets: tags.map(({ offset }) => offset), lagsMs: tags.map(({ timestampMs }) => timestampMs - at.timestampMs) };
}

const bytesOf = (file: FileHandle, { offset, tagBytes }: WalkedTag) => read(file, offset, tagBytes);

async function read(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  await file.read(bytes, 0, length, offset);
  return bytes;
}
