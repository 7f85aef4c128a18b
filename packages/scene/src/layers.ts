import { Recent } from "@nightjar/kit";
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
  readonly #layers: Recent<string, Layer>;

  constructor(maxPixels: number) {
    this.#layers = new Recent({ most: maxPixels, weigh: pixelsOf });
  }

  get(key: string, make: () => Layer): Layer {
    return this.#layers.of(key, make);
  }
}

const pixelsOf = ({ widthPx, heightPx }: Layer): number => widthPx * heightPx;
