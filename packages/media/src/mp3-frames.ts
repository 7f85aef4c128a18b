import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

const TAG_HEADER_BYTES = 10;
const FRAME_HEADER_BYTES = 4;
/** So many after one another, each where the one before ends, are no chance. */
const FRAMES = 4;
const LONGEST_FRAME_BYTES = 1441;
const RATES_HZ = [44_100, 48_000, 32_000];
const KBPS_FULL = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
/** Of the half and quarter sample rates. */
const KBPS_LOW = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];

/** True for a file that is frames of MP3 from its beginning, or from behind its tag. Nothing that is no plain file is opened. */
export function isMp3(path: string): boolean {
  try {
    // Who opens a pipe that nobody writes to would wait for ever.
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return fstatSync(file).isFile() && beginsWithFrames(file);
    } finally {
      closeSync(file);
    }
  } catch {
    // Whoever works with the file says what is wrong with it.
    return false;
  }
}

function beginsWithFrames(file: number): boolean {
  const start = Buffer.alloc(FRAMES * LONGEST_FRAME_BYTES + FRAME_HEADER_BYTES);
  const size = readSync(file, start, 0, TAG_HEADER_BYTES, 0);
  const read = readSync(file, start, 0, start.length, size === TAG_HEADER_BYTES ? tagBytes(start) : 0);
  let at = 0;
  for (let frame = 0; frame < FRAMES; frame++) {
    if (at + FRAME_HEADER_BYTES > read) return false;
    const bytes = frameBytes(start.readUInt32BE(at));
    if (bytes === null) return false;
    at += bytes;
  }
  return true;
}

/** How long the ID3v2 tag is that stands before the sound; 0 without one. */
function tagBytes(start: Buffer): number {
  if (start.toString("latin1", 0, 3) !== "ID3") return 0;
  // Seven bits a byte, so that no tag looks like a frame.
  const inner = start.subarray(6, TAG_HEADER_BYTES).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
  const hasFooter = ((start[5] ?? 0) & 0x10) !== 0;
  return TAG_HEADER_BYTES + inner + (hasFooter ? TAG_HEADER_BYTES : 0);
}

/** The length of a frame of layer III; null when this is no header of one. */
function frameBytes(header: number): number | null {
  const [version, layer] = [(header >>> 19) & 3, (header >>> 17) & 3];
  if (header >>> 21 !== 0x7ff || version === 1 || layer !== 1) return null;
  const isFull = version === 3;
  const kbps = (isFull ? KBPS_FULL : KBPS_LOW)[((header >>> 12) & 15) - 1];
  const fullRateHz = RATES_HZ[(header >>> 10) & 3];
  if (kbps === undefined || fullRateHz === undefined) return null;
  const rateHz = isFull ? fullRateHz : fullRateHz / (version === 2 ? 2 : 4);
  const padding = (header >>> 9) & 1;
  return Math.floor(((isFull ? 144_000 : 72_000) * kbps) / rateHz) + padding;
}
