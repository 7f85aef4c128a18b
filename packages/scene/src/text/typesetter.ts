import type { FontFamily } from "@nightjar/contract";
import { Recent } from "@nightjar/kit";
import type { CanvasKit, Path } from "../canvas.ts";
import type { FontWeight } from "../fonts.ts";
import { fontFileOf } from "../fonts.ts";
import type { Rect } from "../rect.ts";
import { fromEdges, unionAll } from "../rect.ts";
import type { FaceStyle } from "./fallbacks.ts";
import { createFontPicker, filesMissingFor } from "./font-picker.ts";
import type { FontSet } from "./font-set.ts";
import type { Line, PlacedGlyph } from "./layout.ts";
import { boundedLine, layoutLine } from "./layout.ts";
import { appendOutline } from "./outline.ts";
import { layoutLines } from "./wrap.ts";

export interface TextStyle extends FaceStyle {
  readonly fontSizePx: number;
  readonly maxWidthPx: number;
  /** How often a text that is too wide may go on in another line; null: it is one line in any case. */
  readonly maxLines: number | null;
}

/** A flat part of a coloured glyph. */
export interface ColouredPath {
  readonly path: Path;
  /** null: the colour of the text. */
  readonly colour: string | null;
  readonly alpha: number;
}

/** An emoji: its parts from back to front, with the line's origin. */
export interface ColouredGlyph {
  readonly ink: Rect;
  readonly parts: readonly ColouredPath[];
}

export interface LineHeight {
  readonly ascentPx: number;
  readonly descentPx: number;
}

/** A line of text as paths, their origin at the left end of the baseline. */
export interface SetLine {
  readonly widthPx: number;
  /** All glyphs in the text's own colour. */
  readonly path: Path;
  readonly coloured: readonly ColouredGlyph[];
  /** Around the ink, relative to the origin; null where there is none. */
  readonly ink: Rect | null;
}

/** A text, set. Its lines stand `ascentPx + descentPx` apart. */
export interface SetText extends LineHeight {
  /** Equal for equal texts in equal styles. */
  readonly key: string;
  /** From the top; at least one with ink, or none at all. */
  readonly lines: readonly SetLine[];
}

const CACHED_TEXTS = 256;

/** Sets texts; those set last are kept. */
export class Typesetter {
  readonly #fonts: FontSet;
  readonly #kit: CanvasKit;
  readonly #texts = new Recent<string, SetText>({ most: CACHED_TEXTS });

  constructor(kit: CanvasKit, fonts: FontSet) {
    this.#kit = kit;
    this.#fonts = fonts;
  }

  /** Loads the fonts a text needs and that were not loaded yet. */
  async prepare(text: string, style: FaceStyle): Promise<void> {
    const bounded = boundedLine(text).text;
    for (;;) {
      const missing = filesMissingFor(this.#fonts, bounded, style);
      if (missing.length === 0) return;
      await Promise.all(missing.map(async (file) => this.#fonts.load(file)));
    }
  }

  /** Of a line in this font, whatever its words: fallback fonts do not move it. */
  heightOf(family: FontFamily, weight: FontWeight, fontSizePx: number): LineHeight {
    const font = this.#fonts.get(fontFileOf(family, weight));
    if (font === null) throw new Error(`the font ${family} ${weight} is not loaded`);
    const scale = fontSizePx / font.unitsPerEm;
    return { ascentPx: font.ascender * scale, descentPx: font.descender * scale };
  }

  /** Throws when the text needs fonts that were not prepared. */
  set(text: string, style: TextStyle): SetText {
    const { fontFamily, fontWeight, hanStyle, fontSizePx, maxWidthPx, maxLines } = style;
    const key = JSON.stringify([fontFamily, fontWeight, hanStyle, fontSizePx, maxWidthPx, maxLines, text]);
    return this.#texts.of(key, () => this.#make(key, text, style));
  }

  #make(key: string, text: string, style: TextStyle): SetText {
    const fonts = createFontPicker(this.#fonts, style);
    const { fontSizePx, maxWidthPx, maxLines } = style;
    const laidOut =
      maxLines === null ? [layoutLine(text, fonts, fontSizePx, maxWidthPx)] : layoutLines(text, fonts, fontSizePx, maxWidthPx, maxLines);
    const lines = laidOut.map((line) => this.#setLine(line, fontSizePx));
    return {
      key,
      lines: lines.some(({ ink }) => ink !== null) ? lines : [],
      ...this.heightOf(style.fontFamily, style.fontWeight, fontSizePx),
    };
  }

  #setLine(line: Line, fontSizePx: number): SetLine {
    const path = this.#kit.createPath();
    const coloured: ColouredGlyph[] = [];
    const inks: Rect[] = [];
    for (const glyph of line.glyphs) {
      const layers = glyph.font.layers(glyph.glyphId);
      if (layers.length === 0) inks.push(...addGlyph(path, glyph, glyph.glyphId, fontSizePx));
      else coloured.push(...this.#colouredGlyph(glyph, fontSizePx));
    }
    const ink = unionAll([...inks, ...coloured.map((glyph) => glyph.ink)]);
    return { widthPx: line.widthPx, path, coloured, ink };
  }

  #colouredGlyph(glyph: PlacedGlyph, fontSizePx: number): ColouredGlyph[] {
    const inks: Rect[] = [];
    const parts = glyph.font.layers(glyph.glyphId).map(({ glyphId, colour, alpha }) => {
      const path = this.#kit.createPath();
      inks.push(...addGlyph(path, glyph, glyphId, fontSizePx));
      return { path, colour, alpha };
    });
    const ink = unionAll(inks);
    return ink === null ? [] : [{ ink, parts }];
  }
}

/** Adds an outline where a glyph lies; answers with the bounds of what was added. */
function addGlyph(path: Path, { font, xPx, yPx }: PlacedGlyph, glyphId: number, fontSizePx: number): Rect[] {
  const outline = font.outline(glyphId);
  const scale = fontSizePx / font.unitsPerEm;
  appendOutline(path, outline, xPx, yPx, scale);
  return outline.bounds === null ? [] : [placeBounds(outline.bounds, xPx, yPx, scale)];
}

/** Font units upwards to pixels downwards. */
function placeBounds(bounds: Rect, xPx: number, yPx: number, scale: number): Rect {
  return fromEdges(
    xPx + bounds.xPx * scale,
    yPx - (bounds.yPx + bounds.heightPx) * scale,
    xPx + (bounds.xPx + bounds.widthPx) * scale,
    yPx - bounds.yPx * scale,
  );
}
