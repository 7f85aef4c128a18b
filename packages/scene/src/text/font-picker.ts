import type { FontFile } from "../fonts.ts";
import { EMOJI_FILE, fontFileOf } from "../fonts.ts";
import type { FaceStyle } from "./fallbacks.ts";
import { candidatesOf } from "./fallbacks.ts";
import type { FontSet } from "./font-set.ts";
import type { Font } from "./harfbuzz.ts";
import { graphemesOf, visibleCodePoints } from "./unicode.ts";

/** Which font draws what. */
export interface FontPicker {
  /** The font asked for: it sets the line's height. */
  readonly primary: Font;
  /** Its box stands for letters of scripts that no font has: Inter's own says NO GLYPH, which is nothing for viewers to read. */
  readonly boxes: Font;
  /** null: no font has this grapheme. */
  pick(grapheme: string): Font | null;
}

const BOX_FILE = "Arimo_400Regular.ttf";

/** A grapheme's font, or the file that must be loaded to know it. */
type Choice = { readonly font: Font | null } | { readonly unloaded: FontFile };

/** Picks among the fonts of a set. Throws when a text needs a font that was not loaded: see filesMissingFor. */
export function createFontPicker(fonts: FontSet, style: FaceStyle): FontPicker {
  const file = fontFileOf(style.fontFamily, style.fontWeight);
  const primary = fonts.get(file);
  const boxes = fonts.get(BOX_FILE);
  if (primary === null || boxes === null) throw new Error(`the font file ${file} is not loaded`);
  const known = new Map<string, Font | null>();
  return {
    primary,
    boxes,
    pick(grapheme) {
      const found = known.get(grapheme);
      if (found !== undefined) return found;
      const choice = choose(fonts, grapheme, style);
      if ("unloaded" in choice) throw new Error(`the font file ${choice.unloaded} is not loaded: await prepare() before drawing`);
      known.set(grapheme, choice.font);
      return choice.font;
    },
  };
}

/** The files that must be loaded before it can be said which fonts a text takes; after loading them there may be more. */
export function filesMissingFor(fonts: FontSet, text: string, style: FaceStyle): readonly FontFile[] {
  const missing = new Set<FontFile>();
  drawable(text, (grapheme) => {
    const choice = choose(fonts, grapheme, style);
    if (!("unloaded" in choice)) return choice.font !== null;
    missing.add(choice.unloaded);
    return true;
  });
  return [...missing];
}

function choose(fonts: FontSet, grapheme: string, style: FaceStyle): Choice {
  for (const file of candidatesOf(grapheme, style)) {
    const font = fonts.get(file);
    if (font === null) return { unloaded: file };
    if (covers(font, file, grapheme)) return { font };
  }
  return { font: null };
}

/** Of an emoji the first sign is enough: a sequence the font does not know shows its parts. */
function covers(font: Font, file: FontFile, grapheme: string): boolean {
  const codePoints = visibleCodePoints(grapheme);
  return (file === EMOJI_FILE ? codePoints.slice(0, 1) : codePoints).every((codePoint) => font.hasGlyph(codePoint));
}

const LETTER = /[\p{L}\p{M}\p{N}]/u;

/**
 * What can be drawn of a text: fancy letters that no font has become the plain ones they stand for, signs that no font has are
 * left out. A letter of a script without a font stays, and shows a box, so that somebody sees what is missing.
 */
export function drawable(text: string, has: (grapheme: string) => boolean): string {
  return graphemesOf(text)
    .map((grapheme) => {
      if (has(grapheme)) return grapheme;
      const plain = grapheme.normalize("NFKC");
      if (plain !== grapheme && graphemesOf(plain).every(has)) return plain;
      return LETTER.test(grapheme) ? grapheme : "";
    })
    .join("");
}
