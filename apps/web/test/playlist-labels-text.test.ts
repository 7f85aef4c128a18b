import { describe, expect, it } from "vitest";
import { labelsNotice, nothingFound } from "../src/features/playlists/labels-text.ts";

const analysis = { allLabels: ["Own"], isFiltered: false, pendingTracks: 0, unlabelledTracks: 0 };
const pending = { ...analysis, allLabels: [], pendingTracks: 3, unlabelledTracks: 4 };

describe("what is said of labels", () => {
  it("is that they are being looked up, as long as they are", () => {
    expect(labelsNotice(pending)).toBe("The record labels of 3 tracks are still being looked up.");
    expect(nothingFound({ ...pending, isFiltered: true })).toBe("None so far: the record labels of 3 tracks are still being looked up.");
  });

  it("is that there are none, or how many tracks have none where that leaves them out", () => {
    expect(labelsNotice({ ...analysis, allLabels: [], unlabelledTracks: 4 })).toContain("names no record labels");
    expect(labelsNotice({ ...analysis, unlabelledTracks: 1, isFiltered: true })).toBe(
      "1 track names no record label, and no filter finds it.",
    );
    expect(labelsNotice({ ...analysis, unlabelledTracks: 2, isFiltered: true })).toBe(
      "2 tracks name no record label, and no filter finds them.",
    );
    expect(nothingFound({ ...analysis, isFiltered: true })).toBe("No track of this playlist is of these labels.");
  });

  it("is nothing where all is known, or nothing is left out", () => {
    expect([labelsNotice(analysis), labelsNotice({ ...analysis, unlabelledTracks: 2 })]).toEqual([null, null]);
    expect(nothingFound(analysis)).toBe("The playlist is empty.");
  });
});
