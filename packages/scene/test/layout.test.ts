import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { EMOJI_FILE } from "../src/fonts.ts";
import type { Font } from "../src/text/harfbuzz.ts";
import type { Line } from "../src/text/layout.ts";
import { layoutLine } from "../src/text/layout.ts";
import { visualRuns } from "../src/text/runs.ts";
import { graphemeEnds, MAX_TEXT_UNITS, toLine } from "../src/text/unicode.ts";
import { pickerOf, realFont } from "./fonts.fixture.ts";

let inter: Font;
let arimo: Font;
let emoji: Font;
beforeAll(async () => {
  emoji = await realFont(EMOJI_FILE);
  inter = await realFont("Inter_700Bold.ttf");
  arimo = await realFont("Arimo_400Regular.ttf");
});

const set = (text: string, maxWidthPx = Infinity, sizePx = 40): Line => layoutLine(text, pickerOf(inter, emoji), sizePx, maxWidthPx);
/** Clusters of the line in visual order, to see how it was reordered. */
const runTexts = (text: string, direction: "ltr" | "rtl"): string[] =>
  visualRuns(text, direction, pickerOf(arimo)).map(({ start, end }) => text.slice(start, end));

describe("a line", () => {
  test("turns line breaks, tabs and control characters into one space, and trims", () => {
    expect(toLine("\n a\r\n\tb\u0000\u0007c\u2028d \u0085")).toBe("a b c d");
  });

  test("replaces half of a surrogate pair", () => {
    expect(toLine("a\ud83d")).toBe("a\ufffd");
  });

  test("of nothing but spaces has no glyphs", () => {
    expect(set(" \n ")).toEqual({ glyphs: [], text: "", widthPx: 0, isShortened: false });
  });

  test("grows in proportion to the font size", () => {
    expect(set("Wave", Infinity, 80).widthPx).toBeCloseTo(set("Wave", Infinity, 40).widthPx * 2, 6);
  });
});

describe("a text that does not fit", () => {
  test("ends in an ellipsis, without a space before it, inside the width", () => {
    const line = set("Hello wonderful world", set("Hello …").widthPx + 1);
    expect(line).toMatchObject({ text: "Hello…", isShortened: true });
  });

  test("keeps as much as fits", () => {
    const whole = "The quick brown fox jumps over the lazy dog";
    const line = set(whole, 400);
    const kept = line.text.length - 1;
    expect(line.widthPx).toBeLessThanOrEqual(400);
    expect(set(`${whole.slice(0, kept + 1).trimEnd()}…`).widthPx).toBeGreaterThan(400);
  });

  test("is whole when it fits exactly", () => {
    const text = "Exactly";
    expect(set(text, set(text).widthPx)).toMatchObject({ text, isShortened: false });
  });

  test("never loses half a grapheme: families, flags and accents go whole", () => {
    const text = "👨‍👩‍👧🇩🇪e\u0301👍🏽".repeat(8);
    const allowed = new Set([0, ...graphemeEnds(text)]);
    for (let widthPx = 60; widthPx < 900; widthPx += 13) expect(allowed).toContain(set(text, widthPx).text.length - 1);
  });

  test("never loses half a ligature", async () => {
    const roboto = await realFont("Roboto_400Regular.ttf");
    const arabic = await realFont("NotoSansArabic_400Regular.ttf");
    for (const [font, text, halves] of [
      [roboto, "office office office", /(?:f|ff)…$/],
      [arabic, "لا لا لا لا", /ل…$/],
    ] as const) {
      for (let widthPx = 40; widthPx < 360; widthPx += 3) {
        expect(layoutLine(text, pickerOf(font, inter), 40, widthPx).text).not.toMatch(halves);
      }
    }
  });

  test("draws nothing where not even the ellipsis fits", () => {
    expect(set("Hello", 5).glyphs).toEqual([]);
  });

  test("of 10,000 characters is bounded work", () => {
    for (const text of ["m".repeat(10_000), "i\u0301".repeat(5_000), "\u0301".repeat(10_000), "👨‍👩‍👧‍👦".repeat(900)]) {
      const line = set(text, 1400);
      expect(line.text.length).toBeLessThanOrEqual(MAX_TEXT_UNITS + 1);
      expect(line.isShortened).toBe(true);
      expect(line.widthPx).toBeLessThanOrEqual(1400);
    }
  });

  test("whatever the text, the line is inside the width and every place is a number", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.integer({ min: 1, max: 800 }), (text, widthPx) => {
        const line = set(text, widthPx);
        expect(line.widthPx).toBeLessThanOrEqual(widthPx);
        expect(line.glyphs.every(({ xPx, yPx }) => Number.isFinite(xPx) && Number.isFinite(yPx))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe("mixed directions", () => {
  test("a right-to-left word in left-to-right text stays in its place", () => {
    expect(runTexts("abc אבג def", "ltr")).toEqual(["abc ", "אבג", " def"]);
  });

  test("right-to-left text puts its first word at the right, and numbers still read from the left", () => {
    expect(runTexts("אבג 123 דהו", "rtl")).toEqual([" דהו", "123", "אבג "]);
  });

  test("the ellipsis stands at the end of reading: at the left of right-to-left text", () => {
    const line = layoutLine("שלום עולם ומלואו", pickerOf(arimo), 40, 150);
    const [leftmost] = line.glyphs.toSorted((a, b) => a.xPx - b.xPx);
    const [ellipsis] = layoutLine("…", pickerOf(arimo), 40, 150).glyphs;
    expect(line.text.endsWith("…")).toBe(true);
    expect(leftmost?.glyphId).toBe(ellipsis?.glyphId);
  });
});

describe("the fonts of a line", () => {
  test("each grapheme takes the font that was picked for it", () => {
    const runs = visualRuns("ab אב cd", "ltr", pickerOf(inter, arimo));
    expect(runs.map(({ font }) => (font === inter ? "inter" : "arimo"))).toEqual(["inter", "arimo", "inter"]);
  });

  test("a letter that no font has shows a box", () => {
    expect(visualRuns("த", "ltr", pickerOf(inter, arimo)).map(({ font }) => font === inter)).toEqual([true]);
  });
});
