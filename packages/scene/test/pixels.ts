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
  for (let i = 0; i < a.length; i += 4) {
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
