import type { Font } from "./harfbuzz.ts";
import type { Direction } from "./runs.ts";
import { baseDirection, visualRuns } from "./runs.ts";
import { boundText, graphemeEnds, shorten, toLine } from "./unicode.ts";

/** First the font asked for, then those tried for characters it lacks. */
export type FontChain = readonly [Font, ...Font[]];

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

const EMPTY_LINE: Line = { glyphs: [], text: "", widthPx: 0, isShortened: false };

/** Lays out one line; text wider than `maxWidthPx` ends in an ellipsis, and where not even that fits, nothing is drawn. */
export function layoutLine(text: string, fonts: FontChain, fontSizePx: number, maxWidthPx: number): Line {
  const bounded = boundText(toLine(text));
  const clean = bounded.text;
  if (clean === "") return EMPTY_LINE;
  const direction = baseDirection(clean);
  const lineOf = (shown: string, isShortened: boolean): Line => ({
    ...shapeLine(shown, direction, fonts, fontSizePx),
    text: shown,
    isShortened,
  });
  if (!bounded.isCut) {
    const whole = lineOf(clean, false);
    if (whole.widthPx <= maxWidthPx) return whole;
  }
  const longest = longestThatFits([0, ...graphemeEnds(clean)], (end) => {
    const line = lineOf(shorten(clean, end), true);
    return line.widthPx <= maxWidthPx ? line : null;
  });
  return longest ?? EMPTY_LINE;
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

function shapeLine(text: string, direction: Direction, fonts: FontChain, fontSizePx: number): Pick<Line, "glyphs" | "widthPx"> {
  const glyphs: PlacedGlyph[] = [];
  let xPx = 0;
  for (const { font, start, end, level, script } of visualRuns(text, direction, fonts)) {
    const scale = fontSizePx / font.unitsPerEm;
    for (const glyph of font.shape({ text, start, end, isRightToLeft: level % 2 === 1, script })) {
      glyphs.push({ font, glyphId: glyph.glyphId, xPx: xPx + glyph.xOffset * scale, yPx: -glyph.yOffset * scale });
      xPx += glyph.xAdvance * scale;
    }
  }
  return { glyphs, widthPx: xPx };
}
