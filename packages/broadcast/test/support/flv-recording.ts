import { TAG_AUDIO, TAG_HEADER_BYTES, TAG_VIDEO, fileHeader, readTag, writeTag } from "../../src/flv/tag.ts";
import { TagBatch } from "../../src/timeline/batch.ts";
import { MemorySource, packets, pictures, segment, timelineOf } from "./synthetic.ts";

/** One tag of a recording, taken apart so that a test can spoil it. */
export interface LooseTag {
  readonly type: number;
  readonly atMs: number;
  /** What the tag carries, its prefix included. */
  readonly data: Buffer;
}

export const VIDEO_HEADER: LooseTag = { type: TAG_VIDEO, atMs: 0, data: Buffer.from([0x17, 0, 0, 0, 0, 1, 2]) };
export const AUDIO_HEADER: LooseTag = { type: TAG_AUDIO, atMs: 0, data: Buffer.from([0xaf, 0, 0x11, 0x90]) };

/** What a destination receives of a timeline of `seconds`: headers, then every tag in order. */
export function soundRecording(seconds: number): LooseTag[] {
  const source = new MemorySource();
  const track = segment(1, source.add(pictures("v", 2)), source.add(packets("a", seconds * 48)));
  const { timeline } = timelineOf(source, [track]);
  const batch = new TagBatch();
  timeline.produce(seconds * 1000, 0, batch);
  return [VIDEO_HEADER, AUDIO_HEADER, ...looseTags(batch.bytes)];
}

/** Takes a run of whole tags apart. */
export function looseTags(bytes: Buffer): LooseTag[] {
  const tags: LooseTag[] = [];
  for (let at = 0; at < bytes.length;) {
    const { tagBytes, timestampMs } = readTag(bytes, at);
    const data = Buffer.from(bytes.subarray(at + TAG_HEADER_BYTES, at + tagBytes - 4));
    tags.push({ type: bytes.readUInt8(at), atMs: timestampMs, data });
    at += tagBytes;
  }
  return tags;
}

export function recordingBytes(tags: readonly LooseTag[]): Buffer {
  return Buffer.concat([fileHeader(), ...tags.map(({ type, atMs, data }) => writeTag(type, atMs, data))]);
}
