import type { FontFamily, SceneElement } from "@nightjar/contract";

/** The static font files both hosts draw with: the same bytes in the browser and on the server. These are loaded when a host is made. */
export const BASE_FONT_FILES = [
  "Inter_400Regular.ttf",
  "Inter_700Bold.ttf",
  "Roboto_400Regular.ttf",
  "Roboto_700Bold.ttf",
  "Arimo_400Regular.ttf",
  "Arimo_700Bold.ttf",
] as const;

/** For what the base fonts lack; each is loaded when a text first needs it, because the Han fonts weigh 5 to 10 MB. */
export const FALLBACK_FONT_FILES = [
  "NotoSansArabic_400Regular.ttf",
  "NotoSansArabic_700Bold.ttf",
  "NotoSansDevanagari_400Regular.ttf",
  "NotoSansDevanagari_700Bold.ttf",
  "NotoSansHebrew_400Regular.ttf",
  "NotoSansHebrew_700Bold.ttf",
  "NotoSansJP_400Regular.ttf",
  "NotoSansJP_700Bold.ttf",
  "NotoSansKR_400Regular.ttf",
  "NotoSansKR_700Bold.ttf",
  "NotoSansSC_400Regular.ttf",
  "NotoSansSC_700Bold.ttf",
  "NotoSansThai_400Regular.ttf",
  "NotoSansThai_700Bold.ttf",
] as const;

/** Twemoji as layers of flat colours: the one kind of colour font that is nothing but outlines, so sharp at every size and equal everywhere. */
export const EMOJI_FILE = "twemoji.woff2";

export const FONT_FILES = [...BASE_FONT_FILES, ...FALLBACK_FONT_FILES, EMOJI_FILE] as const;
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
  "NotoSansArabic_400Regular.ttf": "@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf",
  "NotoSansArabic_700Bold.ttf": "@expo-google-fonts/noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf",
  "NotoSansDevanagari_400Regular.ttf": "@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf",
  "NotoSansDevanagari_700Bold.ttf": "@expo-google-fonts/noto-sans-devanagari/700Bold/NotoSansDevanagari_700Bold.ttf",
  "NotoSansHebrew_400Regular.ttf": "@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf",
  "NotoSansHebrew_700Bold.ttf": "@expo-google-fonts/noto-sans-hebrew/700Bold/NotoSansHebrew_700Bold.ttf",
  "NotoSansJP_400Regular.ttf": "@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf",
  "NotoSansJP_700Bold.ttf": "@expo-google-fonts/noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf",
  "NotoSansKR_400Regular.ttf": "@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf",
  "NotoSansKR_700Bold.ttf": "@expo-google-fonts/noto-sans-kr/700Bold/NotoSansKR_700Bold.ttf",
  "NotoSansSC_400Regular.ttf": "@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf",
  "NotoSansSC_700Bold.ttf": "@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf",
  "NotoSansThai_400Regular.ttf": "@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf",
  "NotoSansThai_700Bold.ttf": "@expo-google-fonts/noto-sans-thai/700Bold/NotoSansThai_700Bold.ttf",
  [EMOJI_FILE]: "twemoji-colr-font/twemoji.woff2",
  [HARFBUZZ_FILE]: "harfbuzzjs/dist/harfbuzz.wasm",
};

export type FontWeight = SceneElement["fontWeight"];

/** Arial is drawn with Arimo, which has its metrics and may be shipped. */
const FACES: Readonly<Record<FontFamily, Readonly<Record<FontWeight, FontFile>>>> = {
  Inter: { "400": "Inter_400Regular.ttf", "700": "Inter_700Bold.ttf" },
  Roboto: { "400": "Roboto_400Regular.ttf", "700": "Roboto_700Bold.ttf" },
  Arial: { "400": "Arimo_400Regular.ttf", "700": "Arimo_700Bold.ttf" },
};

export function fontFileOf(family: FontFamily, weight: FontWeight): FontFile {
  return FACES[family][weight];
}
