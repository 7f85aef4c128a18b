// A page that stays open for weeks is told by a newer server of what it has no words for.
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { lampOf } from "../src/features/streams/destinations/destinations.tsx";
import { ConditionLine, Conditions } from "../src/features/streams/state/conditions.tsx";

it("a state of a destination that this page does not know is shown in its own word", () => {
  expect(lampOf({ state: "resting" as never })).toEqual({ word: "resting", tone: "warn" });
});

it.each([
  ["a stream's page", Conditions],
  ["a list of streams", ConditionLine],
])("a condition that this page does not know is shown with what is said of it: on %s", (_where, Shown) => {
  const conditions = [{ code: "moonlight" as never, text: "Too much moonlight.", since: "2026-01-01T00:00:00.000Z" }];
  expect(renderToStaticMarkup(createElement(Shown, { conditions }))).toContain("Too much moonlight.");
});
