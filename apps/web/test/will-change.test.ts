import { templateId } from "@nightjar/contract";
import { expect, test } from "vitest";
import { willChange } from "../src/features/streams/overlays/will-change.ts";

const [words, bar] = [templateId.parse("w"), templateId.parse("b")];
const templates = [
  { id: words, name: "Words" },
  { id: bar, name: "bar" },
];

test("what a template does on air is said by what takes the place of what, and that it is nothing where it shows already", () => {
  const when = "within the track, as soon as its picture is rendered. The sound goes on.";
  expect(willChange(words, bar, templates)).toBe(`Applying puts “bar” in the place of “Words” ${when}`);
  expect(willChange(null, bar, templates)).toBe(`Applying puts “bar” in the place of artwork, title and artist ${when}`);
  expect(willChange(bar, null, templates)).toBe(`Applying puts artwork, title and artist in the place of “bar” ${when}`);
  for (const same of [words, null]) expect(willChange(same, same, templates)).toBe("This is what it shows now: nothing changes.");
});
