/** How two pictures differ, over the pixels that hold ink in either. */
export interface Difference {
  readonly inked: number;
  /** Pixels with a channel more than 16 of 255 apart. */
  readonly visible: number;
  /** Pixels that differ at all. */
  readonly any: number;
  /** Largest difference of a channel. */
  readonly largest: number;
}

const VISIBLE = 16;

/** Compares RGBA of straight alpha by what would be seen: colours count by their alpha. */
export function compare(a: Uint8Array, b: Uint8Array): Difference {
  if (a.length !== b.length) throw new RangeError(`pictures of ${a.length} and ${b.length} bytes`);
  const count = { inked: 0, visible: 0, any: 0, largest: 0 };
  const [wordsA, wordsB] = [a, b].map(wordsOf);
  for (let i = 0; i < a.length; i += 4) {
    if (wordsA?.[i / 4] === wordsB?.[i / 4]) {
      if (a[i + 3] !== 0) count.inked++;
      continue;
    }
    const alphaA = a[i + 3] ?? 0;
    const alphaB = b[i + 3] ?? 0;
    if (alphaA === 0 && alphaB === 0) continue;
    let difference = Math.abs(alphaA - alphaB);
    for (let channel = 0; channel < 3; channel++) {
      const seenA = ((a[i + channel] ?? 0) * alphaA) / 255;
      const seenB = ((b[i + channel] ?? 0) * alphaB) / 255;
      difference = Math.max(difference, Math.abs(seenA - seenB));
    }
    count.inked++;
    if (difference > 0) count.any++;
    if (difference > VISIBLE) count.visible++;
    count.largest = Math.max(count.largest, difference);
  }
  return count;
}

function wordsOf(rgba: Uint8Array): Uint32Array {
  const aligned = rgba.byteOffset % 4 === 0 ? rgba : rgba.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4);
}

/** How many pixels are not empty. */
export function inkedPixels(rgba: Uint8Array): number {
  let count = 0;
  for (let i = 3; i < rgba.length; i += 4) if (rgba[i] !== 0) count++;
  return count;
}
