import { beforeAll, describe, expect, test } from "vitest";
import type { Font, ShapedGlyph } from "../src/text/harfbuzz.ts";
import { CLOSE, MOVE } from "../src/text/outline.ts";
import { realFont, realHarfBuzz } from "./fonts.fixture.ts";

let inter: Font;
let arimo: Font;
let roboto: Font;
beforeAll(async () => {
  inter = await realFont("Inter_400Regular.ttf");
  roboto = await realFont("Roboto_400Regular.ttf");
  arimo = await realFont("Arimo_400Regular.ttf");
});

function shape(font: Font, text: string, isRightToLeft = false, script = "Latn"): ShapedGlyph[] {
  return font.shape({ text, start: 0, end: text.length, isRightToLeft, script });
}
const widthOf = (glyphs: readonly ShapedGlyph[]): number => glyphs.reduce((sum, glyph) => sum + glyph.xAdvance, 0);

describe("shaping", () => {
  test("kerns: AV is narrower than A and V apart", () => {
    expect(widthOf(shape(arimo, "AV"))).toBeLessThan(widthOf(shape(arimo, "A")) + widthOf(shape(arimo, "V")));
  });

  test("forms ligatures: ffi is one glyph of Roboto", () => {
    expect(shape(roboto, "ffi")).toHaveLength(1);
  });

  test("a letter and its combining accent become the composed glyph", () => {
    expect(shape(inter, "e\u0301").map(({ glyphId }) => glyphId)).toEqual(shape(inter, "\u00e9").map(({ glyphId }) => glyphId));
  });

  test("right-to-left text comes in visual order, the last letter first", () => {
    const glyphs = shape(arimo, "\u05d0\u05d1\u05d2", true, "Hebr");
    expect(glyphs.map(({ cluster }) => cluster)).toEqual([2, 1, 0]);
  });

  test("shapes only the range asked for", () => {
    expect(inter.shape({ text: "abcdef", start: 2, end: 4, isRightToLeft: false, script: "Latn" }).map(({ cluster }) => cluster)).toEqual([
      2, 3,
    ]);
  });

  test("a missing character is glyph 0, the font's box", () => {
    expect(shape(inter, "\u{1F525}").map(({ glyphId }) => glyphId)).toEqual([0]);
    expect(inter.hasGlyph(0x1f525)).toBe(false);
    expect(inter.outline(0).bounds).not.toBeNull();
  });
});

describe("a font", () => {
  test("tells its metrics in font units", () => {
    expect(inter.unitsPerEm).toBe(2048);
    expect(inter.ascender / inter.unitsPerEm).toBeCloseTo(0.96875, 5);
    expect(inter.descender / inter.unitsPerEm).toBeCloseTo(0.2412, 3);
  });

  test("gives closed outlines inside their bounds, and nothing for a space", () => {
    const [letter] = shape(inter, "o");
    const outline = inter.outline(letter?.glyphId ?? 0);
    expect(outline.commands.filter((command) => command === MOVE)).toHaveLength(2);
    expect(outline.commands.at(-1)).toBe(CLOSE);
    expect(outline.bounds?.heightPx).toBeGreaterThan(inter.unitsPerEm * 0.5);
    expect(inter.outline(shape(inter, " ")[0]?.glyphId ?? 0).bounds).toBeNull();
  });

  test("cannot be made of bytes that are none", async () => {
    const harfBuzz = await realHarfBuzz();
    expect(() => harfBuzz.createFont(new Uint8Array(64))).toThrow("these bytes are not a font");
  });

  test("grows the memory of the shaper for a long text and goes on", () => {
    const text = "Ab\u0301".repeat(400_000);
    expect(shape(inter, text).length).toBeGreaterThan(700_000);
    expect(shape(inter, "A")).toHaveLength(1);
  });
});
