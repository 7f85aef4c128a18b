/** Messages cut into chunks, as section 5.3 of Adobe's "Real Time Messaging Protocol" 1.0 lays them out. */

export interface Message {
  readonly type: number;
  readonly timestampMs: number;
  readonly streamId: number;
  readonly payload: Buffer;
}

export const MESSAGE = {
  chunkSize: 1,
  userControl: 4,
  windowSize: 5,
  peerBandwidth: 6,
  audio: 8,
  video: 9,
  dataAmf3: 15,
  commandAmf3: 17,
  data: 18,
  command: 20,
} as const;

/** Both sides begin with this one; section 5.4.1 advises nobody to go below it, and each chunk costs us the same however small. */
const FIRST_CHUNK_BYTES = 128;
/** What we cut into, once we have said so. */
export const CHUNK_BYTES = 4096;
/** As large as players and encoders in use ever choose. */
const CHUNK_MAX_BYTES = 64 * 1024;
/** The three bytes of a timestamp say so, and four follow that tell it. */
const EXTENDED = 0xffffff;
const HEADER_BYTES = [11, 7, 3, 0] as const;
/** By the format of its header: what of the header before a chunk's own stands in it. */
const HAS_LENGTH = 2;

export class ChunkError extends Error {
  override readonly name = "ChunkError";
}

interface ChunkStream {
  timestampMs: number;
  deltaMs: number;
  isExtended: boolean;
  lengthBytes: number;
  type: number;
  streamId: number;
  /** Of the message under way. */
  pieces: Buffer[];
  heldBytes: number;
}

interface ChunkHeader {
  readonly format: number;
  readonly id: number;
  readonly bytes: number;
}

/** Puts messages together from bytes that arrive in pieces of any size. */
export class ChunkReader {
  readonly #streams = new Map<number, ChunkStream>();
  readonly #messageMaxBytes: () => number;
  #rest: Buffer = Buffer.alloc(0);
  #chunkBytes = FIRST_CHUNK_BYTES;

  /** @param messageMaxBytes asked for each message: whoever is not known yet may send little */
  constructor(messageMaxBytes: () => number) {
    this.#messageMaxBytes = messageMaxBytes;
  }

