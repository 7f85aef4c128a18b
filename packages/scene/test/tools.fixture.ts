import { createCanvas, Path2D } from "@napi-rs/canvas";
import type { CanvasKit, Surface } from "../src/canvas.ts";
import { DESIGNER_PIXELS, LayerCache } from "../src/layers.ts";
import { loadSceneTools } from "../src/load.ts";
import type { SceneTools } from "../src/resources.ts";
import { sceneFile } from "./fonts.fixture.ts";

/** What a host holds inside. */
export async function realTools(): Promise<SceneTools> {
  return loadSceneTools(kit, sceneFile, new LayerCache(DESIGNER_PIXELS));
}

const kit: CanvasKit = { createPath: () => new Path2D(), createSurface: realSurface };

export function realSurface(widthPx: number, heightPx: number): Surface {
  const image = createCanvas(widthPx, heightPx);
  const context = image.getContext("2d");
  const write = (rgba: Uint8ClampedArray): void => {
    const pixels = context.createImageData(widthPx, heightPx);
    pixels.data.set(rgba);
    context.putImageData(pixels, 0, 0);
  };
  return { image, context, write };
}
