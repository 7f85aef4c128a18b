import type { CanvasKit } from "./canvas.ts";
import { BASE_FONT_FILES, HARFBUZZ_FILE } from "./fonts.ts";
import type { LayerCache } from "./layers.ts";
import type { SceneTools } from "./resources.ts";
import { PictureIds } from "./resources.ts";
import type { ReadSceneFile } from "./text/font-set.ts";
import { FontSet } from "./text/font-set.ts";
import { createHarfBuzz } from "./text/harfbuzz.ts";
import { Typesetter } from "./text/typesetter.ts";

export type { ReadSceneFile };

/** Loads shaper and base fonts with what a host brings; fallback fonts come when prepareScene first needs them. */
export async function loadSceneTools(kit: CanvasKit, readFile: ReadSceneFile, layers: LayerCache): Promise<SceneTools> {
  const harfBuzz = await createHarfBuzz(new Uint8Array(await readFile(HARFBUZZ_FILE)));
  const fonts = new FontSet(harfBuzz, readFile);
  await Promise.all(BASE_FONT_FILES.map(async (file) => fonts.load(file)));
  return { kit, typesetter: new Typesetter(kit, fonts), prepared: new WeakMap(), pictureIds: new PictureIds(), layers };
}
