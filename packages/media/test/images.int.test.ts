import { createCanvas, loadImage } from "@napi-rs/canvas";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ImageError, type ImageType, normaliseImage, readImageHeader, setCanvasLoader } from "../src/index.ts";

/** Red left half, blue right half, the lowest row see-through. */
async function picture(type: ImageType, widthPx = 200, heightPx = 100): Promise<Buffer> {
  const canvas = createCanvas(widthPx, heightPx);
  const context = canvas.getContext("2d");
  context.fillStyle = "#ff0000";
  context.fillRect(0, 0, widthPx / 2, heightPx - 10);
  context.fillStyle = "#0000ff";
  context.fillRect(widthPx / 2, 0, widthPx / 2, heightPx - 10);
  return type === "png" ? canvas.encode("png") : canvas.encode(type, 95);
}

/** A JPEG with an EXIF segment: lying on its side (orientation 6), and telling a place. */
function withExif(jpeg: Buffer): Buffer {
  const orientation = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0];
  const body = Buffer.from([
    ...Buffer.from("Exif\0\0"),
    0x4d,
    0x4d,
    0,
    0x2a,
    0,
    0,
    0,
    8,
    0,
    1,
    ...orientation,
    0,
    0,
    0,
    0,
    ...Buffer.from("SECRET PLACE"),
  ]);
  const segment = Buffer.from([0xff, 0xe1, (body.length + 2) >> 8, (body.length + 2) & 0xff]);
  return Buffer.concat([jpeg.subarray(0, 2), segment, body, jpeg.subarray(2)]);
}

async function pixel(bytes: Buffer, x: number, y: number): Promise<number[]> {
  const image = await loadImage(bytes);
  const context = createCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  return [...context.getImageData(x, y, 1, 1).data];
}
const near = (actual: number[], expected: number[]) => expected.every((value, n) => Math.abs(value - (actual[n] ?? -999)) <= 6);
const kindOf = async (bytes: Uint8Array, limits: object = {}) => {
  const error: unknown = await normaliseImage(bytes, { maxPx: 100, format: "jpeg", ...limits }).then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof ImageError ? error.kind : error;
};

const TYPES = ["jpeg", "png", "webp"] as const;

describe("readImageHeader", () => {
  it.each(TYPES)("reads the size of a %s without decoding it", async (type) => {
    expect(readImageHeader(await picture(type, 317, 211))).toEqual({ type, widthPx: 317, heightPx: 211 });
  });

  it("reads lossless and extended WebP", () => {
    const riff = (chunk: string, body: number[]) =>
      Buffer.concat([Buffer.from(`RIFF\0\0\0\0WEBP${chunk}\0\0\0\0`, "latin1"), Buffer.from(body)]);
    expect(readImageHeader(riff("VP8X", [0, 0, 0, 0, 0x0f, 0x27, 0, 0x87, 0x13, 0]))).toEqual({
      type: "webp",
      widthPx: 10_000,
      heightPx: 5000,
    });
    const packed = Buffer.alloc(4);
    packed.writeUInt32LE(((4999 << 14) | 9999) >>> 0);
    expect(readImageHeader(riff("VP8L", [0x2f, ...packed]))).toEqual({ type: "webp", widthPx: 10_000, heightPx: 5000 });
  });

  it("answers null for every beginning of a picture that is cut before its size", async () => {
    for (const type of TYPES) {
      const bytes = await picture(type);
      const answers = Array.from({ length: 700 }, (_, length) => readImageHeader(bytes.subarray(0, length)));
      const firstKnown = answers.findIndex((answer) => answer !== null);
      expect(firstKnown).toBeGreaterThan(20);
      expect(answers.slice(firstKnown)).toEqual(Array.from({ length: 700 - firstKnown }, () => ({ type, widthPx: 200, heightPx: 100 })));
    }
  });
});

describe("normaliseImage", () => {
  let loads = 0;
  beforeAll(() =>
    setCanvasLoader(() => {
      loads += 1;
      return import("@napi-rs/canvas");
    }),
  );
  afterAll(() => setCanvasLoader(() => import("@napi-rs/canvas")));

  it("refuses by bytes and header before the canvas is even loaded", async () => {
    const bomb = await picture("png");
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    expect(await kindOf(bomb)).toBe("too-many-pixels");
    expect(await kindOf(await picture("png"), { maxInputPixels: 19_999 })).toBe("too-many-pixels");
    expect(await kindOf(Buffer.alloc(101), { maxInputBytes: 100 })).toBe("too-many-bytes");
    for (const other of [
      "",
      "GIF89a\u0001\0\u0001\0",
      '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
      "file:///etc/passwd",
      "BM",
    ]) {
      expect(await kindOf(Buffer.from(other, "latin1"))).toBe("unsupported-type");
    }
    expect(loads).toBe(0);
  });

  it.each(TYPES)("brings a %s within the bound in every format, colours kept", async (type) => {
    for (const format of TYPES) {
      const made = await normaliseImage(await picture(type), { maxPx: 100, format });
      expect(made).toMatchObject({ format, widthPx: 100, heightPx: 50 });
      expect(readImageHeader(made.bytes)).toEqual({ type: format, widthPx: 100, heightPx: 50 });
      expect(near(await pixel(made.bytes, 10, 10), [255, 0, 0, 255])).toBe(true);
      expect(near(await pixel(made.bytes, 90, 10), [0, 0, 255, 255])).toBe(true);
    }
    expect(loads).toBe(1);
  });

  it("never enlarges, and keeps a hair-thin picture visible", async () => {
    expect(await normaliseImage(await picture("png"), { maxPx: 4000, format: "png" })).toMatchObject({ widthPx: 200, heightPx: 100 });
    expect(await normaliseImage(await picture("png", 2000, 11), { maxPx: 50, format: "png" })).toMatchObject({ widthPx: 50, heightPx: 1 });
  });

  it("puts what is see-through on white where the format has no transparency", async () => {
    const source = await picture("png");
    expect(near(await pixel((await normaliseImage(source, { maxPx: 200, format: "jpeg" })).bytes, 50, 98), [255, 255, 255, 255])).toBe(
      true,
    );
    expect((await pixel((await normaliseImage(source, { maxPx: 200, format: "webp" })).bytes, 50, 98))[3]).toBe(0);
  });

  it("turns a photograph upright and forgets where it was taken", async () => {
    const made = await normaliseImage(withExif(await picture("jpeg")), { maxPx: 400, format: "jpeg" });
    expect(made).toMatchObject({ widthPx: 100, heightPx: 200 });
    expect(near(await pixel(made.bytes, 50, 10), [255, 0, 0, 255])).toBe(true);
    expect(made.bytes.includes("SECRET")).toBe(false);
    expect(made.bytes.includes("Exif")).toBe(false);
  });

  it("calls a picture damaged when only its header is one, and serves the next", async () => {
    const bytes = await picture("png");
    const [bad, good] = await Promise.all([kindOf(bytes.subarray(0, 40)), normaliseImage(bytes, { maxPx: 100, format: "webp" })]);
    expect(bad).toBe("damaged");
    expect(good.widthPx).toBe(100);
  });
});
