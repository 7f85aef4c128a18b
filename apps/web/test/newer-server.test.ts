// A page that stays open for weeks is told by a newer server of what it has no words for.
import { elementId, OFF_AIR } from "@nightjar/contract";
import { TipProvider } from "@nightjar/ui";
import { QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, describe, expect, it } from "vitest";
import { preparationText } from "../src/features/backgrounds/words.ts";
import { possibleIn } from "../src/features/commands/use-sample-commands.tsx";
import { NeedsAttention } from "../src/features/dashboard/needs-attention.tsx";
import { knewText, lookupText } from "../src/features/library/lookup.ts";
import { LayerRow } from "../src/features/overlay/panels/layer-row.tsx";
import { lampOf } from "../src/features/streams/destinations/destinations.tsx";
import { PictureFields } from "../src/features/streams/settings/picture-fields.tsx";
import { stepSentence } from "../src/features/streams/state/change-sentence.ts";
import { ConditionLine, Conditions } from "../src/features/streams/state/conditions.tsx";
import { StateBadge } from "../src/features/streams/state/state-badge.tsx";
import { urgencyOf } from "../src/features/streams/state/urgency.ts";
import { healthOf } from "../src/features/wall/health.ts";
import { DragRows } from "../src/layout/drag-rows.tsx";
import { sentenceOf } from "../src/lib/activity-sentence.ts";
import { api, queryClient, trpc, trpcClient } from "../src/lib/trpc.ts";

const NEW = "moonlight" as never;
const ignore = () => undefined;

afterEach(() => queryClient.clear());

it("a state of a destination that this page does not know is shown in its own word", () => {
  expect(lampOf({ state: "resting" as never })).toEqual({ word: "resting", tone: "warn" });
});

it.each([
  ["a stream's page", Conditions],
  ["a list of streams", ConditionLine],
])("a condition that this page does not know is shown with what is said of it: on %s", (_where, Shown) => {
  const conditions = [{ code: NEW, text: "Too much moonlight.", since: "2026-01-01T00:00:00.000Z" }];
  expect(renderToStaticMarkup(createElement(Shown, { conditions }))).toContain("Too much moonlight.");
});

describe("a state of a stream that this page does not know", () => {
  const onAir = { ...OFF_AIR, state: NEW };

  it("is shown in its own word, on the wall too", () => {
    expect(renderToStaticMarkup(createElement(StateBadge, { state: NEW }))).toContain("moonlight");
    expect(healthOf(onAir, true, undefined, 0)).toMatchObject({ tone: "warn", text: "moonlight" });
  });

  it("stands before what is plainly on air, and behind what is in trouble", () => {
    const conditions = [{ code: "silence" as const, text: "Nothing is heard.", since: "2026-01-01T00:00:00.000Z" }];
    const places = [{ ...OFF_AIR, state: "failed" as const }, { ...onAir, conditions }, onAir, undefined].map(urgencyOf);
    expect(places).toEqual([0, 2, 6, 5]);
  });
});

describe("what was done, where this page has no words for it", () => {
  it.each([
    ["“Moth” was changed", "Moth", 1],
    ["“Moth” and 2 other things were changed", "Moth", 3],
    ["Something was changed", null, 1],
    ["3 things were changed", null, 3],
  ])("is told as a change: %s", (sentence, name, total) => {
    expect(sentenceOf({ action: NEW, name, total })).toBe(sentence);
  });

  it("is a change in the history of a stream, too", () => {
    expect(stepSentence({ is: NEW, titles: [], total: 2 })).toBe("changed 2 tracks");
  });
});

it("what needs attention for a reason that this page does not know is shown with what is said of it", () => {
  api.activity.attention.setData(undefined, [{ kind: NEW, text: "Too much moonlight." }]);
  const calls = { client: trpcClient, queryClient, children: createElement(NeedsAttention) };
  const page = renderToStaticMarkup(createElement(QueryClientProvider, { client: queryClient }, createElement(trpc.Provider, calls)));
  expect(page).toContain("Too much moonlight.");
});

it("a step in the preparation of a background that this page does not know is told in general words", () => {
  const told = { backgroundId: NEW, step: NEW, progress: 0.5, leftMs: null, receivedAtMs: 0 };
  expect(preparationText({ ...told, isUnderWay: true }, 0)).toBe("Preparing it: 50 %");
  expect(preparationText({ ...told, isUnderWay: false }, 0)).toBe("Waits to be prepared");
});

it("a picture profile and a quality that this page does not know are what is chosen, by their own names", () => {
  const shown = (profile: "1080p30", quality: "high") =>
    renderToStaticMarkup(createElement(PictureFields, { value: { profile, quality }, onChange: ignore }));
  const chosenIn = (page: string) => [...page.matchAll(/<option [^>]*selected=""[^>]*>([^<]*)</g)].map(([, text]) => text);
  expect(chosenIn(shown(NEW, NEW))).toEqual(["moonlight", "moonlight"]);
  expect(chosenIn(shown(NEW, "high"))).toEqual(["moonlight", "High"]);
  expect(chosenIn(shown("1080p30", "high"))).toEqual(["1080p30 (1920 × 1080, 30 fps)", "High: 6.3 Mbit/s"]);
});

it("an overlay element of a type that this page does not know is in the list of layers", () => {
  const id = elementId.parse("e1");
  const layer = { id, name: "Lunar phase", type: NEW, isVisible: true, isLocked: false };
  const acts = { onSelect: ignore, onHover: ignore, onMove: ignore, onRename: ignore, onToggle: ignore };
  const rows = { ids: [id], onMove: ignore, children: createElement(LayerRow, { layer, index: 0, isSelected: false, ...acts }) };
  const list = { delayMs: 0, skipDelayMs: 0, children: createElement(DragRows, rows) };
  expect(renderToStaticMarkup(createElement(TipProvider, list))).toContain("Lunar phase");
});

it("with a sample channel in a state that this page does not know nothing can be done from the list of commands", () => {
  expect(possibleIn(NEW, "make", "cancel", "remove")).toEqual([]);
  expect(possibleIn("partly", "make", "cancel", "remove")).toEqual(["make", "remove"]);
});

it("a service that this page does not know is called by its own name where it knew a code", () => {
  expect(knewText({ source: NEW })).toBe("Told by moonlight.");
  expect(lookupText({ source: NEW }, ["title"])).toBe("Filled in from moonlight: title.");
});
