import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { FontFile, SceneFile } from "../src/fonts.ts";
import { HARFBUZZ_FILE, SCENE_FILE_SPECIFIERS } from "../src/fonts.ts";
import type { FontPicker } from "../src/text/font-picker.ts";
import type { Font, HarfBuzz } from "../src/text/harfbuzz.ts";
import { createHarfBuzz } from "../src/text/harfbuzz.ts";
import { toSfnt } from "../src/text/woff2.ts";
import { visibleCodePoints } from "../src/text/unicode.ts";

const require = createRequire(import.meta.url);

export async function sceneFile(name: SceneFile): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(require.resolve(SCENE_FILE_SPECIFIERS[name])));
}

export async function realHarfBuzz(): Promise<HarfBuzz> {
  return createHarfBuzz(await sceneFile(HARFBUZZ_FILE));
}

export async function realFont(name: FontFile): Promise<Font> {
  return (await realHarfBuzz()).createFont(await toSfnt(await sceneFile(name)));
}

/** Picks the first of these fonts that has all of a grapheme. */
export function pickerOf(primary: Font, ...others: readonly Font[]): FontPicker {
  const has = (font: Font, grapheme: string): boolean => visibleCodePoints(grapheme).every((codePoint) => font.hasGlyph(codePoint));
  return { primary, boxes: primary, pick: (grapheme) => [primary, ...others].find((font) => has(font, grapheme)) ?? null };
}
