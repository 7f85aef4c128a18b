import type { ImageType } from "./image-header.ts";
import { ImageError } from "./images.ts";

const PNG_SIGNATURE_BYTES = 8;
const PNG_CHUNK_FRAME_BYTES = 12;
const RIFF_HEAD_BYTES = 8;
const VP8X_ANIMATION = 0b10;

/**
 * A decoder draws what there is of a picture that was cut short, and of one that moves the first frame: neither is what
 * somebody meant to upload. The header must have been read already.
 * @throws ImageError
 */
export function checkWholeStill(bytes: Buffer, type: ImageType): void {
  const found = { png: readPngChunks, jpeg: readJpegEnd, webp: readWebpChunks }[type](bytes);
  if (found.isAnimated) throw new ImageError("animated", "The picture is animated");
  if (!found.isWhole) throw new ImageError("damaged", "The picture is cut short");
}

interface Found {
  readonly isWhole: boolean;
  readonly isAnimated: boolean;
}

function readPngChunks(bytes: Buffer): Found {
  let offset = PNG_SIGNATURE_BYTES;
  let isAnimated = false;
  while (offset + PNG_CHUNK_FRAME_BYTES <= bytes.length) {
    const kind = bytes.toString("latin1", offset + 4, offset + 8);
    offset += PNG_CHUNK_FRAME_BYTES + bytes.readUInt32BE(offset);
    if (kind === "acTL") isAnimated = true;
    if (kind === "IEND") return { isWhole: offset <= bytes.length, isAnimated };
  }
  return { isWhole: false, isAnimated };
}

/** Within the coded picture the bytes of the end mark cannot occur; a thumbnail's end lies before the scan. */
function readJpegEnd(bytes: Buffer): Found {
  let offset = 2;
  while (offset + 4 <= bytes.length) {
    const marker = bytes.readUInt8(offset + 1);
    if (marker === 0xda) return { isWhole: bytes.indexOf(Buffer.from([0xff, 0xd9]), offset) >= 0, isAnimated: false };
    const isBare = marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
    offset += marker === 0xff ? 1 : isBare ? 2 : 2 + Math.max(2, bytes.readUInt16BE(offset + 2));
  }
  return { isWhole: false, isAnimated: false };
}

function readWebpChunks(bytes: Buffer): Found {
  const isWhole = RIFF_HEAD_BYTES + bytes.readUInt32LE(4) <= bytes.length;
  const isExtended = bytes.toString("latin1", 12, 16) === "VP8X";
  return { isWhole, isAnimated: isExtended && (bytes.readUInt8(20) & VP8X_ANIMATION) !== 0 };
}
