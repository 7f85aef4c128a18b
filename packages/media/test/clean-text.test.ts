import { describe, expect, it } from "vitest";
import { cleanText } from "../src/clean-text.ts";

describe("cleanText", () => {
  it("leaves one line without controls, direction overrides and broken surrogates", () => {
    expect(cleanText(" a\0b\r\n\tc\u009B \u202Eevil\u2069\uFEFF\uD800 ", 100)).toBe("a b c evil \uFFFD");
    expect(cleanText("e\u0301", 100)).toBe("\u00E9");
    expect(cleanText("\0\0", 100)).toBe("");
  });

  it("keeps what scripts need: joiners, marks, emoji", () => {
    for (const kept of ["نمی\u200Cخواهم", "👩\u200D👩\u200D👧", "हिन्दी", "한국어", "Motörhead"]) expect(cleanText(kept, 100)).toBe(kept);
  });

  it("never exceeds the bound and never cuts inside a character", () => {
    const family = "👩\u200D👩\u200D👧";
    expect(cleanText(`ab${family}`, 5)).toBe("ab");
    expect(cleanText(family.repeat(3), family.length * 2 + 1)).toBe(family.repeat(2));
    expect(cleanText("x".repeat(600), 500)).toBe("x".repeat(500));
  });
});