  /** @throws ChunkError at what cannot be one, or holds too much */
  *push(bytes: Buffer): Generator<Message> {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const read = this.#chunk();
      if (read === "more") return;
      if (read === null) continue;
      if (read.type === MESSAGE.chunkSize) this.#resize(read.payload);
      else yield read;
    }
  }

  /** The message that the next chunk completes; null: it completes none; "more": it is not all there. */
  #chunk(): Message | "more" | null {
    const header = basicHeader(this.#rest);
    if (!header) return "more";
    const { format, id } = header;
    const known = this.#streams.get(id);
    if (!known && format !== 0) throw new ChunkError(`chunk stream ${id} begins in the middle`);
    const stream = { ...(known ?? newStream()) };
    const bodyAt = this.#messageHeader(header, stream);
    if (bodyAt === null) return "more";
    // Before its body: what is waited for is kept in memory.
    if (stream.lengthBytes > this.#messageMaxBytes()) throw new ChunkError(`a message of ${stream.lengthBytes} bytes`);
    if (stream.lengthBytes < stream.heldBytes) throw new ChunkError("a message became shorter than what came of it");
    if (!known && this.#streams.size >= STREAMS_MAX) throw new ChunkError("too many chunk streams");
    const bodyBytes = Math.min(this.#chunkBytes, stream.lengthBytes - stream.heldBytes);
    if (this.#rest.length < bodyAt + bodyBytes) return "more";
    stream.pieces.push(this.#rest.subarray(bodyAt, bodyAt + bodyBytes));
    stream.heldBytes += bodyBytes;
    this.#rest = this.#rest.subarray(bodyAt + bodyBytes);
    this.#streams.set(id, stream);
    if (stream.heldBytes < stream.lengthBytes) return null;
    const payload = Buffer.concat(stream.pieces);
    stream.pieces = [];
    stream.heldBytes = 0;
    return { type: stream.type, timestampMs: stream.timestampMs, streamId: stream.streamId, payload };
  }

  /** Takes the header into `stream`. @returns where the body begins; null: it is not all there */
  #messageHeader({ format, bytes: at }: ChunkHeader, stream: ChunkStream): number | null {
    const headerBytes = HEADER_BYTES[format] ?? 0;
    let end = at + headerBytes;
    if (this.#rest.length < end) return null;
    const isBegin = stream.heldBytes === 0;
    let timeMs = headerBytes > 0 ? this.#rest.readUIntBE(at, 3) : stream.deltaMs;
    if (headerBytes > 0) stream.isExtended = timeMs === EXTENDED;
    if (stream.isExtended) {
      if (this.#rest.length < end + 4) return null;
      timeMs = this.#rest.readUInt32BE(end);
      end += 4;
    }
    if (format < HAS_LENGTH) {
      stream.lengthBytes = this.#rest.readUIntBE(at + 3, 3);
      stream.type = this.#rest.readUInt8(at + 6);
    }
    if (format === 0) stream.streamId = this.#rest.readUInt32LE(at + 7);
    if (!isBegin) return end;
    stream.timestampMs = format === 0 ? timeMs : (stream.timestampMs + timeMs) >>> 0;
    stream.deltaMs = timeMs;
    return end;
  }

  #resize(payload: Buffer): void {
    const bytes = payload.length >= 4 ? payload.readUInt32BE(0) : 0;
    if (bytes < FIRST_CHUNK_BYTES || bytes > CHUNK_MAX_BYTES) throw new ChunkError(`chunks of ${bytes} bytes`);
    this.#chunkBytes = bytes;
  }
}

/** A publisher has four, a player two. */
const STREAMS_MAX = 16;

const newStream = (): ChunkStream => ({
  ...{ timestampMs: 0, deltaMs: 0, isExtended: false, lengthBytes: 0, type: 0, streamId: 0 },
  ...{ pieces: [], heldBytes: 0 },
});

function basicHeader(bytes: Buffer): ChunkHeader | null {
  const [first] = bytes;
  if (first === undefined) return null;
  const format = first >> 6;
  const low = first & 0x3f;
  if (low > 1) return { format, id: low, bytes: 1 };
  if (bytes.length < 2 + low) return null;
  return { format, id: 64 + (low === 0 ? bytes.readUInt8(1) : bytes.readUInt16LE(1)), bytes: 2 + low };
}

/** One message with a whole header, in chunks of `CHUNK_BYTES`: what comes before it does not matter, so all may be sent the same bytes. */
export function writeMessage(chunkStreamId: number, { type, timestampMs, streamId, payload }: Message): Buffer {
  const isExtended = timestampMs >= EXTENDED;
  const extendedBytes = isExtended ? 4 : 0;
  const more = Math.max(0, Math.ceil(payload.length / CHUNK_BYTES) - 1);
  const bytes = Buffer.allocUnsafe(12 + extendedBytes + payload.length + more * (1 + extendedBytes));
  bytes.writeUInt8(chunkStreamId, 0);
  bytes.writeUIntBE(isExtended ? EXTENDED : timestampMs, 1, 3);
  bytes.writeUIntBE(payload.length, 4, 3);
  bytes.writeUInt8(type, 7);
  bytes.writeUInt32LE(streamId, 8);
  if (isExtended) bytes.writeUInt32BE(timestampMs, 12);
  let at = 12 + extendedBytes;
  for (let from = 0; from < payload.length; from += CHUNK_BYTES) {
    if (from > 0) {
      bytes.writeUInt8(0xc0 | chunkStreamId, at);
      if (isExtended) bytes.writeUInt32BE(timestampMs, at + 1);
      at += 1 + extendedBytes;
    }
    at += payload.copy(bytes, at, from, from + CHUNK_BYTES);
  }
  return bytes;
}
