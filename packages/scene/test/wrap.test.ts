import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { EMOJI_FILE } from "../src/fonts.ts";
import { lineBreaks } from "../src/text/breaks.ts";
import type { Font } from "../src/text/harfbuzz.ts";
import type { Line } from "../src/text/layout.ts";
import { layoutLine } from "../src/text/layout.ts";
import { graphemeEnds, paragraphsOf } from "../src/text/unicode.ts";
import { layoutLines } from "../src/text/wrap.ts";
import { pickerOf, realFont } from "./fonts.fixture.ts";

let inter: Font;
let emoji: Font;
let thai: Font;
let japanese: Font;
let hebrew: Font;
beforeAll(async () => {
  inter = await realFont("Inter_400Regular.ttf");
  emoji = await realFont(EMOJI_FILE);
  thai = await realFont("NotoSansThai_400Regular.ttf");
  japanese = await realFont("NotoSansJP_400Regular.ttf");
  hebrew = await realFont("NotoSansHebrew_400Regular.ttf");
});

const set = (text: string, maxWidthPx: number, maxLines = 100): readonly Line[] =>
  layoutLines(text, pickerOf(inter, emoji, thai, japanese, hebrew), 40, maxWidthPx, maxLines);
const linesOf = (text: string, maxWidthPx: number, maxLines = 100): string[] => set(text, maxWidthPx, maxLines).map((line) => line.text);
const widthOf = (text: string): number => layoutLine(text, pickerOf(inter, emoji, thai, japanese, hebrew), 40, Infinity).widthPx;
const parts = (text: string): string[] => lineBreaks(text).map((end, i, ends) => text.slice(ends[i - 1] ?? 0, end));

describe("a line may end", () => {
  test("after spaces and hyphens, not before the signs that close and not after those that open", () => {
    expect(parts("Hello,  (well-known) 5-5 AC/DC")).toEqual(["Hello,  ", "(well-", "known) ", "5-5 ", "AC/DC"]);
  });

  test("never at a space that holds together", () => {
    expect(parts("100\u00a0km/h")).toEqual(["100\u00a0km/h"]);
  });

  test("between Japanese and Chinese signs, but no line begins with small kana or a closing sign or ends with an opening one", () => {
    expect(parts("「夜」っ、ラー")).toEqual(["「夜」っ、", "ラー"]);
    expect(parts("青花瓷，天")).toEqual(["青", "花", "瓷，", "天"]);
  });

  test("only at spaces in Korean, as in print", () => {
    expect(parts("보고 싶다")).toEqual(["보고 ", "싶다"]);
  });

  test("before and after Thai vowels that show where a syllable begins or ends, and nowhere inside of it", () => {
    expect(parts("น้ำผึ้งและเธอ")).toEqual(["น้ำ", "ผึ้ง", "และ", "เธอ"]);
  });

  test("where a Thai title without spaces can be read on: its words stay whole, though Unicode's own rule knows no end in it", () => {
    expect(parts("รักแรกพบ")).toEqual(["รัก", "แรกพบ"]);
    expect(parts("ขอบคุณที่รัก")).toEqual(["ขอบคุณที่รัก"]);
    expect(parts("เพลงและเธอ ใจเดียว")).toEqual(["เพลง", "และ", "เธอ ", "ใจ", "เดียว"]);
    expect(linesOf("น้ำผึ้งและเธอ", widthOf("น้ำผึ้งและ") + 1)).toEqual(["น้ำผึ้งและ", "เธอ"]);
  });

  test("between two emoji and not inside of one", () => {
    expect(parts("👨‍👩‍👧🇩🇪👍🏽")).toEqual(["👨‍👩‍👧", "🇩🇪", "👍🏽"]);
  });
});

describe("a wrapped text", () => {
  test("fills each line with as many words as fit", () => {
    expect(linesOf("The quick brown fox jumps", widthOf("quick brown") + 1)).toEqual(["The quick", "brown fox", "jumps"]);
  });

  test("keeps the lines that were written, empty ones between them too", () => {
    expect(linesOf("\none\r\n\n two \nthree\n\n", 1000)).toEqual(["one", "", "two", "three"]);
  });

  test("is one line, as without wrapping, where it fits", () => {
    const [line, ...others] = set("Café del Mar", 1000);
    expect(line).toEqual(layoutLine("Café del Mar", pickerOf(inter, emoji), 40, 1000));
    expect(others).toEqual([]);
  });

  test("breaks a word only where it is wider than a line, and then between graphemes", () => {
    expect(linesOf("a Supercalifragilistic b", 200).join("|")).toMatch(/^a\|Supercal\w*\|\w+ b$/);
    const ends = new Set(graphemeEnds("e\u0301".repeat(30)));
    let end = 0;
    for (const line of linesOf("e\u0301".repeat(30), 200)) expect(ends).toContain((end += line.length));
  });

  test("ends in an ellipsis where there are more words than lines, also where only a written line is lost", () => {
    expect(linesOf("one two three four", widthOf("one two") + 1, 2)).toEqual(["one two", "three…"]);
    expect(linesOf("one\ntwo", 1000, 1)).toEqual(["one…"]);
    expect(linesOf("one\ntwo", 1000, 2)).toEqual(["one", "two"]);
  });

  test("draws nothing where not even a letter fits", () => {
    expect(linesOf("Hello", 5)).toEqual([]);
  });

  test("of right-to-left words keeps the first words on the first line", () => {
    expect(linesOf("שלום עולם ומלואו", widthOf("שלום עולם") + 1)).toEqual(["שלום עולם", "ומלואו"]);
  });

  test("of 10,000 characters is bounded work", () => {
    for (const text of ["m".repeat(10_000), "in ".repeat(3_000), "夜".repeat(10_000), "\n".repeat(10_000), "a\n".repeat(5_000)]) {
      expect(set(text, 60, 100).length).toBeLessThanOrEqual(100);
    }
  });

  test("of thousands of empty lines costs little more to take apart than of as many that are written", () => {
    const costOf = (text: string) => {
      const before = process.cpuUsage();
      for (let times = 0; times < 20; times += 1) paragraphsOf(text);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    // By turns: what is done later is done by code that has been made fast.
    const costs = Array.from({ length: 5 }, () => [costOf(`a${"\n".repeat(9_998)}b`), costOf("a\n".repeat(5_000))] as const);
    const leastCost = Math.min(...costs.map(([cost]) => cost));
    expect(leastCost).toBeLessThan(10 * Math.min(...costs.map(([, cost]) => cost)));
  });

  test("whatever the text, each line is inside the width and there are never too many", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("word ", "夜", "สวัสดี", "👍🏽", "שלום ", "\n", "a-b", "…", "(", "」", " ")),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 6 }),
        (words, widthPx, maxLines) => {
          const lines = set(words.join(""), widthPx, maxLines);
          expect(lines.length).toBeLessThanOrEqual(maxLines);
          expect(lines.every((line) => line.widthPx <= widthPx)).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });
});
