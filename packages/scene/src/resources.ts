import type { MediaAssetId } from "@nightjar/contract";
import type { Recent } from "@nightjar/kit";
import type { Bitmap } from "./bitmap.ts";
import type { CanvasKit, Surface } from "./canvas.ts";
import type { LayerCache } from "./layers.ts";
import type { Typesetter } from "./text/typesetter.ts";

/** The pictures of one frame, decoded. */
export interface Pictures {
  /** Of the track; null draws the placeholder. */
  readonly artwork: Bitmap | null;
  /** Of image, logo and icon; one that is missing here is not drawn. */
  readonly media: ReadonlyMap<MediaAssetId, Bitmap>;
}

export const NO_PICTURES: Pictures = { artwork: null, media: new Map() };

/** What a host sets up once and every drawing shares. */
export interface SceneTools {
  readonly kit: CanvasKit;
  readonly typesetter: Typesetter;
  /** Pictures as they were last drawn, by size: resampling a cover is the dearest step by far. */
  readonly prepared: WeakMap<Bitmap, Recent<string, Surface>>;
  readonly pictureIds: PictureIds;
  /** Elements with a shadow or an outline, as they were last drawn. */
  readonly layers: LayerCache;
}

/** Tells pictures apart in keys, without looking at their pixels. */
export class PictureIds {
  readonly #ids = new WeakMap<Bitmap, number>();
  #next = 1;

  of(picture: Bitmap): number {
    const id = this.#ids.get(picture) ?? this.#next++;
    this.#ids.set(picture, id);
    return id;
  }
}

/** All that draw() needs beside the scene and the frame. */
export interface SceneResources extends SceneTools {
  readonly pictures: Pictures;
}
