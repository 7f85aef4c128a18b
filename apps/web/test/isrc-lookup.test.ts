import type { IsrcLookup } from "@nightjar/contract";
import { describe, expect, it } from "vitest";
import { beforeLookup, foreignCover, fromLookup, lookupFailure, lookupText } from "../src/features/library/lookup.ts";
import { EMPTY_FORM } from "../src/features/library/track-form.ts";

const FOUND: IsrcLookup = {
  ...{
    title: "Moth",
    artist: "Lamp",
    album: null,
    duration: "4:23",
    genre: "House",
    artworkUrl: "https://covers.example/1.jpg",
    fileUrl: null,
  },
  ...{ tags: [], mood: null, bpm: 124.4, key: null, language: null, explicit: false, recordLabel: "Own", releaseDate: "2021" },
  source: "deezer",
};

describe("what a look-up found", () => {
  it("fills in what it knows and leaves the rest as it is typed", () => {
    const before = { ...EMPTY_FORM, title: "moth", album: "Typed", explicit: true };
    expect(fromLookup(FOUND, before, "/api/files/artwork/a.jpg")).toEqual({
      ...{ title: "Moth", artist: "Lamp", duration: "4:23", genre: "House", bpm: "124", recordLabel: "Own", releaseDate: "2021" },
      artworkUrl: "/api/files/artwork/a.jpg",
    });
  });

  it("leaves the duration of an uploaded file alone: it is what will be heard", () => {
    const before = { ...EMPTY_FORM, fileUrl: "/api/files/audio/a.mp3", duration: "4:25" };
    expect(fromLookup(FOUND, before, null)).not.toHaveProperty("duration");
  });

  it("can be put back, each field as it stood", () => {
    const before = { ...EMPTY_FORM, title: "moth", artist: "Lamp", explicit: true };
    const filled = fromLookup({ ...FOUND, explicit: true, tags: ["late", "deep"] }, before, null);
    const back = beforeLookup(before, filled);
    expect(back).toEqual({ title: "moth", duration: "", genre: "", bpm: "", recordLabel: "", releaseDate: "", tags: "" });
    expect({ ...before, ...filled, ...back }).toEqual(before);
  });

  it("says who answered, and what was filled in", () => {
    expect(lookupText(FOUND, ["title", "recordLabel"])).toBe("Filled in from Deezer: title, record label.");
    expect(lookupText({ source: "library" }, ["bpm"])).toBe("Filled in from your own library: BPM.");
    expect(lookupText({ source: "library" }, [])).toBe("Your own library says what stands here already.");
  });

  it("has a cover to fetch only where that is not ours", () => {
    expect(foreignCover(FOUND)).toBe("https://covers.example/1.jpg");
    expect([foreignCover({ artworkUrl: "/api/files/artwork/a.jpg" }), foreignCover({ artworkUrl: null })]).toEqual([null, null]);
  });
});

describe("a look-up that failed", () => {
  it("of a code that nobody knows names codes to try", () => {
    expect(lookupFailure("ISRC code USRC17607841 not found in database")).toBe(
      "ISRC code not found. Try: USRC17607839, GBUM71029604, USUM71703861",
    );
  });

  it("says what the server says, or that there is no metadata", () => {
    expect(lookupFailure("Deezer did not answer. Please try again in a minute.")).toBe(
      "Deezer did not answer. Please try again in a minute.",
    );
    expect(lookupFailure(null)).toBe("Could not find metadata for this ISRC code");
  });
});
