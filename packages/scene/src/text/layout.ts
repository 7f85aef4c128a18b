import type { FontPicker } from "./font-picker.ts";
import { drawable } from "./font-picker.ts";
import type { Font } from "./harfbuzz.ts";
import type { Direction } from "./runs.ts";
import { baseDirection, visualRuns } from "./runs.ts";
import { boundText, graphemeEnds, shorten, toLine } from "./unicode.ts";

/** A glyph at its origin, in pixels from the left end of the line's baseline, y downwards. */
export interface PlacedGlyph {
  readonly font: Font;
  readonly glyphId: number;
  readonly xPx: number;
  readonly yPx: number;
}

/** One laid-out line of text. */
export interface Line {
  readonly glyphs: readonly PlacedGlyph[];
  /** What is drawn: cleaned, and with an ellipsis where it was shortened. */
  readonly text: string;
  readonly widthPx: number;
  readonly isShortened: boolean;
}

/** What lines are set with. */
export interface LineStyle {
  readonly fonts: FontPicker;
  readonly fontSizePx: number;
  readonly maxWidthPx: number;
}

export const EMPTY_LINE: Line = { glyphs: [], text: "", widthPx: 0, isShortened: false };

/** The part of a text that is laid out at all, cleaned: what prepare() and layoutLine look at. */
export function boundedLine(text: string): { readonly text: string; readonly isCut: boolean } {
  return boundText(toLine(text));
}

/** Lays out one line; text wider than `maxWidthPx` ends in an ellipsis, and where not even that fits, nothing is drawn. */
export function layoutLine(text: string, fonts: FontPicker, fontSizePx: number, maxWidthPx: number): Line {
  const bounded = boundedLine(text);
  const clean = drawableOf(bounded.text, fonts);
  return fitLine(clean, baseDirection(clean), { fonts, fontSizePx, maxWidthPx }, bounded.isCut);
}

export function drawableOf(text: string, fonts: FontPicker): string {
  return drawable(text, (grapheme) => fonts.pick(grapheme) !== null).trim();
}

/** @param goesOn there is more text than this, so that an ellipsis stands at its end in any case */
export function fitLine(clean: string, direction: Direction, style: LineStyle, goesOn: boolean): Line {
  if (clean === "") return EMPTY_LINE;
  const whole = shapeLine(clean, direction, style);
  if (!goesOn && whole.widthPx <= style.maxWidthPx) return lineOf(whole, clean, false);
  // Between two glyphs only: half a grapheme or half a ligature is never left.
  const ends = [0, ...graphemeEnds(clean).filter((end) => end === clean.length || whole.clusters.has(end))];
  const longest = longestThatFits(ends, (end) => {
    const shown = shorten(clean, end);
    const line = shapeLine(shown, direction, style);
    return line.widthPx <= style.maxWidthPx ? lineOf(line, shown, true) : null;
  });
  return longest ?? EMPTY_LINE;
}

export function lineOf({ glyphs, widthPx }: ShapedLine, text: string, isShortened: boolean): Line {
  return { glyphs, text, widthPx, isShortened };
}

/** Binary search: a dozen shapings for any text. */
function longestThatFits(ends: readonly number[], tryEnd: (end: number) => Line | null): Line | null {
  let best: Line | null = null;
  let low = 0;
  let high = ends.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const line = tryEnd(ends[middle] ?? 0);
    if (line === null) high = middle - 1;
    else {
      best = line;
      low = middle + 1;
    }
  }
  return best;
}

export interface ShapedLine extends Pick<Line, "glyphs" | "widthPx"> {
  /** Where in the text its glyphs begin, and how far each advances: what lies between two of these is drawn as one. */
  readonly clusters: ReadonlyMap<number, number>;
}

const MISSING_GLYPH = 0;
/** The emoji font's pictures are as wide as their advance: without some air two in a row would touch. */
const EMOJI_BEARING = 0.05;

export function shapeLine(text: string, direction: Direction, { fonts, fontSizePx }: LineStyle): ShapedLine {
  const glyphs: PlacedGlyph[] = [];
  const clusters = new Map<number, number>();
  let xPx = 0;
  for (const { font, start, end, level, script } of visualRuns(text, direction, fonts)) {
    const scale = fontSizePx / font.unitsPerEm;
    for (const glyph of font.shape({ text, start, end, isRightToLeft: level % 2 === 1, script })) {
      const before = clusters.get(glyph.cluster) ?? 0;
      clusters.set(glyph.cluster, before);
      // The rest of an emoji that the font knows only in part; a box would say less than nothing.
      if (font.isColoured && glyph.glyphId === MISSING_GLYPH) continue;
      const bearingPx = font.isColoured ? fontSizePx * EMOJI_BEARING : 0;
      const advancePx = glyph.xAdvance * scale + 2 * bearingPx;
      glyphs.push({ font, glyphId: glyph.glyphId, xPx: xPx + bearingPx + glyph.xOffset * scale, yPx: -glyph.yOffset * scale });
      clusters.set(glyph.cluster, before + advancePx);
      xPx += advancePx;
    }
  }
  return { glyphs, widthPx: xPx, clusters };
}
