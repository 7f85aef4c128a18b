import { elementId, templateId } from "@nightjar/contract";
import { describe, expect, it } from "vitest";
import { overlaySentence } from "../src/features/test-stream/overlay-sentence.ts";

describe("what a test says of its overlay", () => {
  it("is that none was chosen only where none was", () => {
    const overlayTemplate = { id: templateId.parse("t"), name: "Late" };
    const overlayElements = [{ id: elementId.parse("e"), name: "Title", type: "text" as const, isVisible: true }];
    expect(overlaySentence({ overlayTemplate: null, overlayElements: [] })).toContain("No template chosen");
    expect(overlaySentence({ overlayTemplate, overlayElements: [] })).toBe('The template "Late" has no elements.');
    expect(overlaySentence({ overlayTemplate, overlayElements })).toBe("Late");
  });
});
