import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { FrameState, Scene } from "@nightjar/contract";
import type { Bitmap } from "../bitmap.ts";
import { checkPictureSize } from "../bitmap.ts";
import type { PictureSize, SceneBoxes } from "../boxes.ts";
import { boundingBoxes, scaleOf } from "../boxes.ts";
import type { CanvasKit } from "../canvas.ts";
import { pixelsOf } from "../canvas.ts";
import { draw } from "../draw.ts";
import type { PictureHashes } from "../elements/placed.ts";
import type { SceneFile } from "../fonts.ts";
import { SCENE_FILE_SPECIFIERS } from "../fonts.ts";
import { sceneKey } from "../key.ts";
import { LayerCache, SERVER_PIXELS } from "../layers.ts";
import type { ReadSceneFile } from "../load.ts";
import { loadSceneTools } from "../load.ts";
import type { Motion, MotionTiming, RenderedBox } from "../motion.ts";
import { motionsOf } from "../motion.ts";
import { prepareScene } from "../prepare.ts";
import type { Rect } from "../rect.ts";
import { bottom, right, unionAll } from "../rect.ts";
import type { Pictures, SceneTools } from "../resources.ts";

type CanvasModule = Pick<typeof import("@napi-rs/canvas"), "createCanvas" | "loadImage" | "Path2D">;

export interface NodeSceneHostOptions {
  /** Brings @napi-rs/canvas; by default imported when the host is made. */
  readonly loadCanvas?: () => Promise<CanvasModule>;
  /** Brings a font file or the shaper's wasm by name; by default from node_modules. */
  readonly readSceneFile?: ReadSceneFile;
}

export type { Motion, MotionStep, MotionTiming, RenderedBox } from "../motion.ts";
export { applyStep } from "../motion.ts";

export type BoxKind = keyof SceneBoxes;

/** Draws scenes on the server. */
export interface NodeSceneHost {
  /**
   * Loads the fallback fonts this scene and frame need: nothing for Latin, Greek and Cyrillic. To be awaited before the other calls,
   * which throw when a font is missing.
   */
  prepare(scene: Scene, frame: FrameState): Promise<void>;
  /** Where the scene has ink at this size, still and moving parts apart. */
  boxes(scene: Scene, frame: FrameState, pictures: Pictures, size: PictureSize): SceneBoxes;
  /** Draws these boxes of the scene. */
  renderRects(scene: Scene, frame: FrameState, pictures: Pictures, size: PictureSize, rects: readonly Rect[]): RenderedBox[];
  /** Both in one: where there is ink of the given kinds (by default all of it), drawn. */
  renderBoxes(scene: Scene, frame: FrameState, pictures: Pictures, size: PictureSize, kinds?: readonly BoxKind[]): RenderedBox[];
  /**
   * What moves, through a whole track: for each moving box its picture at the first frame, and what changes after.
   * @param frame its positionMs is the position at the first frame
   */
  motions(scene: Scene, frame: FrameState, pictures: Pictures, size: PictureSize, timing: MotionTiming): Motion[];
  /** Decodes PNG, JPEG, WebP, GIF, AVIF and SVG; rejects what is none of them or larger than MAX_PICTURE_PIXELS. */
  decodePicture(bytes: Uint8Array): Promise<Bitmap>;
}

/** SHA-256 in hex of what the scene's pixels depend on, size of the picture apart. */
export function sceneHash(scene: Scene, frame: FrameState, hashes: PictureHashes): string {
  return createHash("sha256")
    .update(sceneKey(scene, frame, hashes))
    .digest("hex");
}

/** Loads canvas, base fonts and shaper: about 50 ms and 40 MB, so make one and keep it. */
export async function createNodeSceneHost(options: NodeSceneHostOptions = {}): Promise<NodeSceneHost> {
  const canvas = await (options.loadCanvas ?? (() => import("@napi-rs/canvas")))();
  const tools = await loadSceneTools(kitOf(canvas), options.readSceneFile ?? readFromNodeModules, new LayerCache(SERVER_PIXELS));
  return hostOf(canvas, tools);
}

function hostOf(canvas: CanvasModule, tools: SceneTools): NodeSceneHost {
  const boxes: NodeSceneHost["boxes"] = (scene, frame, pictures, size) => boundingBoxes(scene, frame, { ...tools, pictures }, size);
  const renderRects: NodeSceneHost["renderRects"] = (scene, frame, pictures, size, rects) => {
    const scale = scaleOf(size);
    // All ink on one surface: the edge of a smaller one would cut through shapes, and Skia rounds the coverage of cut edges otherwise.
    // And at its own place, as in the browser: moved to the left, coordinates are rounded to other single precision numbers.
    const { still, moving } = boxes(scene, frame, pictures, size);
    const hull = unionAll([...still, ...moving, ...rects]);
    if (hull === null) return [];
    const { context } = tools.kit.createSurface(right(hull), bottom(hull));
    draw(context, scene, frame, { ...tools, pictures }, { scale, offsetXPx: 0, offsetYPx: 0 });
    return rects.map((rect) => ({ ...rect, rgba: pixelsOf(context, rect) }));
  };
  return {
    prepare: async (scene, frame) => prepareScene(scene, frame, tools),
    motions: (scene, frame, pictures, size, timing) => motionsOf(scene, frame, { ...tools, pictures }, size, timing),
    boxes,
    renderRects,
    renderBoxes(scene, frame, pictures, size, kinds = ["still", "moving"]) {
      const found = boxes(scene, frame, pictures, size);
      return renderRects(
        scene,
        frame,
        pictures,
        size,
        kinds.flatMap((kind) => found[kind]),
      );
    },
    async decodePicture(bytes) {
      const image = await canvas.loadImage(bytes);
      checkPictureSize(image.width, image.height);
      const rect: Rect = { xPx: 0, yPx: 0, widthPx: image.width, heightPx: image.height };
      const { context } = tools.kit.createSurface(rect.widthPx, rect.heightPx);
      context.drawImage(image, 0, 0);
      return { widthPx: rect.widthPx, heightPx: rect.heightPx, rgba: pixelsOf(context, rect) };
    },
  };
}

function kitOf(canvas: CanvasModule): CanvasKit {
  return {
    createPath: () => new canvas.Path2D(),
    createSurface(widthPx, heightPx) {
      const image = canvas.createCanvas(widthPx, heightPx);
      const context = image.getContext("2d");
      const write = (rgba: Uint8ClampedArray): void => {
        const pixels = context.createImageData(widthPx, heightPx);
        pixels.data.set(rgba);
        context.putImageData(pixels, 0, 0);
      };
      return { image, context, write };
    },
  };
}

async function readFromNodeModules(name: SceneFile): Promise<Uint8Array> {
  return readFile(createRequire(import.meta.url).resolve(SCENE_FILE_SPECIFIERS[name]));
}
