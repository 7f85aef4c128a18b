export const THUMB_WIDTH_PX = 64;
export const THUMB_HEIGHT_PX = 36;

const PLANE_BYTES = THUMB_WIDTH_PX * THUMB_HEIGHT_PX;
/** Luma, then the two of colour, each as large as the picture: yuv444p, of limited range. */
const THUMB_BYTES = 3 * PLANE_BYTES;
/** A picture is black when nearly all of it is nearly black; a title on black is no black picture. */
const BLACK_LUMA = 34;
const BLACK_SHARE = 0.98;
const NO_COLOUR = 128;
/** More of a colour than this is seen however dark it is: plain blue has a luma of 32. */
const COLOUR_STEPS = 24;
/** The encoder's own changes, averaged over a thirtieth of the picture, stay below this. */
const ALIKE_STEPS = 2;

export interface ThumbRun {
  readonly isBlack: boolean;
  /** Nothing changed since the picture before it. */
  readonly isAsBefore: boolean;
}

/** Takes small pictures as they come and keeps only what is said of them. */
export class ThumbReader {
  readonly pictures: ThumbRun[] = [];
  #before: Uint8Array | null = null;
  #current: Uint8Array = new Uint8Array(THUMB_BYTES);
  #filled = 0;

  push(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length) {
      const part = chunk.subarray(at, at + THUMB_BYTES - this.#filled);
      this.#current.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === THUMB_BYTES) this.#take();
    }
  }

  #take(): void {
    const picture = this.#current;
    const lumas = picture.subarray(0, PLANE_BYTES);
    const dark = lumas.reduce((count, luma, at) => count + (luma <= BLACK_LUMA && isGrey(picture, at) ? 1 : 0), 0);
    const before = this.#before;
    const isAsBefore = before !== null && lumas.every((luma, at) => Math.abs(luma - (before[at] ?? 0)) <= ALIKE_STEPS);
    this.pictures.push({ isBlack: dark >= PLANE_BYTES * BLACK_SHARE, isAsBefore });
    this.#current = before ?? new Uint8Array(THUMB_BYTES);
    this.#before = picture;
    this.#filled = 0;
  }
}

function isGrey(picture: Uint8Array, at: number): boolean {
  const [blue, red] = [picture[at + PLANE_BYTES] ?? 0, picture[at + 2 * PLANE_BYTES] ?? 0];
  return Math.abs(blue - NO_COLOUR) <= COLOUR_STEPS && Math.abs(red - NO_COLOUR) <= COLOUR_STEPS;
}
