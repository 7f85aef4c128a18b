/** Pictures and sound as a transport stream carries them, made of what FLV and MP4 carry; nothing is coded anew. */
const START_CODE = Buffer.from([0, 0, 0, 1]);
const DELIMITER_TYPE = 9;
/** "Here begins a picture", of any kind. */
const DELIMITER = Buffer.from([0, 0, 0, 1, DELIMITER_TYPE, 0xf0]);
const ADTS_BYTES = 7;

export class HlsError extends Error {
  override readonly name = "HlsError";
}

/** Of an AVCDecoderConfigurationRecord (ISO/IEC 14496-15). */
export interface PictureHeader {
  readonly lengthBytes: number;
  /** With start codes: what a decoder needs first. */
  readonly sets: Buffer;
}

/** @throws HlsError */
export function readPictureHeader(record: Buffer): PictureHeader {
  const lengthBytes = ((record[4] ?? 0) & 3) + 1;
  const sets: Buffer[] = [];
  let at = 5;
  for (const mask of [0x1f, 0xff]) {
    const count = (record[at] ?? 0) & mask;
    at += 1;
    for (let set = 0; set < count; set += 1) {
      const unit = unitAt(record, at, 2);
      sets.push(START_CODE, unit);
      at += 2 + unit.length;
    }
  }
  return { lengthBytes, sets: Buffer.concat(sets) };
}

/** One picture with start codes (ITU-T H.264, annex B). @throws HlsError */
export function toAnnexB({ lengthBytes, sets }: PictureHeader, picture: Buffer, isKey: boolean): Buffer {
  const pieces = isKey ? [DELIMITER, sets] : [DELIMITER];
  for (let at = 0; at < picture.length;) {
    const unit = unitAt(picture, at, lengthBytes);
    if (((unit[0] ?? 0) & 0x1f) !== DELIMITER_TYPE) pieces.push(START_CODE, unit);
    at += lengthBytes + unit.length;
  }
  return Buffer.concat(pieces);
}

function unitAt(bytes: Buffer, at: number, lengthBytes: number): Buffer {
  if (at + lengthBytes > bytes.length) throw new HlsError("a unit without its length");
  const end = at + lengthBytes + bytes.readUIntBE(at, lengthBytes);
  if (end > bytes.length) throw new HlsError("a unit longer than its picture");
  return bytes.subarray(at + lengthBytes, end);
}

/** Of an AudioSpecificConfig (ISO/IEC 14496-3). */
export interface SoundHeader {
  readonly objectType: number;
  readonly rateIndex: number;
  readonly channels: number;
}

/** @throws HlsError for what ADTS cannot say */
export function readSoundHeader(config: Buffer): SoundHeader {
  const bits = config.length < 2 ? 0 : config.readUInt16BE(0);
  const header = { objectType: bits >> 11, rateIndex: (bits >> 7) & 0xf, channels: (bits >> 3) & 0xf };
  const isKnown = header.objectType >= 1 && header.objectType <= 4 && header.rateIndex < 13 && header.channels >= 1 && header.channels < 8;
  if (!isKnown) throw new HlsError("sound that ADTS cannot carry");
  return header;
}

/** One packet of sound with its header. */
export function toAdts({ objectType, rateIndex, channels }: SoundHeader, packet: Buffer): Buffer {
  const bytes = ADTS_BYTES + packet.length;
  const header = [
    ...[0xff, 0xf1],
    ((objectType - 1) << 6) | (rateIndex << 2) | (channels >> 2),
    ((channels & 3) << 6) | (bytes >> 11),
    (bytes >> 3) & 0xff,
    ((bytes & 7) << 5) | 0x1f,
    0xfc,
  ];
  return Buffer.concat([Buffer.from(header), packet]);
}
