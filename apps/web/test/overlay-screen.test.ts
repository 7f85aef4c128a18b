import { elementId, OVERLAY_NAME_MAX_LENGTH, overlayTemplate, type OverlayTemplate } from "@nightjar/contract";
import { describe, expect, it } from "vitest";
import { sampleOf } from "../src/features/overlay/dialogs/sample-of.ts";
import { newElement } from "../src/features/overlay/kernel/new-element.ts";
import { copyName } from "../src/features/overlay/panels/copy-name.ts";
import { targetOf } from "../src/features/overlay/target.ts";
import { sharedOf } from "../src/features/overlay/use-design.ts";
import { frameOf, SAMPLE_TRACKS } from "../src/lib/scene/samples.ts";

const template = (id: string, name: string): OverlayTemplate =>
  overlayTemplate.parse({
    ...{ id, name, description: null, isDefault: false, createdAt: "2026-01-01T00:00:00.000Z", revision: 1 },
    ...{ updatedAt: "2026-01-01T00:00:00.000Z", updatedBy: null, plates: [] },
  });
const LIST = [template("a", "Big Cover"), template("b", "Minimalist Overlay"), template("c", "Ticker")];

describe("the template the designer is entered with", () => {
  it("is the one the address names, else Minimalist Overlay, else the first, else a new one", () => {
    expect(targetOf(LIST, "c")).toBe("c");
    expect(targetOf(LIST, undefined)).toBe("b");
    expect(targetOf(LIST, "deleted")).toBe("b");
    expect(targetOf(LIST.slice(0, 1), undefined)).toBe("a");
    expect(targetOf([], undefined)).toBeNull();
    expect(targetOf(LIST, "new")).toBeNull();
  });
});

describe("a copy nobody named", () => {
  it("gets a name of its own, and a copy of a copy no longer one", () => {
    expect(copyName("Night", ["Night"])).toBe("Night copy");
    expect(copyName("Night", ["Night", "Night copy"])).toBe("Night copy 2");
    expect(copyName("Night copy 2", ["Night copy", "Night copy 2"])).toBe("Night copy 3");
  });

  it("gets one that is taken, of a name that leaves no room for more", () => {
    const long = "x".repeat(OVERLAY_NAME_MAX_LENGTH);
    const first = copyName(long, [long]);
    expect([first.length, copyName(long, [long, first])]).toEqual([OVERLAY_NAME_MAX_LENGTH, `${"x".repeat(193)} copy 2`]);
  });
});

describe("sample tracks", () => {
  it("have ids and names of their own, and are 3:45 long where they say nothing else", () => {
    expect(new Set(SAMPLE_TRACKS.map(({ id }) => id)).size).toBe(SAMPLE_TRACKS.length);
    const [first] = SAMPLE_TRACKS;
    expect(first && frameOf(first, 1000)).toMatchObject({ title: first?.title, positionMs: 1000, durationMs: 225_000 });
  });
});

describe("a track of the library as a sample", () => {
  it("has its own length, and 3:45 where it has none or 0:00: a preview of no length would be none", () => {
    const lengths = ["4:05", "0:00", ""].map((duration) => sampleOf({ id: "t", title: "Ash", artist: "Lamp", artworkUrl: null, duration }));
    expect(lengths.map(({ durationMs }) => durationMs)).toEqual([245_000, 225_000, 225_000]);
  });
});

describe("a property of several elements", () => {
  const element = (id: string, opacity: number) => newElement({ elements: [], plates: [] }, elementId.parse(id), "text", { opacity });
  it("has a value where they agree, also on none, and none where they differ", () => {
    const [a, b, c] = [element("a", 50), element("b", 50), element("c", 70)];
    expect(sharedOf([a, b], ({ opacity }) => opacity)).toEqual({ ids: ["a", "b"], value: 50 });
    expect(sharedOf([a, b, c], ({ opacity }) => opacity).value).toBeUndefined();
    expect(sharedOf([a, b], ({ boxWidthPx }) => boxWidthPx).value).toBeNull();
    expect(sharedOf([], () => 1)).toEqual({ ids: [], value: undefined });
  });
});
