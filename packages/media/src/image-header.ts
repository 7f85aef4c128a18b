export type ImageType = "jpeg" | "png" | "webp";

export interface ImageHeader {
  readonly type: ImageType;
  readonly widthPx: number;
  readonly heightPx: number;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Type and size as the first bytes declare them, without decoding; null for anything else or anything cut short. */
export function readImageHeader(bytes: Uint8Array): ImageHeader | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const header = readPng(view) ?? readJpeg(view) ?? readWebp(view);
    return header !== null && header.widthPx > 0 && header.heightPx > 0 ? header : null;
  } catch (error) {
    // Reading past the end: the file is shorter than its own header.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readPng(view: Buffer): ImageHeader | null {
  if (!view.subarray(0, 8).equals(PNG_SIGNATURE) || ascii(view, 12, 4) !== "IHDR") return null;
  return { type: "png", widthPx: view.readUInt32BE(16), heightPx: view.readUInt32BE(20) };
}

/** Walks the segments to the frame header (SOFn); thumbnails inside other segments are stepped over. */
function readJpeg(view: Buffer): ImageHeader | null {
  if (view.length < 4 || view.readUInt16BE(0) !== 0xffd8) return null;
  let offset = 2;
  for (;;) {
    if (view.readUInt8(offset) !== 0xff) return null;
    const marker = view.readUInt8(offset + 1);
    if (marker === 0xff) {
      offset += 1;
    } else if (isFrameHeader(marker)) {
      return { type: "jpeg", widthPx: view.readUInt16BE(offset + 7), heightPx: view.readUInt16BE(offset + 5) };
    } else if (marker === 0xda || marker === 0xd9) {
      return null;
    } else {
      const isBare = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
      offset += isBare ? 2 : 2 + Math.max(2, view.readUInt16BE(offset + 2));
    }
  }
}

/** C4, C8 and CC lie in the same range but are tables and extensions. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function readWebp(view: Buffer): ImageHeader | null {
  if (ascii(view, 0, 4) !== "RIFF" || ascii(view, 8, 4) !== "WEBP") return null;
  switch (ascii(view, 12, 4)) {
    case "VP8X":
      return { type: "webp", widthPx: view.readUIntLE(24, 3) + 1, heightPx: view.readUIntLE(27, 3) + 1 };
    case "VP8L": {
      const packed = view.readUInt32LE(21);
      return { type: "webp", widthPx: (packed & 0x3fff) + 1, heightPx: ((packed >>> 14) & 0x3fff) + 1 };
    }
    case "VP8 ":
      return { type: "webp", widthPx: view.readUInt16LE(26) & 0x3fff, heightPx: view.readUInt16LE(28) & 0x3fff };
    default:
      return null;
  }
}

function ascii(view: Buffer, start: number, length: number): string {
  return view.toString("latin1", start, start + length);
}
