import type { FontFamily, SceneElement } from "@nightjar/contract";

/** The static font files both hosts draw with: the same bytes in the browser and on the server. */
export const FONT_FILES = [
  "Inter_400Regular.ttf",
  "Inter_700Bold.ttf",
  "Roboto_400Regular.ttf",
  "Roboto_700Bold.ttf",
  "Arimo_400Regular.ttf",
  "Arimo_700Bold.ttf",
] as const;
export type FontFile = (typeof FONT_FILES)[number];

/** The shaper's code. With FONT_FILES these are all the files a host must be able to read. */
export const HARFBUZZ_FILE = "harfbuzz.wasm";
export const SCENE_FILES = [...FONT_FILES, HARFBUZZ_FILE] as const;
export type SceneFile = (typeof SCENE_FILES)[number];

/** Where each file lies in node_modules, as a specifier `require.resolve` takes. */
export const SCENE_FILE_SPECIFIERS: Readonly<Record<SceneFile, string>> = {
  "Inter_400Regular.ttf": "@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf",
  "Inter_700Bold.ttf": "@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf",
  "Roboto_400Regular.ttf": "@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf",
  "Roboto_700Bold.ttf": "@expo-google-fonts/roboto/700Bold/Roboto_700Bold.ttf",
  "Arimo_400Regular.ttf": "@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf",
  "Arimo_700Bold.ttf": "@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf",
  [HARFBUZZ_FILE]: "harfbuzzjs/dist/harfbuzz.wasm",
};

type FontWeight = SceneElement["fontWeight"];

/** Arial is drawn with Arimo, which has its metrics and may be shipped. */
const FACES: Readonly<Record<FontFamily, Readonly<Record<FontWeight, FontFile>>>> = {
  Inter: { "400": "Inter_400Regular.ttf", "700": "Inter_700Bold.ttf" },
  Roboto: { "400": "Roboto_400Regular.ttf", "700": "Roboto_700Bold.ttf" },
  Arial: { "400": "Arimo_400Regular.ttf", "700": "Arimo_700Bold.ttf" },
};

/** Tried, in this order, for what the font asked for lacks: Arimo brings Hebrew. Fonts for further scripts belong at the end. */
const FALLBACKS: Readonly<Record<FontWeight, readonly FontFile[]>> = {
  "400": ["Arimo_400Regular.ttf", "Roboto_400Regular.ttf", "Inter_400Regular.ttf"],
  "700": ["Arimo_700Bold.ttf", "Roboto_700Bold.ttf", "Inter_700Bold.ttf"],
};

export function fallbackFilesOf(weight: FontWeight): readonly FontFile[] {
  return FALLBACKS[weight];
}

export function fontFileOf(family: FontFamily, weight: FontWeight): FontFile {
  return FACES[family][weight];
}
