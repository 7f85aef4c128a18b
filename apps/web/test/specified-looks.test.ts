import { CANVAS_HEIGHT_PX, CANVAS_WIDTH_PX, elementId } from "@nightjar/contract";
import { describe, expect, it } from "vitest";
import { guessedBox } from "../src/features/overlay/kernel/boxes.ts";
import { newElement } from "../src/features/overlay/kernel/new-element.ts";
import { roleLook, statusColour } from "../src/features/settings/account-look.ts";
import { streamSearch } from "../src/features/streams/search.ts";
import { AUTO_SWITCH_NAMES, TRANSITION_NAMES } from "../src/lib/background-names.ts";

describe("the account in the settings", () => {
  it("is marked in red where it is an administrator's, any other role is shown as it is, and none is a user", () => {
    expect(roleLook("admin")).toEqual({ label: "admin", isAdmin: true, colour: "text-bad" });
    for (const [role, label] of [
      ["staff", "staff"],
      ["curator", "curator"],
      ["", "User"],
      [undefined, "User"],
    ] as const) {
      expect(roleLook(role)).toEqual({ label, isAdmin: false, colour: "text-dim" });
    }
  });

  it("has its status in green where it is approved, in yellow where it is pending, in red otherwise", () => {
    expect(["approved", "pending", "rejected", "whatever", undefined].map(statusColour)).toEqual([
      ...["text-good", "text-warn", "text-bad", "text-bad", "text-bad"],
    ]);
  });
});

describe("the address of the stream manager", () => {
  it("loses the parameter named youtube, and keeps the stream", () => {
    expect(Object.entries(streamSearch({ youtube: "connected", stream: "a" })).filter(([, value]) => value !== undefined)).toEqual([
      ["stream", "a"],
    ]);
  });
});

describe("a new element of the designer", () => {
  const boxOf = (type: Parameters<typeof newElement>[2]) =>
    guessedBox(newElement({ elements: [], plates: [] }, elementId.parse("new"), type, {}));

  it("that is an artwork has a box of 128 px, and a progress bar is at least 240 px wide; both in the middle", () => {
    expect(boxOf("artwork")).toMatchObject({ widthPx: 128, heightPx: 128, xPx: (CANVAS_WIDTH_PX - 128) / 2 });
    expect(boxOf("progress-bar")).toMatchObject({ widthPx: 240, yPx: (CANVAS_HEIGHT_PX - 20) / 2 });
  });
});

describe("the choices of backgrounds", () => {
  it("are named as the specification names them", () => {
    expect(Object.values(TRANSITION_NAMES)).toEqual(["Fade", "Slide", "Instant"]);
    expect(Object.values(AUTO_SWITCH_NAMES)).toEqual(["Never", "Every 5 minutes", "Every 10 minutes", "Every song"]);
  });
});
