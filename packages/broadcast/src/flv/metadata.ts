import type { EncoderProfile } from "@nightjar/contract";

// AMF 0 as Adobe's "Action Message Format -- AMF 0" (2007) lays it out: a marker byte, then big-endian.
const NUMBER = 0;
const BOOLEAN = 1;
const STRING = 2;
const ECMA_ARRAY = 8;
const OBJECT_END = Buffer.from([0, 0, 9]);

/** Codec ids of FLV's tags (E.4.3.1, E.4.2.1). */
const AVC = 7;
const AAC = 10;
const SAMPLE_BITS = 16;

/**
 * What a connection says of itself before its first tag: data of a script tag, "onMetaData" as annex E.5 of Adobe's FLV
 * specification names its fields. No bitrate: that may change on air, and far ends measure it.
 */
export function metadata({ widthPx, heightPx, framesPerSecond, sampleRateHz }: EncoderProfile): Buffer {
  const picture = { width: widthPx, height: heightPx, framerate: framesPerSecond, videocodecid: AVC };
  const sound = { audiocodecid: AAC, audiosamplerate: sampleRateHz, audiosamplesize: SAMPLE_BITS, stereo: true };
  const fields = Object.entries({ ...picture, ...sound, encoder: "Nightjar" });
  const count = Buffer.alloc(5);
  count.writeUInt8(ECMA_ARRAY);
  count.writeUInt32BE(fields.length, 1);
  const pairs = fields.flatMap(([name, value]) => [text(name), valueOf(value)]);
  return Buffer.concat([valueOf("onMetaData"), count, ...pairs, OBJECT_END]);
}

function valueOf(value: number | boolean | string): Buffer {
  if (typeof value === "boolean") return Buffer.from([BOOLEAN, Number(value)]);
  if (typeof value === "string") return Buffer.concat([Buffer.from([STRING]), text(value)]);
  const bytes = Buffer.alloc(9);
  bytes.writeUInt8(NUMBER);
  bytes.writeDoubleBE(value, 1);
  return bytes;
}

function text(value: string): Buffer {
  const bytes = Buffer.alloc(2 + Buffer.byteLength(value));
  bytes.writeUInt16BE(bytes.length - 2);
  bytes.write(value, 2);
  return bytes;
}
