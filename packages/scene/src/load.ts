import type { CanvasKit } from "./canvas.ts";
import type { FontFile, SceneFile } from "./fonts.ts";
import { FONT_FILES, HARFBUZZ_FILE } from "./fonts.ts";
import type { SceneTools } from "./resources.ts";
import type { Font } from "./text/harfbuzz.ts";
import { createHarfBuzz } from "./text/harfbuzz.ts";
import { Typesetter } from "./text/typesetter.ts";

export type ReadSceneFile = (name: SceneFile) => Uint8Array | Promise<Uint8Array>;

/** Loads shaper and fonts with what a host brings. */
export async function loadSceneTools(kit: CanvasKit, readFile: ReadSceneFile): Promise<SceneTools> {
  const [wasm, ...fontBytes] = await Promise.all(([HARFBUZZ_FILE, ...FONT_FILES] as const).map(async (name) => readFile(name)));
  const harfBuzz = await createHarfBuzz(new Uint8Array(wasm ?? []));
  const fonts = new Map<FontFile, Font>();
  for (const [index, name] of FONT_FILES.entries()) {
    fonts.set(name, harfBuzz.createFont(fontBytes[index] ?? new Uint8Array()));
  }
  return { kit, typesetter: new Typesetter(kit, fonts), prepared: new WeakMap() };
}
