import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { importText, tellImport } from "../src/features/playlists/import-notice.ts";
import { toastStore } from "../src/lib/toast.ts";

const counts = (tracksAdded: number, tracksFound = 0, tracksLeftOut = 0, tracksDoubtful = 0) => ({
  ...{ tracksAdded, tracksFound, tracksLeftOut, tracksDoubtful },
});
const told = (...call: Parameters<typeof tellImport>) => {
  tellImport(...call);
  const { title, description } = toastStore.entries()[0] ?? {};
  return [title, description];
};
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const { id } of toastStore.entries()) toastStore.dismiss(id);
  vi.runAllTimers();
  vi.useRealTimers();
});

describe("the notice of an import", () => {
  it("of one track says whether it is new, or was found", () => {
    const moth = { title: "Moth", artist: "Lamp" };
    expect(told(counts(1), moth)).toEqual(["Track Imported", "Moth by Lamp"]);
    expect(told(counts(0, 1), moth)).toEqual(["Track Found", "Moth by Lamp was in the library already"]);
  });

  it("of many counts what was added, found, doubtful and left out", () => {
    expect(told(counts(3), null)).toEqual(["Tracks Imported", "3 tracks added to the library"]);
    expect(importText(counts(1, 1, 2))).toBe(
      "1 track added to the library, 1 was there already, 2 left out, for the library has another of that title and artist",
    );
    expect(importText(counts(1, 0, 0, 1))).toBe("1 track added to the library, 1 doubtful: say which it is");
    expect(importText(counts(0, 0, 1, 2))).toBe(
      "0 tracks added to the library, 2 doubtful: say which they are, 1 left out, for the library has another of that title and artist",
    );
  });
});
