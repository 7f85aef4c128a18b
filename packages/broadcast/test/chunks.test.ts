import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AmfError, readAmf, writeAmf } from "../src/local/amf0.ts";
import { ChunkError, ChunkReader, type Message, MESSAGE, writeMessage } from "../src/local/chunks.ts";

const messages = fc.record({
  type: fc.constantFrom(MESSAGE.audio, MESSAGE.video, MESSAGE.data, MESSAGE.command),
  timestampMs: fc.oneof(fc.nat({ max: 0xffffff }), fc.integer({ min: 0xfffffe, max: 0xffffffff })),
  streamId: fc.constantFrom(0, 1),
  payload: fc.uint8Array({ maxLength: 10_000 }).map((bytes) => Buffer.from(bytes)),
});
const CHUNKS_OF_4096 = Buffer.from([2, 0, 0, 0, 0, 0, 4, 1, 0, 0, 0, 0, 0, 0, 0x10, 0]);

function read(bytes: Buffer, sizes: readonly number[], maxBytes = 1e6): Message[] {
  const reader = new ChunkReader(() => maxBytes);
  const found: Message[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    found.push(...reader.push(bytes.subarray(at, at + size)));
    at += size;
  }
  return found;
}

describe("messages in chunks", () => {
  it("are put together as they were cut, whatever the pieces they arrive in and beyond the 24 bits of a timestamp", () => {
    const pieces = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(messages, { maxLength: 6 }), pieces, (sent, sizes) => {
        const bytes = Buffer.concat([CHUNKS_OF_4096, ...sent.map((message, index) => writeMessage(3 + (index % 4), message))]);
        // An empty message has no chunk that could end it but its header's own.
        expect(read(bytes, sizes)).toEqual(sent);
      }),
    );
  });

  it("count times from the one before where their headers say only the difference", () => {
    const whole = Buffer.from([4, 0, 0, 100, 0, 0, 1, 8, 1, 0, 0, 0, 7]);
    const bySize = Buffer.from([0x44, 0, 0, 20, 0, 0, 2, 8, 8, 9]);
    const byTime = Buffer.from([0x84, 0, 0, 21, 1, 2]);
    const asBefore = Buffer.from([0xc4, 3, 4]);
    const times = read(Buffer.concat([whole, bySize, byTime, asBefore]), [3]).map(({ timestampMs }) => timestampMs);
    expect(times).toEqual([100, 120, 141, 162]);
  });

  it("are refused where they would be larger than who sends them may send, or begin in the middle", () => {
    expect(() => read(writeMessage(3, { type: 20, timestampMs: 0, streamId: 0, payload: Buffer.alloc(2000) }), [4096], 1000)).toThrow(
      ChunkError,
    );
    expect(() => read(Buffer.from([0xc5, 1]), [2])).toThrow(ChunkError);
  });

  it("of strangers hold no more memory than some, whatever bytes they are", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), (bytes) => {
        try {
          for (const { payload } of read(Buffer.from(bytes), [700], 500)) expect(payload.length).toBeLessThanOrEqual(500);
        } catch (error) {
          expect(error).toBeInstanceOf(ChunkError);
        }
      }),
    );
  });
});

const STRANGER_MAX_BYTES = 8 * 1024;

/** The header of a message on one chunk stream, without its body. */
function header(lengthBytes: number, type: number = MESSAGE.video): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt8(3, 0);
  bytes.writeUIntBE(lengthBytes, 4, 3);
  bytes.writeUInt8(type, 7);
  return bytes;
}

function chunksOf(bytes: number): Buffer {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(bytes);
  return writeMessage(2, { type: MESSAGE.chunkSize, timestampMs: 0, streamId: 0, payload });
}

describe("a reader of chunks", () => {
  const reading = (...pieces: Buffer[]) => read(Buffer.concat(pieces), [100_000], STRANGER_MAX_BYTES);

  it("refuses a message that is too long by its header, before anything of its body is kept", () => {
    expect(() => reading(header(STRANGER_MAX_BYTES + 1))).toThrow(ChunkError);
    expect(reading(header(STRANGER_MAX_BYTES))).toEqual([]);
  });

  it("refuses chunks larger than anybody needs, and takes those of known players", () => {
    expect(() => reading(chunksOf(0xffffff))).toThrow(ChunkError);
    expect(() => reading(chunksOf(0))).toThrow(ChunkError);
    expect(reading(chunksOf(60_000), header(5000), Buffer.alloc(5000))).toHaveLength(1);
  });

  it("refuses chunks smaller than both sides begin with, which cost as much each, and takes those", () => {
    expect(() => reading(chunksOf(127))).toThrow(ChunkError);
    expect(reading(chunksOf(128), header(100), Buffer.alloc(100))).toHaveLength(1);
  });

  it("refuses a message that becomes shorter than what has come of it", () => {
    expect(() => reading(header(1000), Buffer.alloc(128), header(10))).toThrow(ChunkError);
  });
});

describe("commands", () => {
  it("are read as they were written", () => {
    const command = ["connect", 1, { app: "test", isFast: true, nothing: null }, "name", 2.5] as const;
    expect(readAmf(writeAmf(command))).toEqual(command);
  });

  it("that are none are refused, whatever bytes they are", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          readAmf(Buffer.from(bytes));
        } catch (error) {
          expect(error).toBeInstanceOf(AmfError);
        }
      }),
    );
  });
});
