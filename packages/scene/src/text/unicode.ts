/** Longest text that is laid out, in UTF-16 units: more than fits on the canvas at the smallest size, so that work is bounded. */
export const MAX_TEXT_UNITS = 2000;

const ELLIPSIS = "\u2026";
const graphemeSegmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** One line of drawable text: control characters, tabs and line breaks become spaces, lone surrogates U+FFFD, ends are trimmed. */
export function toLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
}

export function graphemesOf(text: string): string[] {
  return Array.from(graphemeSegmenter.segment(text), ({ segment }) => segment);
}

/** UTF-16 index after each grapheme of the text. */
export function graphemeEnds(text: string): number[] {
  return Array.from(graphemeSegmenter.segment(text), ({ index, segment }) => index + segment.length);
}

/** The first graphemes that make at most MAX_TEXT_UNITS; of one that is longer alone, its first code points. */
export function boundText(text: string): { readonly text: string; readonly isCut: boolean } {
  if (text.length <= MAX_TEXT_UNITS) return { text, isCut: false };
  const bounded = text.slice(0, MAX_TEXT_UNITS).replace(/[\uD800-\uDBFF]$/, "");
  const ends = graphemeEnds(text.slice(0, MAX_TEXT_UNITS + 64)).filter((end) => end <= bounded.length);
  return { text: bounded.slice(0, ends.at(-1) ?? bounded.length), isCut: true };
}

const LINE_BREAKS = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/** The lines somebody wrote, each cleaned; empty ones only between others. Together at most MAX_TEXT_UNITS. */
export function paragraphsOf(text: string): { readonly paragraphs: readonly string[]; readonly isCut: boolean } {
  const lines = text.split(LINE_BREAKS).map(toLine);
  const isWritten = (line: string) => line !== "";
  const written = lines.slice(Math.max(0, lines.findIndex(isWritten)), lines.findLastIndex(isWritten) + 1);
  const bounded = boundText(written.join("\n"));
  return { paragraphs: bounded.text.split("\n").map((line) => line.trim()), isCut: bounded.isCut };
}

/** The text up to a UTF-16 index that ends a grapheme, with an ellipsis instead of the rest. */
export function shorten(text: string, end: number): string {
  return `${text.slice(0, end).trimEnd()}${ELLIPSIS}`;
}

/** ISO 15924 code and the Unicode property value of the scripts that are shaped on their own. */
const SCRIPTS = [
  ["Latn", "Latin"],
  ["Cyrl", "Cyrillic"],
  ["Grek", "Greek"],
  ["Arab", "Arabic"],
  ["Hebr", "Hebrew"],
  ["Hani", "Han"],
  ["Hira", "Hiragana"],
  ["Kana", "Katakana"],
  ["Hang", "Hangul"],
  ["Deva", "Devanagari"],
  ["Beng", "Bengali"],
  ["Taml", "Tamil"],
  ["Telu", "Telugu"],
  ["Knda", "Kannada"],
  ["Mlym", "Malayalam"],
  ["Gujr", "Gujarati"],
  ["Guru", "Gurmukhi"],
  ["Sinh", "Sinhala"],
  ["Thai", "Thai"],
  ["Laoo", "Lao"],
  ["Mymr", "Myanmar"],
  ["Khmr", "Khmer"],
  ["Tibt", "Tibetan"],
  ["Armn", "Armenian"],
  ["Geor", "Georgian"],
  ["Ethi", "Ethiopic"],
] as const;
const scriptTests = SCRIPTS.map(([code, name]) => ({ code, test: new RegExp(`\\p{Script=${name}}`, "u") }));

/** The script of a grapheme, or null where it belongs to any (digits, punctuation, emoji). */
export function scriptOf(grapheme: string): string | null {
  return scriptTests.find(({ test }) => test.test(grapheme))?.code ?? null;
}

/** Code points that need a glyph of their own: joiners and variation selectors do not. */
export function visibleCodePoints(grapheme: string): number[] {
  return [...grapheme]
    .filter((character) => !/\p{Default_Ignorable_Code_Point}/u.test(character))
    .map((character) => character.codePointAt(0) ?? 0);
}
