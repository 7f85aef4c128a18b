import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FlvStreamParser } from "../src/flv/stream-parser.ts";
import {
  BACK_POINTER_BYTES,
  FlvError,
  TAG_AUDIO,
  TAG_HEADER_BYTES,
  TAG_SCRIPT,
  TAG_VIDEO,
  fileHeader,
  patchComposition,
  patchTimestamp,
  readTag,
  writeTag,
} from "../src/flv/tag.ts";
import { packets, pictures } from "./support/synthetic.ts";

const video = (composition = 0) => {
  const tag = writeTag(TAG_VIDEO, 0, Buffer.from([0x27, 1, 0, 0, 0, 9, 9]));
  patchComposition(tag, 0, composition);
  return tag;
};

function parse(bytes: Buffer, sizes: readonly number[]): { kind: string; hex: string }[] {
  const parser = new FlvStreamParser();
  const tags: { kind: string; hex: string }[] = [];
  let at = 0;
  for (let turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    for (const tag of parser.push(bytes.subarray(at, at + size))) tags.push({ kind: tag.kind, hex: tag.bytes.toString("hex") });
    at += size;
  }
  expect(parser.pendingBytes).toBe(0);
  return tags;
}

describe("the FLV stream parser", () => {
  const script = writeTag(TAG_SCRIPT, 0, Buffer.from("onMetaData"));
  const bytes = Buffer.concat([pictures("v", 1, 7).bytes, script, packets("a", 5).bytes.subarray(13)]);

  it("gives the same tags, byte for byte, whatever the sizes of the pieces", () => {
    const whole = parse(bytes, [bytes.length]);
    expect(whole.map(({ kind }) => kind)).toEqual([
      "video-header",
      ...Array(7).fill("video"),
      "script",
      "audio-header",
      ...Array(5).fill("audio"),
    ]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 20 }), (sizes) => {
        expect(parse(bytes, sizes)).toEqual(whole);
      }),
    );
  });

  it("tells how many bytes of an unfinished tag are left over", () => {
    const parser = new FlvStreamParser();
    expect([...parser.push(bytes.subarray(0, -3))]).toHaveLength(14);
    expect(parser.pendingBytes).toBeGreaterThan(0);
  });

  it.each([
    ["a stream that is not FLV", Buffer.from("<html>not a stream of anything</html>")],
    ["a wrong back-pointer", Buffer.concat([fileHeader(), wrongBackPointer()])],
    [
      "a tag that claims more than 8 MiB before its bytes arrive",
      Buffer.concat([fileHeader(), Buffer.from([9, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0])]),
    ],
    ["a codec that is not AVC", Buffer.concat([fileHeader(), writeTag(TAG_VIDEO, 0, Buffer.from([0x12, 1, 0, 0, 0]))])],
    ["a sound format that is not AAC", Buffer.concat([fileHeader(), writeTag(TAG_AUDIO, 0, Buffer.from([0x2f, 1]))])],
    ["an unknown tag type", Buffer.concat([fileHeader(), writeTag(7, 0, Buffer.from([1, 2]))])],
    ["a video tag without its prefix", Buffer.concat([fileHeader(), writeTag(TAG_VIDEO, 0, Buffer.from([0x27]))])],
  ])("refuses %s", (_what, garbage) => {
    expect(() => [...new FlvStreamParser().push(garbage)]).toThrow(FlvError);
  });

  it("refuses random bytes rather than making tags of them", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 64, maxLength: 400 }), (noise) => {
        const parser = new FlvStreamParser();
        const tags = () => [...parser.push(Buffer.concat([fileHeader(), noise]))];
        try {
          expect(tags()).toEqual([]);
        } catch (error) {
          expect(error).toBeInstanceOf(FlvError);
        }
      }),
    );
  });
});

function wrongBackPointer(): Buffer {
  const tag = video();
  tag.writeUInt32BE(tag.length, tag.length - BACK_POINTER_BYTES);
  return tag;
}

describe("an FLV tag", () => {
  it.each([
    ["the 24-bit limit", 2 ** 24 - 1, 2 ** 24 - 1],
    ["beyond the 24-bit limit", 2 ** 24 + 5, 2 ** 24 + 5],
    ["beyond the sign bit", 2 ** 31 + 7, 2 ** 31 + 7],
    ["the last of 32 bits", 2 ** 32 - 1, 2 ** 32 - 1],
    ["beyond 32 bits, where it begins anew", 2 ** 32 + 40, 40],
    ["twice round", 2 * 2 ** 32 + 1, 1],
  ])("keeps a timestamp at %s", (_where, atMs, readMs) => {
    const tag = video();
    patchTimestamp(tag, 0, atMs);
    expect(readTag(tag, 0).timestampMs).toBe(readMs);
  });

  it("keeps any timestamp modulo 2^32 and leaves its other bytes alone", () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (atMs) => {
        const tag = video(-33);
        const before = Buffer.from(tag);
        patchTimestamp(tag, 0, atMs);
        expect(readTag(tag, 0)).toMatchObject({ timestampMs: atMs % 2 ** 32, compositionMs: -33 });
        expect(tag.subarray(8)).toEqual(before.subarray(8));
        expect(tag.subarray(0, 4)).toEqual(before.subarray(0, 4));
      }),
    );
  });

  it("keeps composition times of both signs over all 24 bits", () => {
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 23), max: 2 ** 23 - 1 }), (compositionMs) => {
        expect(readTag(video(compositionMs), 0).compositionMs).toBe(compositionMs);
      }),
    );
  });

  it("is read as it was written, at any offset", () => {
    const sound = fc.record({
      type: fc.constant(TAG_AUDIO),
      prefix: fc.constant([0xaf, 1]),
      kind: fc.constant("audio"),
      isKey: fc.constant(false),
    });
    const key = fc.record({
      type: fc.constant(TAG_VIDEO),
      prefix: fc.constant([0x17, 1, 0, 0, 0]),
      kind: fc.constant("video"),
      isKey: fc.constant(true),
    });
    const other = fc.record({
      type: fc.constant(TAG_VIDEO),
      prefix: fc.constant([0x27, 1, 0, 0, 0]),
      kind: fc.constant("video"),
      isKey: fc.constant(false),
    });
    fc.assert(
      fc.property(
        fc.oneof(sound, key, other),
        fc.uint8Array({ maxLength: 300 }),
        fc.nat(2 ** 31),
        fc.nat(50),
        (tag, data, timestampMs, gap) => {
          const body = Buffer.concat([Buffer.from(tag.prefix), data]);
          const bytes = Buffer.concat([Buffer.alloc(gap, 0xee), writeTag(tag.type, timestampMs, body)]);
          const tagBytes = TAG_HEADER_BYTES + body.length + BACK_POINTER_BYTES;
          expect(readTag(bytes, gap)).toMatchObject({ kind: tag.kind, isKey: tag.isKey, timestampMs, tagBytes });
        },
      ),
    );
  });
});
