import type { FrameState, Scene } from "@nightjar/contract";
import { CANVAS_WIDTH_PX } from "@nightjar/contract";
import type { Bitmap } from "../bitmap.ts";
import { checkPictureSize } from "../bitmap.ts";
import type { CanvasKit, Surface, View } from "../canvas.ts";
import type { DrawnParts } from "../draw.ts";
import { draw } from "../draw.ts";
import type { ElementHandle } from "../handles.ts";
import { handles } from "../handles.ts";
import type { SceneFile } from "../fonts.ts";
import { DESIGNER_PIXELS, LayerCache } from "../layers.ts";
import type { SceneLayout } from "../layout.ts";
import { layout } from "../layout.ts";
import { loadSceneTools } from "../load.ts";
import { prepareScene } from "../prepare.ts";
import type { Pictures } from "../resources.ts";

export interface BrowserSceneHostOptions {
  /** Where a font file or the shaper's wasm is served. */
  readonly urlOf: (name: SceneFile) => string;
}

export type { View } from "../canvas.ts";
export type { DrawnParts } from "../draw.ts";
export type { ElementHandle } from "../handles.ts";

export interface DrawOnOptions extends DrawnParts {
  /**
   * The part of the design canvas that this canvas shows: device pixel = design pixel * scale - offset, offsets whole pixels.
   * By default all of it, at the canvas's own width in pixels.
   */
  readonly view?: View;
}

/** Draws scenes in the browser. */
export interface BrowserSceneHost {
  /**
   * Fetches the fallback fonts this scene and frame need, hidden elements included. To be awaited before the other calls, which
   * throw when a font is missing.
   */
  prepare(scene: Scene, frame: FrameState): Promise<void>;
  /** Clears the canvas and draws the scene, or the parts of it that were asked for. */
  drawOn(canvas: HTMLCanvasElement, scene: Scene, frame: FrameState, pictures: Pictures, options?: DrawOnOptions): void;
  /** Boxes of what is drawn, in design pixels. */
  layout(scene: Scene, frame: FrameState, pictures: Pictures): SceneLayout;
  /** Boxes to take hold of: one for each element, hidden and empty ones too, in the scene's order. */
  handles(scene: Scene, frame: FrameState, pictures: Pictures): ElementHandle[];
  /** Decodes a picture; rejects what the browser cannot. */
  decodePicture(picture: globalThis.Blob): Promise<Bitmap>;
}

/** Graphics cards round coverage each in their own way; read-often canvases are drawn by the same code as on the server. */
const SOFTWARE: CanvasRenderingContext2DSettings = { willReadFrequently: true };

/** Fetches base fonts and shaper; rejects when one does not come. */
export async function createBrowserSceneHost(options: BrowserSceneHostOptions): Promise<BrowserSceneHost> {
  const kit: CanvasKit = { createPath: () => new Path2D(), createSurface };
  const tools = await loadSceneTools(kit, async (name) => fetchBytes(options.urlOf(name)), new LayerCache(DESIGNER_PIXELS));
  return {
    prepare: async (scene, frame) => prepareScene(allVisible(scene), frame, tools),
    drawOn(canvas, scene, frame, pictures, options = {}) {
      const context = canvas.getContext("2d", SOFTWARE);
      if (context === null) throw new Error("this canvas is drawn on in another way already");
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, canvas.width, canvas.height);
      const view = options.view ?? { scale: canvas.width / CANVAS_WIDTH_PX, offsetXPx: 0, offsetYPx: 0 };
      draw(context, scene, frame, { ...tools, pictures }, view, options);
    },
    layout: (scene, frame, pictures) => layout(scene, frame, { ...tools, pictures }),
    handles: (scene, frame, pictures) => handles(scene, frame, { ...tools, pictures }),
    decodePicture,
  };
}

/** Hidden elements have handles too, and those are as large as their texts. */
function allVisible(scene: Scene): Scene {
  return { ...scene, elements: scene.elements.map((element) => ({ ...element, isVisible: true, opacity: 100 })) };
}

function createSurface(widthPx: number, heightPx: number): Surface & { readonly context: OffscreenCanvasRenderingContext2D } {
  const image = new OffscreenCanvas(widthPx, heightPx);
  const context = image.getContext("2d", SOFTWARE);
  if (context === null) throw new Error("this browser has no canvas");
  const write = (rgba: Uint8ClampedArray): void => {
    const pixels = context.createImageData(widthPx, heightPx);
    pixels.data.set(rgba);
    context.putImageData(pixels, 0, 0);
  };
  return { image, context, write };
}

async function fetchBytes(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

async function decodePicture(picture: globalThis.Blob): Promise<Bitmap> {
  const image = await createImageBitmap(picture);
  try {
    checkPictureSize(image.width, image.height);
    const { context } = createSurface(image.width, image.height);
    context.drawImage(image, 0, 0);
    const { width: widthPx, height: heightPx, data } = context.getImageData(0, 0, image.width, image.height);
    return { widthPx, heightPx, rgba: data };
  } finally {
    // Also one that is refused for its size: the largest would wait for the browser to look for garbage.
    image.close();
  }
}
