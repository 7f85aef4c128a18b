import type { FontFamily } from "@nightjar/contract";
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

export interface TextStyle extends FaceStyle {
  readonly fontSizePx: number;
  readonly maxWidthPx: number;
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
  readonly line: Line;
  /** All glyphs in the text's own colour. */
  readonly path: Path;
  readonly coloured: readonly ColouredGlyph[];
  /** Around the ink, relative to the origin; null where there is none. */
  readonly ink: Rect | null;
  /** Of the font asked for, not of fallbacks: a line's box does not move with its words. */
  readonly ascentPx: number;
  readonly descentPx: number;
}

const CACHED_LINES = 256;

/** Sets lines of text; the lines set last are kept. */
export class Typesetter {
  readonly #fonts: FontSet;
  readonly #kit: CanvasKit;
  readonly #lines = new Map<string, SetLine>();

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
  set(text: string, style: TextStyle): SetLine {
    const key = JSON.stringify([style.fontFamily, style.fontWeight, style.hanStyle, style.fontSizePx, style.maxWidthPx, text]);
    const known = this.#lines.get(key);
    const line = known ?? this.#make(text, style);
    // Taking it out first makes it the youngest: the map's order is its age.
    this.#lines.delete(key);
    this.#lines.set(key, line);
    const oldest = this.#lines.keys().next();
    if (this.#lines.size > CACHED_LINES && oldest.done !== true) this.#lines.delete(oldest.value);
    return line;
  }

  #make(text: string, style: TextStyle): SetLine {
    const fonts = createFontPicker(this.#fonts, style);
    const line = layoutLine(text, fonts, style.fontSizePx, style.maxWidthPx);
    const path = this.#kit.createPath();
    const coloured: ColouredGlyph[] = [];
    const inks: Rect[] = [];
    for (const glyph of line.glyphs) {
      const layers = glyph.font.layers(glyph.glyphId);
      if (layers.length === 0) inks.push(...addGlyph(path, glyph, glyph.glyphId, style.fontSizePx));
      else coloured.push(...this.#colouredGlyph(glyph, style.fontSizePx));
    }
    const { primary } = fonts;
    const scale = style.fontSizePx / primary.unitsPerEm;
    const ink = unionAll([...inks, ...coloured.map((glyph) => glyph.ink)]);
    return { line, path, coloured, ink, ascentPx: primary.ascender * scale, descentPx: primary.descender * scale };
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
