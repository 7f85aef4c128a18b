import { open } from "node:fs/promises";

/** What the head of a part of a file says, of those that follow each other at its top level. */
interface Part {
  /** With its head: the next one begins behind them. */
  readonly bytes: number;
  /** How many of them must be there, or something of the picture is lost. */
  readonly neededBytes: number;
}

/** The longest head: that of a box with a long size. */
const HEAD_BYTES = 16;
/** A file in fragments has two boxes for each; one with more than this is not followed to its end. */
const PARTS_MAX = 4096;

/** Whether a video says of itself that it goes on behind its file's end: a player shows it all the same, only shorter. */
export async function isCutOff(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    return await goesPast(size, async (offset) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, offset);
      return buffer.subarray(0, bytesRead);
    });
  } finally {
    await file.close();
  }
}

/**
 * MP4 says how long it is by the boxes at its top level (ISO/IEC 14496-12, 4.2), AVI by its RIFF chunks (several in OpenDML AVI 1.02),
 * Matroska and WebM by their Segment (RFC 8794, 4 to 6; RFC 9559, 5.1). What does not tell, as a live recording, does not go past its end.
 * @param headAt the first 16 bytes from there on, or as many as there are
 */
export async function goesPast(fileBytes: number, headAt: (offset: number) => Promise<Buffer>): Promise<boolean> {
  const readPart = partReader(await headAt(0));
  let offset = 0;
  for (let count = 0; count < PARTS_MAX && offset < fileBytes; count += 1) {
    const part = readPart(await headAt(offset));
    if (part === null) return false;
    if (offset + part.neededBytes > fileBytes) return true;
    offset += part.bytes;
  }
  return false;
}

/** null: no such part stands there, or none that says how long it is. */
type PartReader = (head: Buffer) => Part | null;

const EBML = "1a45dfa3";

function partReader(head: Buffer): PartReader {
  if (head.toString("latin1", 0, 4) === "RIFF") return readRiff;
  return head.toString("hex", 0, 4) === EBML ? readElement : readBox;
}

const BOX_HEAD_BYTES = 8;
const LONG_BOX_HEAD_BYTES = 16;
/** Instead of a box's size: that is a long one, and follows the name. */
const SIZE_FOLLOWS = 1;
/** What else may stand there, also no box at all, takes nothing of the picture with it. */
const BOXES_OF_THE_PICTURE: ReadonlySet<string> = new Set(["moov", "moof", "mdat"]);

function readBox(head: Buffer): Part | null {
  if (head.length < BOX_HEAD_BYTES) return null;
  const isLong = head.readUInt32BE(0) === SIZE_FOLLOWS;
  if (isLong && head.length < LONG_BOX_HEAD_BYTES) return null;
  const bytes = isLong ? Number(head.readBigUInt64BE(BOX_HEAD_BYTES)) : head.readUInt32BE(0);
  // 0: it goes to the end, wherever that is. Of other sizes below a head's there is no box, but padding.
  if (bytes < (isLong ? LONG_BOX_HEAD_BYTES : BOX_HEAD_BYTES)) return null;
  return { bytes, neededBytes: BOXES_OF_THE_PICTURE.has(head.toString("latin1", 4, 8)) ? bytes : 0 };
}

const RIFF_HEAD_BYTES = 8;
/** Who cannot come back to say how long it has become writes nothing, or about the most that fits. */
const RIFF_MAX_BYTES = 0x7fff_f000;

function readRiff(head: Buffer): Part | null {
  if (head.length < RIFF_HEAD_BYTES || head.toString("latin1", 0, 4) !== "RIFF") return null;
  const size = head.readUInt32LE(4);
  if (size === 0 || size > RIFF_MAX_BYTES) return null;
  // Chunks begin at even places. Some writers count the head in: so much may be missing.
  return { bytes: RIFF_HEAD_BYTES + size + (size % 2), neededBytes: size };
}

const SEGMENT = "18538067";
const VOID = "ec";
const ROOT_ELEMENTS: ReadonlySet<string> = new Set([EBML, SEGMENT, VOID]);
const VINT_MAX_BYTES = 8;

function readElement(head: Buffer): Part | null {
  const idBytes = vintBytes(head[0]);
  const id = head.toString("hex", 0, idBytes);
  const sizeBytes = vintBytes(head[idBytes]);
  const headBytes = idBytes + sizeBytes;
  if (!ROOT_ELEMENTS.has(id) || sizeBytes > VINT_MAX_BYTES || headBytes > head.length) return null;
  const size = vintValue(head.subarray(idBytes, headBytes));
  return size === null ? null : { bytes: headBytes + size, neededBytes: id === SEGMENT ? headBytes + size : 0 };
}

/** How many bytes a number has, by its first: one more than that begins with zeros. */
const vintBytes = (first = 0): number => Math.clz32(first) - 23;

/** null: all ones, which says that it is not known. */
function vintValue(digits: Buffer): number | null {
  const mask = 0xff >> digits.length;
  const [first = 0, ...rest] = digits;
  const isUnknown = (first & mask) === mask && rest.every((byte) => byte === 0xff);
  return isUnknown ? null : rest.reduce((sum, byte) => sum * 256 + byte, first & mask);
}
