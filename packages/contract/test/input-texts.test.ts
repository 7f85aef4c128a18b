import { expect, test } from "vitest";
import type { z } from "zod";
import { changePasswordInput, destinationInput, trackPatch } from "../src/index.ts";

const textsOf = (schema: z.ZodType, input: unknown) => schema.safeParse(input).error?.issues.map(({ message }) => message);

test("what is too long or too large is called that, not missing or of another kind", () => {
  expect(textsOf(trackPatch, { bpm: 2000 })).toEqual(["BPM must be from 0 to 1000"]);
  expect(textsOf(trackPatch, { bpm: "fast" })).toEqual(["BPM must be a number"]);
  const passwords = { currentPassword: "x".repeat(1025), newPassword: "long enough" };
  expect(textsOf(changePasswordInput, passwords)).toEqual(["Password is too long"]);
  const tooLong = textsOf(destinationInput, { rtmpUrl: "rtmp://far.example/live", streamKey: "k".repeat(1001) });
  expect(tooLong).toEqual(["The stream key is too long: at most 1000 characters"]);
});
