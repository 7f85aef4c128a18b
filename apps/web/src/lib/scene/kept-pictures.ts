import { Memo, Recent, whileAsked } from "@nightjar/kit";
import type { Bitmap } from "@nightjar/scene";

/**
 * Decoded pictures, those used last as long as they are light enough together: each cover that airs is another one, and a page stays open
 * for weeks. Each is asked for once at a time; null when it cannot be read, which is tried again by the next call.
 */
export function keepPictures(mostBytes: number, read: (url: string) => Promise<Bitmap | null>): (url: string) => Promise<Bitmap | null> {
  const kept = new Recent<string, Bitmap>({ most: mostBytes, weigh: ({ rgba }) => rgba.byteLength });
  const asked = new Memo<string, Bitmap | null>(whileAsked);
  return async (url) => {
    const known = kept.get(url);
    if (known) return known;
    const bitmap = await asked.of(url, () => read(url));
    if (bitmap) kept.set(url, bitmap);
    return bitmap;
  };
}

/** With one that has come, and without those that nothing shows any more; the same map where it was there. */
export function withPicture(
  before: ReadonlyMap<string, Bitmap>,
  [url, bitmap]: readonly [string, Bitmap],
  wanted: readonly string[],
): ReadonlyMap<string, Bitmap> {
  if (before.get(url) === bitmap) return before;
  return new Map([...before].filter(([known]) => wanted.includes(known))).set(url, bitmap);
}
