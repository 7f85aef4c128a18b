/** MPEG transport stream as ISO/IEC 13818-1 lays it out: one programme of one picture (AVC) and one sound (AAC in ADTS). */
const PACKET_BYTES = 188;
const HEADER_BYTES = 4;
const BODY_BYTES = PACKET_BYTES - HEADER_BYTES;
const PAT_PID = 0;
const PMT_PID = 0x1000;
/** Carries the clock as well. */
export const VIDEO_PID = 0x100;
export const AUDIO_PID = 0x101;
const STREAM_IDS = { [VIDEO_PID]: 0xe0, [AUDIO_PID]: 0xc0 } as const;
const TICKS_PER_MS = 90;
const TICKS_WRAP = 2 ** 33;
/** Pictures are decoded so long after the clock says that their bytes come. */
const DECODED_AFTER_MS = 700;

// What follows a table's length, but for its CRC: programme 1 is told of in PMT_PID; both streams with their types.
const PAT = Buffer.from([0, 1, 0xc1, 0, 0, 0, 1, 0xe0 | (PMT_PID >> 8), PMT_PID & 0xff]);
const PMT = Buffer.from([
  ...[0, 1, 0xc1, 0, 0, 0xe0 | (VIDEO_PID >> 8), VIDEO_PID & 0xff, 0xf0, 0],
  ...[0x1b, 0xe0 | (VIDEO_PID >> 8), VIDEO_PID & 0xff, 0xf0, 0],
  ...[0x0f, 0xe0 | (AUDIO_PID >> 8), AUDIO_PID & 0xff, 0xf0, 0],
]);

export interface Packet {
  readonly pid: typeof VIDEO_PID | typeof AUDIO_PID;
  readonly decodedMs: number;
  readonly shownMs: number;
  /** Decoding may begin here. */
  readonly isKey: boolean;
  readonly data: Buffer;
}

/** Writes transport packets; it counts them, so that one goes on where the last ended. */
export class TransportStream {
  readonly #counters = new Map<number, number>();

  /** Each piece that is played by itself begins with them. */
  tables(): Buffer {
    return Buffer.concat([
      this.#packets(PAT_PID, section(0, PAT), Buffer.alloc(0)),
      this.#packets(PMT_PID, section(2, PMT), Buffer.alloc(0)),
    ]);
  }

  write({ pid, decodedMs, shownMs, isKey, data }: Packet): Buffer {
    const adaptation = pid === VIDEO_PID ? clock(decodedMs, isKey) : Buffer.alloc(0);
    return this.#packets(pid, Buffer.concat([pesHeader(pid, decodedMs, shownMs, data.length), data]), adaptation);
  }

  /** @param adaptation of the first packet: flags and what they announce */
  #packets(pid: number, payload: Buffer, adaptation: Buffer): Buffer {
    const packets: Buffer[] = [];
    for (let at = 0; at < payload.length;) {
      const isFirst = at === 0;
      const fields = isFirst ? adaptation : Buffer.alloc(0);
      const room = BODY_BYTES - (fields.length === 0 ? 0 : 1 + fields.length);
      const bytes = Math.min(room, payload.length - at);
      packets.push(this.#packet(pid, isFirst, fields, payload.subarray(at, at + bytes)));
      at += bytes;
    }
    return Buffer.concat(packets);
  }

  #packet(pid: number, isFirst: boolean, fields: Buffer, body: Buffer): Buffer {
    const counter = this.#counters.get(pid) ?? 0;
    this.#counters.set(pid, (counter + 1) & 0xf);
    const packet = Buffer.alloc(PACKET_BYTES, 0xff);
    const adaptationBytes = BODY_BYTES - body.length;
    packet.writeUInt8(0x47, 0);
    packet.writeUInt16BE((isFirst ? 0x4000 : 0) | pid, 1);
    packet.writeUInt8((adaptationBytes > 0 ? 0x30 : 0x10) | counter, 3);
    if (adaptationBytes > 0) packet.writeUInt8(adaptationBytes - 1, HEADER_BYTES);
    // Without flags of its own it is stuffing alone.
    if (adaptationBytes > 1) packet.writeUInt8(0, HEADER_BYTES + 1);
    fields.copy(packet, HEADER_BYTES + 1);
    body.copy(packet, PACKET_BYTES - body.length);
    return packet;
  }
}

const ticksOf = (ms: number) => (((ms * TICKS_PER_MS) % TICKS_WRAP) + TICKS_WRAP) % TICKS_WRAP;

/** Flags, and the programme's clock. */
function clock(decodedMs: number, isKey: boolean): Buffer {
  const ticks = ticksOf(decodedMs);
  const bytes = Buffer.alloc(7);
  bytes.writeUInt8(isKey ? 0x50 : 0x10, 0);
  bytes.writeUInt32BE(Math.floor(ticks / 2), 1);
  bytes.writeUInt16BE(((ticks % 2) << 15) | 0x7e00, 5);
  return bytes;
}

function pesHeader(pid: Packet["pid"], decodedMs: number, shownMs: number, dataBytes: number): Buffer {
  const isSame = decodedMs === shownMs;
  const shown = stamp(isSame ? 2 : 3, shownMs);
  const stamps = isSame ? shown : Buffer.concat([shown, stamp(1, decodedMs)]);
  const bytes = 3 + stamps.length + dataBytes;
  // A picture may be longer than the field can say; 0 leaves it open.
  const length = pid === VIDEO_PID ? 0 : bytes;
  const head = [0, 0, 1, STREAM_IDS[pid], length >> 8, length & 0xff, 0x80, isSame ? 0x80 : 0xc0, stamps.length];
  return Buffer.concat([Buffer.from(head), stamps]);
}

/** 33 bits in five bytes, between marks. */
function stamp(prefix: number, ms: number): Buffer {
  const ticks = ticksOf(ms + DECODED_AFTER_MS);
  const bytes = Buffer.alloc(5);
  bytes.writeUInt8((prefix << 4) | (Math.floor(ticks / 2 ** 30) << 1) | 1, 0);
  bytes.writeUInt16BE(((Math.floor(ticks / 2 ** 15) % 2 ** 15) << 1) | 1, 1);
  bytes.writeUInt16BE(((ticks % 2 ** 15) << 1) | 1, 3);
  return bytes;
}

/** A table, after the byte that says where it begins. */
function section(tableId: number, body: Buffer): Buffer {
  const length = body.length + 4;
  const table = Buffer.concat([Buffer.from([tableId, 0xb0 | (length >> 8), length & 0xff]), body]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(table));
  return Buffer.concat([Buffer.from([0]), table, check]);
}

/** Of annex A: not the one that files have, whose bits run the other way. */
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) crc = crc < 0 || crc >= 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  }
  return crc >>> 0;
}
