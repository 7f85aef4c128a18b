import { backgroundId, templateId } from "@nightjar/contract";
import { expect, test } from "vitest";
import { willShow } from "../src/features/streams/background/will-show.ts";
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

test("what a background does on air is said the same way, and how long it stays where they take turns", () => {
  const [rain, city] = [
    { id: backgroundId.parse("r"), title: "Rain" },
    { id: backgroundId.parse("c"), title: "City" },
  ];
  const when = "within the track, as soon as it is rendered. The sound goes on.";
  expect(willShow(city, rain, false)).toBe(`Changing puts “Rain” in the place of “City” ${when}`);
  expect(willShow(undefined, rain, false)).toBe(`Changing puts “Rain” in the place of the plain default ${when}`);
  expect(willShow(rain, undefined, false)).toBe(`Changing puts the plain default in the place of “Rain” ${when}`);
  expect(willShow(undefined, undefined, false)).toBe("This is what it shows now: nothing changes.");
  expect(willShow(city, rain, true)).toBe(
    `Changing puts “Rain” in the place of “City” ${when} Backgrounds take turns: it stays until the next one's.`,
  );
  expect(willShow(rain, rain, true)).toBe("This is what it shows now: nothing changes.");
});
