import { createCanvas, loadImage } from "@napi-rs/canvas";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ImageError, type ImageType, readImageHeader, readLibraryPicture } from "../src/index.ts";

const folder = mkdtempSync(join(tmpdir(), "nightjar-pictures-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
function read(bytes: Uint8Array) {
  const path = join(folder, `${++count}.png`);
  writeFileSync(path, bytes);
  return readLibraryPicture(path);
}
const refusalOf = (bytes: Uint8Array) =>
  read(bytes).then(
    () => "taken",
    (error: unknown) => (error instanceof ImageError ? error.kind : error),
  );

/** Red left, see-through right, in noise enough that no format makes it tiny. */
async function picture(type: ImageType, widthPx = 200, heightPx = 100): Promise<Buffer> {
  const canvas = createCanvas(widthPx, heightPx);
  const context = canvas.getContext("2d");
  for (let x = 0; x < widthPx / 2; x += 4) {
    context.fillStyle = `rgb(255, ${(x * 7) % 40}, 0)`;
    context.fillRect(x, 0, 4, heightPx);
  }
  return type === "png" ? canvas.encode("png") : canvas.encode(type, 95);
}

async function pixel(bytes: Buffer, x: number, y: number): Promise<number[]> {
  const image = await loadImage(bytes);
  const context = createCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  return [...context.getImageData(x, y, 1, 1).data];
}

/** A chunk of a WebP, padded to an even length. */
function chunk(name: string, body: Uint8Array): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from(name, "latin1"), size, body, Buffer.alloc(body.length % 2)]);
}
/** Orientation 6: the camera lay on its side. */
const EXIF = Buffer.from("4d4d002a00000008000101120003000000010006000000000000", "hex");
const VP8X_EXIF = 0x08;
const VP8X_ALPHA = 0x10;

/** A simple WebP in the extended form, with EXIF. */
function lyingWebp(simple: Buffer, widthPx: number, heightPx: number): Buffer {
  const head = Buffer.alloc(10);
  head.writeUInt8(VP8X_EXIF | VP8X_ALPHA, 0);
  head.writeUIntLE(widthPx - 1, 4, 3);
  head.writeUIntLE(heightPx - 1, 7, 3);
  const inner = simple.toString("latin1", 12, 16) === "VP8X" ? simple.subarray(30) : simple.subarray(12);
  return chunk("RIFF", Buffer.concat([Buffer.from("WEBP"), chunk("VP8X", head), inner, chunk("EXIF", EXIF)]));
}

describe("a picture for the media library", () => {
  it.each([
    ["png", "png"],
    ["webp", "png"],
    ["jpeg", "jpeg"],
  ] as const)("of %s is kept as %s, with its transparency, and has a thumbnail", async (type, kept) => {
    const { image, thumbnail } = await read(await picture(type, 800, 400));
    expect(readImageHeader(image.bytes)).toEqual({ type: kept, widthPx: 800, heightPx: 400 });
    expect(readImageHeader(thumbnail.bytes)).toMatchObject({ type: "webp", widthPx: 320, heightPx: 160 });
    const alpha = async (bytes: Buffer, x: number) => (await pixel(bytes, x, 50))[3];
    if (kept === "png") expect([await alpha(image.bytes, 100), await alpha(image.bytes, 700)]).toEqual([255, 0]);
    if (kept === "png") expect(await alpha(thumbnail.bytes, 300)).toBe(0);
  });

  it("is brought to at most 2048 px, and its thumbnail to 320 in either direction", async () => {
    const { image, thumbnail } = await read(await picture("png", 1000, 4096));
    expect(image).toMatchObject({ widthPx: 500, heightPx: 2048 });
    expect(thumbnail).toMatchObject({ widthPx: 78, heightPx: 320 });
    expect((await read(await picture("png", 60, 40))).thumbnail).toMatchObject({ widthPx: 60, heightPx: 40 });
  });

  it("of WebP is turned upright, and forgets how the camera was held", async () => {
    const { image } = await read(lyingWebp(await picture("webp", 200, 100), 200, 100));
    expect(image).toMatchObject({ widthPx: 100, heightPx: 200 });
    expect((await pixel(image.bytes, 50, 20))[3]).toBe(255);
    expect((await pixel(image.bytes, 50, 180))[3]).toBe(0);
  });

  it("is the same to the byte when it comes again", async () => {
    const bytes = await picture("png");
    const [one, two] = [await read(bytes), await read(Buffer.concat([bytes, Buffer.from("<script>evil</script>")]))];
    expect(one.image.bytes.equals(two.image.bytes)).toBe(true);
  });

  it("is refused where it is cut short, wherever that is", async () => {
    for (const type of ["png", "jpeg", "webp"] as const) {
      const bytes = await picture(type);
      for (const share of [0.3, 0.6, 0.9, 0.995]) {
        expect([type, share, await refusalOf(bytes.subarray(0, Math.floor(bytes.length * share)))]).toEqual([type, share, "damaged"]);
      }
      expect(await refusalOf(bytes)).toBe("taken");
    }
  });

  it("is refused by what it declares: too wide, too many pixels, moving, or nothing of ours", async () => {
    const declaring = async (widthPx: number, heightPx: number) => {
      const bytes = await picture("png");
      bytes.writeUInt32BE(widthPx, 16);
      bytes.writeUInt32BE(heightPx, 20);
      return refusalOf(bytes);
    };
    expect(await declaring(8193, 1)).toBe("too-many-pixels");
    expect(await declaring(1, 60_000)).toBe("too-many-pixels");
    expect(await declaring(8000, 8000)).toBe("too-many-pixels");
    for (const other of ['<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>', "GIF89a\u0001\0\u0001\0", ""]) {
      expect(await refusalOf(Buffer.from(other, "latin1"))).toBe("unsupported-type");
    }
  });
});
