import { isBound, lineBreaks } from "./breaks.ts";
import type { FontPicker } from "./font-picker.ts";
import type { Line, LineStyle } from "./layout.ts";
import { drawableOf, EMPTY_LINE, fitLine, lineOf, shapeLine } from "./layout.ts";
import type { Direction } from "./runs.ts";
import { baseDirection } from "./runs.ts";
import { graphemeEnds, paragraphsOf } from "./unicode.ts";

/**
 * Lays out a text in as many lines as it needs, at most `maxLines` (1 or more): the last of those ends in an ellipsis where there is
 * more. A line ends where somebody ended it, between words, and within a word only where one is wider than the line. None at all
 * are answered where not even a letter fits.
 */
export function layoutLines(text: string, fonts: FontPicker, fontSizePx: number, maxWidthPx: number, maxLines: number): readonly Line[] {
  const { paragraphs, isCut } = paragraphsOf(text);
  const lines: Line[] = [];
  for (const [i, written] of paragraphs.entries()) {
    const isLast = i === paragraphs.length - 1;
    const paragraph = paragraphOf(drawableOf(written, fonts), { fonts, fontSizePx, maxWidthPx });
    const added = wrap(paragraph, maxLines - lines.length, !isLast || isCut);
    if (added === null) return [];
    lines.push(...(isLast && isCut ? withEllipsis(added, paragraph) : added));
    if (lines.length >= maxLines) break;
  }
  return lines.every(({ glyphs }) => glyphs.length === 0) ? [] : lines;
}

interface Paragraph {
  readonly text: string;
  readonly direction: Direction;
  readonly style: LineStyle;
  /** For each UTF-16 index, how wide the text before it is when all of it stands on one line. */
  readonly widthBefore: Float64Array;
  /** Where a line may end, and where one must that holds a single word. */
  readonly wordEnds: readonly number[];
  readonly letterEnds: readonly number[];
}

function paragraphOf(text: string, style: LineStyle): Paragraph {
  const direction = baseDirection(text);
  const { clusters } = shapeLine(text, direction, style);
  const widthBefore = new Float64Array(text.length + 1);
  for (let i = 0; i < text.length; i++) widthBefore[i + 1] = (widthBefore[i] ?? 0) + (clusters.get(i) ?? 0);
  const letterEnds = graphemeEnds(text).filter((end) => end === text.length || (clusters.has(end) && !isBound(text, end)));
  return { text, direction, style, widthBefore, wordEnds: lineBreaks(text), letterEnds };
}

/** @param goesOn text follows that has no place once all lines are used up */
function wrap(paragraph: Paragraph, maxLines: number, goesOn: boolean): Line[] | null {
  const { text, direction, style } = paragraph;
  const lines: Line[] = text === "" ? [EMPTY_LINE] : [];
  let start = 0;
  while (start < text.length) {
    if (lines.length === maxLines - 1) return [...lines, fitLine(text.slice(start), direction, style, goesOn)];
    const found = longestLine(paragraph, start, paragraph.wordEnds) ?? longestLine(paragraph, start, paragraph.letterEnds);
    if (found === null) return null;
    lines.push(found.line);
    start = found.end;
  }
  return lines;
}

function withEllipsis(lines: readonly Line[], { direction, style }: Paragraph): Line[] {
  const last = lines.at(-1);
  if (last === undefined || last.isShortened) return [...lines];
  return [...lines.slice(0, -1), fitLine(last.text, direction, style, true)];
}

/** The line from `start` to the last of `ends` that fits: the paragraph's widths tell where to look, the line's own decides. */
function longestLine(paragraph: Paragraph, start: number, ends: readonly number[]): { readonly line: Line; readonly end: number } | null {
  const { text, direction, style, widthBefore } = paragraph;
  const limit = (widthBefore[start] ?? 0) + style.maxWidthPx;
  const isTooWide = (end: number): boolean => (widthBefore[withoutSpaces(text, end)] ?? 0) > limit;
  const beyond = ends.findIndex((end) => end > start && isTooWide(end));
  for (let at = beyond === -1 ? ends.length - 1 : beyond; at >= 0; at--) {
    const end = ends[at] ?? 0;
    if (end <= start) return null;
    const shown = text.slice(start, end).trim();
    const shaped = shapeLine(shown, direction, style);
    if (shaped.widthPx <= style.maxWidthPx) return { line: lineOf(shaped, shown, false), end };
  }
  return null;
}

function withoutSpaces(text: string, end: number): number {
  let last = end;
  while (text[last - 1] === " ") last--;
  return last;
}
