/**
 * FLV as Adobe's "Video File Format Specification", version 10.1, annex E, lays it out:
 * a file header of 9 bytes, then back-pointers of 4 bytes between tags of 11 + n bytes.
 */
export const FLV_FILE_HEADER_BYTES = 9;
export const TAG_HEADER_BYTES = 11;
export const BACK_POINTER_BYTES = 4;
/** AVCVIDEOPACKET: frame type and codec, packet type, composition time (24 bit). */
export const AVC_PREFIX_BYTES = 5;
/** AACAUDIODATA: sound format, packet type. */
export const AAC_PREFIX_BYTES = 2;

export const TAG_AUDIO = 8;
export const TAG_VIDEO = 9;
export const TAG_SCRIPT = 18;

const CODEC_AVC = 7;
const SOUND_FORMAT_AAC = 10;
const FRAME_KEY = 1;

export type TagKind = "video" | "audio" | "video-header" | "audio-header" | "video-end" | "script";

export interface TagInfo {
  readonly kind: TagKind;
  /** 32 bit, as stored: the high byte comes last. */
  readonly timestampMs: number;
  /** Length of the whole tag with its back-pointer. */
  readonly tagBytes: number;
  readonly isKey: boolean;
  /** Composition time offset, pts - dts; 0 for all but coded pictures. */
  readonly compositionMs: number;
}

export class FlvError extends Error {
  override readonly name = "FlvError";
}

/**
 * Bytes of the tag that begins at `offset` with its back-pointer; null while its header is not all there.
 * @param end how far the buffer is filled
 */
export function tagBytesAt(bytes: Buffer, offset: number, end: number = bytes.length): number | null {
  if (end - offset < TAG_HEADER_BYTES) return null;
  return TAG_HEADER_BYTES + (bytes.readUInt32BE(offset) & 0xffffff) + BACK_POINTER_BYTES;
}

/** Timestamp of the tag that begins at `offset`: 24 bits, and behind them the highest eight. */
export function timestampAt(bytes: Buffer, offset: number): number {
  const stored = bytes.readUInt32BE(offset + 4);
  return (stored >>> 8) + (stored & 0xff) * 0x1000000;
}

/** Composition time of the coded picture whose tag begins at `offset`. */
export function compositionAt(bytes: Buffer, offset: number): number {
  return (bytes.readInt32BE(offset + TAG_HEADER_BYTES + 1) << 8) >> 8;
}

/**
 * Reads the tag at `offset`, which must be there whole.
 * @throws FlvError when the bytes are no tag, or carry anything but AVC and AAC.
 */
export function readTag(bytes: Buffer, offset: number): TagInfo {
  const typeAndBytes = bytes.readUInt32BE(offset);
  const type = typeAndBytes >>> 24;
  const dataBytes = typeAndBytes & 0xffffff;
  const tagBytes = TAG_HEADER_BYTES + dataBytes + BACK_POINTER_BYTES;
  const backPointer = bytes.readUInt32BE(offset + tagBytes - BACK_POINTER_BYTES);
  if (backPointer !== TAG_HEADER_BYTES + dataBytes) throw new FlvError(`back-pointer ${backPointer} after a tag of ${dataBytes} bytes`);
  const timestampMs = timestampAt(bytes, offset);
  if (type === TAG_SCRIPT) return { kind: "script", timestampMs, tagBytes, isKey: false, compositionMs: 0 };
  if (type === TAG_VIDEO) return readVideo(bytes, offset, timestampMs, tagBytes, dataBytes);
  if (type === TAG_AUDIO) return { kind: audioKind(bytes, offset, dataBytes), timestampMs, tagBytes, isKey: false, compositionMs: 0 };
  throw new FlvError(`tag type ${type}`);
}

function readVideo(bytes: Buffer, offset: number, timestampMs: number, tagBytes: number, dataBytes: number): TagInfo {
  if (dataBytes < AVC_PREFIX_BYTES) throw new FlvError(`video tag of ${dataBytes} bytes`);
  const first = bytes.readUInt8(offset + TAG_HEADER_BYTES);
  if ((first & 0x0f) !== CODEC_AVC) throw new FlvError(`video codec ${first & 0x0f}`);
  const isKey = first >> 4 === FRAME_KEY;
  const packetType = bytes.readUInt8(offset + TAG_HEADER_BYTES + 1);
  if (packetType === 0) return { kind: "video-header", timestampMs, tagBytes, isKey, compositionMs: 0 };
  if (packetType === 2) return { kind: "video-end", timestampMs, tagBytes, isKey: false, compositionMs: 0 };
  if (packetType !== 1) throw new FlvError(`AVC packet type ${packetType}`);
  return { kind: "video", timestampMs, tagBytes, isKey, compositionMs: compositionAt(bytes, offset) };
}

function audioKind(bytes: Buffer, offset: number, dataBytes: number): TagKind {
  if (dataBytes < AAC_PREFIX_BYTES) throw new FlvError(`audio tag of ${dataBytes} bytes`);
  const format = bytes.readUInt8(offset + TAG_HEADER_BYTES) >> 4;
  if (format !== SOUND_FORMAT_AAC) throw new FlvError(`sound format ${format}`);
  return bytes.readUInt8(offset + TAG_HEADER_BYTES + 1) === 0 ? "audio-header" : "audio";
}

/** Writes a timestamp (taken modulo 2^32, also a negative one) into the tag that begins at `offset`. */
export function patchTimestamp(bytes: Buffer, offset: number, timestampMs: number): void {
  const wrapped = ((timestampMs % 0x100000000) + 0x100000000) % 0x100000000;
  bytes.writeUInt32BE((wrapped % 0x1000000) * 0x100 + Math.floor(wrapped / 0x1000000), offset + 4);
}

/** Writes the composition time of the coded picture whose tag begins at `offset`. */
export function patchComposition(bytes: Buffer, offset: number, compositionMs: number): void {
  bytes.writeIntBE(compositionMs, offset + TAG_HEADER_BYTES + 2, 3);
}

/** The header of a file with picture and sound, and the first back-pointer. */
export function fileHeader(): Buffer {
  return Buffer.from([0x46, 0x4c, 0x56, 1, 0b101, 0, 0, 0, FLV_FILE_HEADER_BYTES, 0, 0, 0, 0]);
}

/** One tag around `data`, with its back-pointer. */
export function writeTag(type: number, timestampMs: number, data: Buffer): Buffer {
  const tag = Buffer.alloc(TAG_HEADER_BYTES + data.length + BACK_POINTER_BYTES);
  tag.writeUInt8(type, 0);
  tag.writeUIntBE(data.length, 1, 3);
  patchTimestamp(tag, 0, timestampMs);
  data.copy(tag, TAG_HEADER_BYTES);
  tag.writeUInt32BE(TAG_HEADER_BYTES + data.length, TAG_HEADER_BYTES + data.length);
  return tag;
}
