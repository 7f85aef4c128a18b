import { expect, test } from "vitest";
import { checkStream, isChanged, type StreamFormValues } from "../src/features/streams/header/stream-changes.ts";

const START: StreamFormValues = {
  ...{ title: "Night Radio", description: "", channelName: "Nightjar", targetLufs: "-14", artworkUrl: null },
  ...{ profile: "1080p30", quality: "standard", timeZone: null },
};

test("only what was changed of a stream is sent, so that what others change meanwhile stays", () => {
  expect(checkStream(START, START).patch).toEqual({});
  expect(isChanged(START, START)).toBe(false);
  const typed = { ...START, channelName: " ", targetLufs: "−16,5", artworkUrl: "/api/files/artwork/a.jpg" };
  expect(isChanged(START, typed)).toBe(true);
  expect(checkStream(START, typed)).toEqual({
    patch: { channelName: null, targetLufs: -16.5, artworkUrl: "/api/files/artwork/a.jpg" },
    errors: {},
  });
});

test("a loudness that is none, or far from any, is refused with a sentence at its field", () => {
  for (const targetLufs of ["", "loud", "0", "-50"]) {
    expect(checkStream(START, { ...START, targetLufs }), targetLufs).toEqual({
      patch: null,
      errors: { targetLufs: "The loudness must be from -40 to -5 LUFS" },
    });
  }
});
