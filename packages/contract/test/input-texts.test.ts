import { expect, test } from "vitest";
import type { z } from "zod";
import { changePasswordInput, destinationInput, ISRC_TEXT, streamPatch, trackPatch } from "../src/index.ts";

const textsOf = (schema: z.ZodType, input: unknown) => schema.safeParse(input).error?.issues.map(({ message }) => message);

test("each text of a track that is too long is named, with its limit", () => {
  const long = "x".repeat(2001);
  const names = ["album", "genre", "mood", "key", "language", "recordLabel", "releaseDate"] as const;
  expect(names.flatMap((name) => textsOf(trackPatch, { [name]: long }))).toEqual([
    "Album is too long: at most 500 characters",
    "Genre is too long: at most 500 characters",
    "Mood is too long: at most 50 characters",
    "Musical key is too long: at most 20 characters",
    "Language is too long: at most 100 characters",
    "Record label is too long: at most 500 characters",
    "Release date is too long: at most 40 characters",
  ]);
  expect(textsOf(trackPatch, { tags: ["x".repeat(101)] })).toEqual(["A tag has at most 100 characters; separate tags by commas"]);
  expect(textsOf(trackPatch, { tags: Array.from({ length: 101 }, String) })).toEqual(["A track has at most 100 tags"]);
  for (const bpm of [1001, -1]) expect(textsOf(trackPatch, { bpm }), String(bpm)).toEqual(["BPM must be from 0 to 1000"]);
});

test("an ISRC is kept as its twelve characters however it is written, and what is none is refused with its form", () => {
  for (const isrcCode of ["US-RC1-76-07839", "usrc17607839", " US RC1 76 07839 "]) {
    expect(trackPatch.parse({ isrcCode }), isrcCode).toEqual({ isrcCode: "USRC17607839" });
  }
  for (const isrcCode of ["", " - ", null]) expect(trackPatch.parse({ isrcCode })).toEqual({ isrcCode: null });
  expect(trackPatch.parse({})).toEqual({});
  const wrong = ["this is not an isrc", "USRC1760783", "GBAYE2400010 GBAYE2400011", "1SRC17607839", "USRC1760783X", "x".repeat(500)];
  for (const isrcCode of wrong) expect(textsOf(trackPatch, { isrcCode }), isrcCode).toEqual([ISRC_TEXT]);
});

test("what is too long or too large is called that, not missing or of another kind", () => {
  expect(textsOf(trackPatch, { bpm: 2000 })).toEqual(["BPM must be from 0 to 1000"]);
  expect(textsOf(trackPatch, { bpm: "fast" })).toEqual(["BPM must be a number"]);
  const passwords = { currentPassword: "x".repeat(1025), newPassword: "long enough" };
  expect(textsOf(changePasswordInput, passwords)).toEqual(["Password is too long"]);
  const tooLong = textsOf(destinationInput, { rtmpUrl: "rtmp://far.example/live", streamKey: "k".repeat(1001) });
  expect(tooLong).toEqual(["The stream key is too long: at most 1000 characters"]);
});

test("a stream's setting that cannot be is refused with what can", () => {
  const crossfade = "The crossfade must be from 0 to 12 seconds, in whole milliseconds";
  for (const crossfadeMs of [-1, 12_001, 1.5, "long"])
    expect(textsOf(streamPatch, { crossfadeMs }), String(crossfadeMs)).toEqual([crossfade]);
  expect(textsOf(streamPatch, { order: "backwards" })).toEqual(["The order must be one of sequential, shuffled"]);
});
