import { expect, test } from "vitest";
import { resized } from "../../src/features/overlay/kernel/resize.ts";
import { snapMove, snapTargets } from "../../src/features/overlay/kernel/snap.ts";
import { snapPull } from "../../src/features/overlay/kernel/snap-pull.ts";
import { guessedBox } from "../../src/features/overlay/kernel/boxes.ts";
import { layersOf } from "../../src/features/overlay/kernel/layers.ts";
import { fitted, panned, toCanvas, zoomed } from "../../src/features/overlay/kernel/viewport.ts";
import type { DesignElement } from "../../src/features/overlay/kernel/document.ts";
import type { Rect } from "../../src/features/overlay/kernel/geometry.ts";
import { element, id } from "./make.ts";

const framed = (one: DesignElement) => ({ element: one, box: guessedBox(one) });
const box = (xPx: number, yPx: number, widthPx = 100, heightPx = 100): Rect => ({ xPx, yPx, widthPx, heightPx });

test("a corner changes the size and leaves the opposite corner where it is", () => {
  const square = framed(element("a", { xPosition: 200, yPosition: 200 }));
  expect(resized([square], "bottom-right", { xPx: 50, yPx: 50 }).get(id("a"))).toMatchObject({
    fontSize: 150,
    xPosition: 200,
    yPosition: 200,
  });
  expect(resized([square], "top-left", { xPx: 50, yPx: 50 }).get(id("a"))).toMatchObject({ fontSize: 50, xPosition: 250, yPosition: 250 });
  expect(resized([square], "top-right", { xPx: 2000, yPx: -2000 }).get(id("a"))).toMatchObject({
    fontSize: 1024,
    xPosition: 200,
    yPosition: 0,
  });
});

test("a side of a text changes the width it wraps at, and of a bar its own; the other side stays", () => {
  const text = framed(element("a", { type: "text", fontSize: 40, boxWidthPx: 300, xPosition: 100 }));
  expect(resized([text], "right", { xPx: 50, yPx: 9 }).get(id("a"))).toEqual({ boxWidthPx: 350 });
  expect(resized([text], "left", { xPx: 50, yPx: 9 }).get(id("a"))).toEqual({ xPosition: 150, boxWidthPx: 250 });
  const bar = framed(element("b", { type: "progress-bar", fontSize: 20 }));
  expect(resized([bar], "right", { xPx: 60, yPx: 0 }).get(id("b"))).toEqual({ boxWidthPx: 300 });
});

test("several are scaled together, their distances too", () => {
  const group = [framed(element("a")), framed(element("b", { xPosition: 300, yPosition: 300 }))];
  const fields = resized(group, "bottom-right", { xPx: 400, yPx: 400 });
  expect(fields.get(id("a"))).toMatchObject({ fontSize: 200, xPosition: 0, yPosition: 0 });
  expect(fields.get(id("b"))).toMatchObject({ fontSize: 200, xPosition: 600, yPosition: 600 });
});

test("a box sticks to the canvas's edges, middle and safe margins, and to edges and middles of others", () => {
  const targets = snapTargets([box(500, 500)]);
  expect(snapMove(box(4, 300), targets, 6)).toMatchObject({ byXPx: -4, byYPx: 0 });
  expect(snapMove(box(907, 300), targets, 6).byXPx).toBe(3);
  expect(snapMove(box(1720, 950), targets, 6)).toMatchObject({ byXPx: 4, byYPx: 0 });
  const snap = snapMove(box(503, 700), targets, 6);
  expect(snap.byXPx).toBe(-3);
  expect(snap.guides.filter(({ axis }) => axis === "vertical").map(({ atPx, fromPx, toPx }) => [atPx, fromPx, toPx])).toEqual([
    [500, 500, 800],
    [550, 500, 800],
    [600, 500, 800],
  ]);
  expect(snapMove(box(740, 300), targets, 6)).toEqual({ byXPx: 0, byYPx: 0, guides: [] });
});

test("a box sticks where the gaps of its row become equal, and both gaps are shown", () => {
  const targets = snapTargets([box(200, 300), box(343, 300)]);
  const snap = snapMove(box(489, 310), targets, 6);
  expect(snap.byXPx).toBe(-3);
  expect(snap.guides.filter(({ kind }) => kind === "gap").map(({ fromPx, toPx }) => toPx - fromPx)).toEqual([43, 43]);
  const between = snapTargets([box(200, 300), box(547, 300)]);
  expect(snapMove(box(376, 310), between, 6).byXPx).toBe(-2.5);
});

test("a pulled corner ends on what is near, in proportion", () => {
  const targets = snapTargets([box(700, 0)]);
  const { pulled, guides } = snapPull(box(500, 500), "bottom-right", { xPx: 97, yPx: 97 }, targets, 6);
  expect(pulled).toEqual({ xPx: 100, yPx: 100 });
  expect(guides.some(({ axis, atPx }) => axis === "vertical" && atPx === 700)).toBe(true);
});

test("what is dragged has a canvas of its own between what lies below and above it, and panels follow as they will", () => {
  const elements = [element("a"), element("b"), element("c")];
  const look = { color: "#000000", opacity: 50, paddingPx: 0, paddingRightPx: 0, radiusPx: 0 };
  const plates = [
    { ...look, elementIds: [id("a")] },
    { ...look, elementIds: [id("b")] },
    { ...look, elementIds: [id("b"), id("c")] },
  ];
  const seen = layersOf({ elements, plates }, new Set([id("b")]), true).map((layer) => [
    layer.is,
    layer.plates.length,
    layer.elements.map((one) => one.id).join(""),
  ]);
  expect(seen).toEqual([
    ["still", 1, ""],
    ["stretching", 1, ""],
    ["moving", 1, ""],
    ["still", 0, "a"],
    ["moving", 0, "b"],
    ["still", 0, "c"],
  ]);
  const plain = layersOf({ elements, plates: [] }, new Set([id("b")]), true);
  expect(plain.map((layer) => layer.elements.map((one) => one.id))).toEqual([["a"], ["b"], ["c"]]);
  expect(layersOf({ elements, plates }, new Set(), false)).toHaveLength(1);
});

test("zooming keeps the point under the pointer, and panning never loses the canvas", () => {
  const view = fitted({ widthPx: 960, heightPx: 540 });
  const at = { xPx: 300, yPx: 200 };
  const before = toCanvas(view, at);
  const after = toCanvas(zoomed(view, 2, at), at);
  expect(after.xPx).toBeCloseTo(before.xPx);
  expect(after.yPx).toBeCloseTo(before.yPx);
  expect(panned(view, 99_999, -99_999, { widthPx: 960, heightPx: 540 })).toMatchObject({ xPx: 880, isFitted: false });
});
