import { graphemesOf } from "./unicode.ts";

/*
 * Where a line may end. Written out, because what browsers and Node know of words differs with their versions (Thai above all), and
 * a title that wraps otherwise on air than in the designer is the one thing this package must not do.
 */

const SPACE = /^[\t \u1680\u2000-\u2006\u2008-\u200B\u205F\u3000]/u;
/** Written without spaces between words: a line may end between any two. Hangul has spaces. */
const WIDE =
  /^(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Emoji_Presentation}\p{Regional_Indicator}\u3001-\u303F\u30FC\uFF01-\uFF60]|\p{Extended_Pictographic}\uFE0F)/u;
/** Never at the beginning of a line: closing signs, small kana, and what belongs to the sign before. */
const NEVER_FIRST =
  /^[\p{Pe}\p{Pf}"'!?.,:;%\u2026\u2025\u3001\u3002\u30FB\u30FC\u3005\u303B\u309D\u309E\u30FD\u30FE\u301C\uFF01\uFF05\uFF0C\uFF0E\uFF1A\uFF1B\uFF1F\uFF5E\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308E\u3095\u3096\u30A1\u30A3\u30A5\u30A7\u30A9\u30C3\u30E3\u30E5\u30E7\u30EE\u30F5\u30F6\u0E2F\u0E46]/u;
/** Never at the end of one: opening signs, and signs before a number. */
const NEVER_LAST = /^[\p{Ps}\p{Pi}"'$\u00A3\u00A5\u20AC\uFF04\uFFE1\uFFE5]/u;
const GLUE = /^[\u00A0\u2007\u202F\u2060\uFEFF]/u;
const HYPHEN = /^[-\u2010\u2013\u2014\u05BE]$/u;
const LETTER = /^\p{L}/u;
/** Thai has no spaces and no dictionary here: its syllables show by vowels that only begin one, and by those that only end one. */
const THAI_BEGINS = /^[\u0E40-\u0E44]/u;
const THAI_ENDS = /[\u0E30\u0E33\u0E46\u0E2F]$/u;
const THAI = /^\p{Script=Thai}/u;

/** UTF-16 indices at which a line may end, the end of the text included; spaces stand before the index, never after it. */
export function lineBreaks(text: string): number[] {
  const graphemes = graphemesOf(text);
  const ends: number[] = [];
  let at = 0;
  graphemes.forEach((grapheme, i) => {
    at += grapheme.length;
    const next = graphemes[i + 1];
    if (next === undefined || mayEnd(graphemes[i - 1] ?? "", grapheme, next)) ends.push(at);
  });
  return ends;
}

function mayEnd(before: string, last: string, next: string): boolean {
  if (SPACE.test(next)) return false;
  if (SPACE.test(last)) return true;
  if (GLUE.test(last) || GLUE.test(next) || NEVER_FIRST.test(next) || NEVER_LAST.test(last)) return false;
  if (WIDE.test(last) || WIDE.test(next)) return true;
  if (HYPHEN.test(last)) return LETTER.test(before) && LETTER.test(next);
  return THAI_BEGINS.test(next) || (THAI_ENDS.test(last) && THAI.test(next));
}

/** Whether the signs around an index stay together even where a word is broken: a Thai vowel that is written before its consonant. */
export function isBound(text: string, end: number): boolean {
  return THAI_BEGINS.test(text.slice(end - 1, end));
}
