import type { FontFamily, SceneElement } from "@nightjar/contract";
import type { CanvasKit, Path } from "../canvas.ts";
import type { FontFile } from "../fonts.ts";
import { fallbackFilesOf, fontFileOf } from "../fonts.ts";
import type { Rect } from "../rect.ts";
import { fromEdges, unionAll } from "../rect.ts";
import type { Font } from "./harfbuzz.ts";
import type { FontChain, Line } from "./layout.ts";
import { layoutLine } from "./layout.ts";
import { appendOutline } from "./outline.ts";

export interface TextStyle {
  readonly fontFamily: FontFamily;
  readonly fontWeight: SceneElement["fontWeight"];
  readonly fontSizePx: number;
  readonly maxWidthPx: number;
}

/** A line of text as one path, its origin at the left end of the baseline. */
export interface SetLine {
  readonly line: Line;
  readonly path: Path;
  /** Around the ink, relative to the origin; null where there is none. */
  readonly ink: Rect | null;
  /** Of the font asked for, not of fallbacks: a line's box does not move with its words. */
  readonly ascentPx: number;
  readonly descentPx: number;
}

const CACHED_LINES = 256;

/** Sets lines of text; the lines set last are kept. */
export class Typesetter {
  readonly #fonts: ReadonlyMap<FontFile, Font>;
  readonly #kit: CanvasKit;
  readonly #lines = new Map<string, SetLine>();

  constructor(kit: CanvasKit, fonts: ReadonlyMap<FontFile, Font>) {
    this.#kit = kit;
    this.#fonts = fonts;
  }

  set(text: string, style: TextStyle): SetLine {
    const key = JSON.stringify([style.fontFamily, style.fontWeight, style.fontSizePx, style.maxWidthPx, text]);
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
    const font = this.#font(fontFileOf(style.fontFamily, style.fontWeight));
    const fallbacks = fallbackFilesOf(style.fontWeight).map((file) => this.#font(file));
    const chain: FontChain = [font, ...fallbacks.filter((fallback) => fallback !== font)];
    const line = layoutLine(text, chain, style.fontSizePx, style.maxWidthPx);
    const path = this.#kit.createPath();
    const inks: Rect[] = [];
    for (const glyph of line.glyphs) {
      const outline = glyph.font.outline(glyph.glyphId);
      const scale = style.fontSizePx / glyph.font.unitsPerEm;
      appendOutline(path, outline, glyph.xPx, glyph.yPx, scale);
      if (outline.bounds !== null) inks.push(placeBounds(outline.bounds, glyph.xPx, glyph.yPx, scale));
    }
    const scale = style.fontSizePx / font.unitsPerEm;
    return { line, path, ink: unionAll(inks), ascentPx: font.ascender * scale, descentPx: font.descender * scale };
  }

  #font(file: FontFile): Font {
    const font = this.#fonts.get(file);
    if (font === undefined) throw new Error(`the font file ${file} is not loaded`);
    return font;
  }
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
