import type { Surface } from "./canvas.ts";

/** Something drawn on a surface of its own, its edges in device pixels from the whole pixel of its anchor. */
export interface Layer {
  readonly surface: Surface;
  readonly leftPx: number;
  readonly topPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** 48 MB: as much as 60 wide titles with shadows take, all of which a designer redraws at every step of a slider. */
export const DESIGNER_PIXELS = 12_000_000;
/** 8 MB: a server draws every scene once, and only the shadow of what moves again and again. */
export const SERVER_PIXELS = 2_000_000;

/** Keeps the layers that were drawn last, by all that they depend on. */
export class LayerCache {
  readonly #layers = new Map<string, Layer>();
  readonly #maxPixels: number;
  #pixels = 0;

  constructor(maxPixels: number) {
    this.#maxPixels = maxPixels;
  }

  get(key: string, make: () => Layer): Layer {
    const known = this.#layers.get(key);
    const layer = known ?? make();
    // Taking it out first makes it the youngest: the map's order is its age.
    this.#layers.delete(key);
    this.#layers.set(key, layer);
    if (known === undefined) this.#pixels += pixelsOf(layer);
    for (const [oldest, old] of this.#layers) {
      if (this.#pixels <= this.#maxPixels) break;
      this.#layers.delete(oldest);
      this.#pixels -= pixelsOf(old);
    }
    return layer;
  }
}

const pixelsOf = ({ widthPx, heightPx }: Layer): number => widthPx * heightPx;
