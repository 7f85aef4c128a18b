import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { FontFile, SceneFile } from "../src/fonts.ts";
import { HARFBUZZ_FILE, SCENE_FILE_SPECIFIERS } from "../src/fonts.ts";
import type { Font, HarfBuzz } from "../src/text/harfbuzz.ts";
import { createHarfBuzz } from "../src/text/harfbuzz.ts";

const require = createRequire(import.meta.url);

export async function sceneFile(name: SceneFile): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(require.resolve(SCENE_FILE_SPECIFIERS[name])));
}

export async function realHarfBuzz(): Promise<HarfBuzz> {
  return createHarfBuzz(await sceneFile(HARFBUZZ_FILE));
}

export async function realFont(name: FontFile): Promise<Font> {
  return (await realHarfBuzz()).createFont(await sceneFile(name));
}
