import type { FontFamily } from "@nightjar/contract";
import type { FontFile, FontWeight } from "../fonts.ts";
import { EMOJI_FILE, fontFileOf } from "../fonts.ts";

/** Whose forms Han characters take: one code point is written differently in Japan, Korea and China. */
export type HanStyle = "jp" | "kr" | "sc";

/** The face a text asks for, and how its Han characters are to look. */
export interface FaceStyle {
  readonly fontFamily: FontFamily;
  readonly fontWeight: FontWeight;
  readonly hanStyle: HanStyle;
}

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;
const HAN = /\p{Script=Han}/u;

/**
 * By the text itself, else by what stands beside it: a title of Han alone is Japanese when its artist is written in kana.
 * Han with neither is Chinese. Without any Han the answer only tells where symbols such as a star come from.
 */
export function hanStyleOf(text: string, context: string): HanStyle {
  const own = languageOf(text);
  if (own !== null) return own;
  return HAN.test(text) ? (languageOf(context) ?? "sc") : "jp";
}

function languageOf(text: string): HanStyle | null {
  if (KANA.test(text)) return "jp";
  return HANGUL.test(text) ? "kr" : null;
}

export const hasHan = (text: string): boolean => HAN.test(text);

type ByWeight = Readonly<Record<FontWeight, FontFile>>;

/** Punctuation of a script counts as the script's: Arabic commas and dandas are not Latin. */
const SCRIPT_FACES: readonly { readonly test: RegExp; readonly face: ByWeight }[] = [
  {
    test: /\p{Script_Extensions=Arabic}/u,
    face: { "400": "NotoSansArabic_400Regular.ttf", "700": "NotoSansArabic_700Bold.ttf" },
  },
  {
    test: /\p{Script_Extensions=Hebrew}/u,
    face: { "400": "NotoSansHebrew_400Regular.ttf", "700": "NotoSansHebrew_700Bold.ttf" },
  },
  {
    test: /\p{Script_Extensions=Devanagari}/u,
    face: { "400": "NotoSansDevanagari_400Regular.ttf", "700": "NotoSansDevanagari_700Bold.ttf" },
  },
  {
    test: /\p{Script_Extensions=Thai}/u,
    face: { "400": "NotoSansThai_400Regular.ttf", "700": "NotoSansThai_700Bold.ttf" },
  },
];

const HAN_FACES: Readonly<Record<HanStyle, ByWeight>> = {
  jp: { "400": "NotoSansJP_400Regular.ttf", "700": "NotoSansJP_700Bold.ttf" },
  kr: { "400": "NotoSansKR_400Regular.ttf", "700": "NotoSansKR_700Bold.ttf" },
  sc: { "400": "NotoSansSC_400Regular.ttf", "700": "NotoSansSC_700Bold.ttf" },
};

/** SC has by far the most characters: it is asked before the other for what the right one lacks. */
const HAN_ORDER: Readonly<Record<HanStyle, readonly HanStyle[]>> = {
  jp: ["jp", "sc", "kr"],
  kr: ["kr", "sc", "jp"],
  sc: ["sc", "jp", "kr"],
};

/** Han, kana, Bopomofo and their punctuation; hangul is in the Korean font alone. */
const EAST_ASIAN = /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script_Extensions=Bopomofo}]/u;
/** Full-width forms belong to no script, but only Han fonts have them. */
const WIDE_FORMS = /[\uFF01-\uFF60\uFFE0-\uFFE6]/;
const SYMBOL = /^[\p{S}\p{P}\p{No}]/u;

/** Tried at last, in this order: what one text font lacks another may have. */
const BASE: Readonly<Record<FontWeight, readonly FontFile[]>> = {
  "400": ["Arimo_400Regular.ttf", "Roboto_400Regular.ttf", "Inter_400Regular.ttf"],
  "700": ["Arimo_700Bold.ttf", "Roboto_700Bold.ttf", "Inter_700Bold.ttf"],
};

const TEXT_SELECTOR = "\uFE0E";
/** Pictures by themselves, by a selector, by what they are joined with, as flags and as keycaps. */
const EMOJI = /^(?:\p{Emoji_Presentation}|(?![0-9#*])\p{Emoji}(?:\uFE0F|\u200D|\p{Emoji_Modifier})|[0-9#*]\uFE0F?\u20E3)/u;
/** Signs that may be a picture: as text where a font has them, else the picture. */
const PICTOGRAPH = /^\p{Extended_Pictographic}/u;

export const isEmoji = (grapheme: string): boolean => EMOJI.test(grapheme) && !grapheme.includes(TEXT_SELECTOR);

/** The files in which a grapheme is looked for, best first. Later ones are loaded only when no earlier one has it. */
export function candidatesOf(grapheme: string, style: FaceStyle): readonly FontFile[] {
  const { fontFamily, fontWeight, hanStyle } = style;
  if (isEmoji(grapheme)) return [EMOJI_FILE];
  const scripts = SCRIPT_FACES.filter(({ test }) => test.test(grapheme)).map(({ face }) => face[fontWeight]);
  const han = HAN_ORDER[hanStyle].map((name) => HAN_FACES[name][fontWeight]);
  const isEastAsian = EAST_ASIAN.test(grapheme) || WIDE_FORMS.test(grapheme);
  const inOrder: readonly (readonly FontFile[])[] = [
    [fontFileOf(fontFamily, fontWeight)],
    scripts,
    HANGUL.test(grapheme) ? [HAN_FACES.kr[fontWeight]] : [],
    isEastAsian ? han : [],
    BASE[fontWeight],
    PICTOGRAPH.test(grapheme) ? [EMOJI_FILE] : [],
    SYMBOL.test(grapheme) && !isEastAsian ? han.slice(0, 1) : [],
  ];
  return inOrder.flat();
}
