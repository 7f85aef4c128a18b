import { describe, expect, test } from "vitest";
import { guessedBoxes } from "../../src/features/overlay/kernel/boxes.ts";
import type { DesignDocument } from "../../src/features/overlay/kernel/document.ts";
import { hitAt } from "../../src/features/overlay/kernel/hit.ts";
import { actionOf } from "../../src/features/overlay/kernel/keymap.ts";
import { runKey } from "../../src/features/overlay/kernel/run-key.ts";
import { type Hit, IDLE, type Plan, type PointerStep, turn } from "../../src/features/overlay/kernel/tool.ts";
import type { ElementId } from "@nightjar/contract";
import { design, documentOf, element, id } from "./make.ts";

const scene = documentOf(
  element("a", { xPosition: 100, yPosition: 100 }),
  element("b", { xPosition: 150, yPosition: 150 }),
  element("c", { xPosition: 1000, yPosition: 600, isLocked: true }),
);

/** Drives the tool as a hand would: pressed at the first point, released at the last. */
function drag(document: DesignDocument, selected: ElementId[], points: [number, number][], keys: Partial<PointerStep> = {}) {
  let selection: readonly ElementId[] = selected;
  let state = IDLE;
  const plans: Plan[] = [];
  for (const [index, [xPx, yPx]] of points.entries()) {
    const type = index === 0 ? "down" : index === points.length - 1 ? "up" : "move";
    const at = { xPx, yPx };
    const boxes = guessedBoxes(document);
    const hit = hitAt(at, document, selection, boxes, 8);
    const next = turn(state, { type, at, hit, shift: false, free: true, ...keys }, { document, selection, boxes, perScreenPx: 1 });
    state = next.state;
    plans.push(...next.plans);
    for (const plan of next.plans) if (plan.do === "select") selection = plan.ids;
  }
  return {
    selection,
    state,
    committed: plans.flatMap((plan) => (plan.do === "move" || (plan.do === "resize" && plan.isLast) ? [plan] : [])),
  };
}

test("a click takes what is in front; with Shift it adds and takes out again; on the canvas it takes nothing", () => {
  expect(
    drag(
      scene,
      [],
      [
        [170, 170],
        [170, 170],
      ],
    ).selection,
  ).toEqual(["b"]);
  expect(
    drag(
      scene,
      [id("b")],
      [
        [110, 130],
        [110, 130],
      ],
      { shift: true },
    ).selection,
  ).toEqual(["b", "a"]);
  expect(
    drag(
      scene,
      [id("a"), id("b")],
      [
        [110, 130],
        [110, 130],
      ],
      { shift: true },
    ).selection,
  ).toEqual(["b"]);
  expect(
    drag(
      scene,
      [id("a"), id("b")],
      [
        [110, 130],
        [110, 130],
      ],
    ).selection,
  ).toEqual(["a"]);
  expect(
    drag(
      scene,
      [id("a")],
      [
        [700, 700],
        [700, 700],
      ],
    ).selection,
  ).toEqual([]);
});

test("a drag moves all that is selected and is committed once, on release", () => {
  const { committed, state } = drag(
    scene,
    [id("a"), id("b")],
    [
      [170, 170],
      [200, 170],
      [300, 190],
      [310, 200],
    ],
  );
  expect(state).toEqual(IDLE);
  expect(committed).toHaveLength(1);
  expect([...(committed[0]?.fields ?? [])]).toEqual([
    ["a", { xPosition: 240, yPosition: 130 }],
    ["b", { xPosition: 290, yPosition: 180 }],
  ]);
  expect(
    drag(
      scene,
      [],
      [
        [170, 170],
        [171, 171],
        [171, 171],
      ],
    ).committed,
  ).toEqual([]);
});

describe("a drag", () => {
  /** Of one of two elements, the other selected meanwhile or all under other names. @returns the plans of its last step */
  function dragged(hit: Hit, last: { readonly prefix: string; readonly selected: "a" | "b" }) {
    const under = (prefix: string, selected: string) => {
      const document = documentOf(...["a", "b"].map((name) => element(`${prefix}${name}`, { xPosition: 100, yPosition: 100 })));
      return { document, selection: [id(`${prefix}${selected}`)], boxes: guessedBoxes(document), perScreenPx: 1 };
    };
    const step = (type: PointerStep["type"], xPx: number): PointerStep => ({ type, at: { xPx, yPx: 120 }, hit, shift: false, free: true });
    const { state: pressed } = turn(IDLE, step("down", 120), under("", "a"));
    const { state } = turn(pressed, step("move", 150), under("", "a"));
    return turn(state, step("up", 170), under(last.prefix, last.selected)).plans;
  }
  const hold: Hit = { on: "elements", ids: [id("a")] };

  test("moves what it took hold of also where all has got other ids meanwhile, as by being saved as new", () => {
    expect(dragged(hold, { prefix: "new-", selected: "a" })).toEqual([
      { do: "move", fields: new Map([["new-a", { xPosition: 150, yPosition: 100 }]]) },
    ]);
  });

  test("moves what it took hold of also where another one is selected meanwhile, as by Tab", () => {
    expect(dragged(hold, { prefix: "", selected: "b" })).toEqual([
      { do: "move", fields: new Map([["a", { xPosition: 150, yPosition: 100 }]]) },
    ]);
  });

  test("of a handle goes on where all has got other ids meanwhile", () => {
    const [plan] = dragged({ on: "handle", handle: "right" }, { prefix: "new-", selected: "a" });
    expect(plan?.do === "resize" && [...plan.fields.keys()]).toEqual(["new-a"]);
  });
});

test("a drag ends at the canvas's edge, and keeps to one direction with Shift", () => {
  expect(
    drag(
      scene,
      [],
      [
        [170, 170],
        [-900, 5000],
        [-900, 5000],
      ],
    ).committed[0]?.fields.get(id("b")),
  ).toEqual({ xPosition: 0, yPosition: 980 });
  expect(
    drag(
      scene,
      [id("b")],
      [
        [170, 170],
        [300, 200],
        [300, 200],
      ],
      { shift: true },
    ).committed[0]?.fields.get(id("b")),
  ).toEqual({ xPosition: 280, yPosition: 150 });
});

test("a drag from the canvas, or from what is locked, takes what it touches", () => {
  expect(
    drag(
      scene,
      [],
      [
        [90, 90],
        [160, 120],
        [180, 180],
      ],
    ).selection,
  ).toEqual(["a", "b"]);
  const { selection, committed } = drag(
    scene,
    [],
    [
      [1050, 650],
      [900, 500],
      [120, 120],
    ],
  );
  expect(committed).toEqual([]);
  expect(selection).toEqual(["a", "b"]);
});

test("a marquee takes nothing that is hidden: it would be deleted and dragged unseen", () => {
  const hidden = documentOf(...scene.elements, element("d", { xPosition: 120, yPosition: 120, isVisible: false }));
  const { selection } = drag(
    hidden,
    [],
    [
      [90, 90],
      [160, 120],
      [180, 180],
    ],
  );
  expect(selection).toEqual(["a", "b"]);
});

test("something small can be moved too: a finger's reach does not make it all handles", () => {
  const small = documentOf(element("a", { xPosition: 100, yPosition: 100, fontSize: 30 }));
  const hit = (xPx: number, yPx: number) => hitAt({ xPx, yPx }, small, [id("a")], guessedBoxes(small), 40);
  expect(hit(115, 115)).toEqual({ on: "elements", ids: ["a"] });
  expect(hit(70, 75)).toEqual({ on: "handle", handle: "top-left" });
  expect(hit(126, 126)).toEqual({ on: "handle", handle: "bottom-right" });
});

test("a drag of a panel moves all that stands on it", () => {
  const look = { color: "#000000", opacity: 50, paddingPx: 40, paddingRightPx: 40, radiusPx: 0 };
  const card = { ...scene, plates: [{ ...look, elementIds: [id("a"), id("b")] }] };
  const { selection, committed } = drag(
    card,
    [],
    [
      [70, 240],
      [100, 240],
      [170, 340],
    ],
  );
  expect(selection).toEqual(["a", "b"]);
  expect([...(committed[0]?.fields.values() ?? [])].map((fields) => fields.xPosition)).toEqual([200, 250]);
});

test("a drag from a handle resizes", () => {
  const { committed } = drag(
    scene,
    [id("a")],
    [
      [100, 100],
      [90, 90],
      [50, 50],
    ],
  );
  expect(committed).toMatchObject([{ do: "resize" }]);
  expect(committed[0]?.fields.get(id("a"))).toMatchObject({ fontSize: 150, xPosition: 50, yPosition: 50 });
});

const key = (name: string, mods: { shiftKey?: boolean; altKey?: boolean; ctrlKey?: boolean; metaKey?: boolean } = {}) =>
  actionOf({ key: name, code: "", shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, ...mods });

test("keys move, grow, order, lock and hide what is selected", () => {
  const { designer, shown } = design(documentOf(element("a"), element("b", { type: "text", fontSize: 40, boxWidthPx: 300 })));
  const press = (...args: Parameters<typeof key>) => {
    const action = key(...args);
    return action !== null && runKey(designer, action);
  };
  expect(press("ArrowRight")).toBe(false);
  press("Tab");
  expect(designer.getSnapshot().selection).toEqual(["b"]);
  press("ArrowRight", { shiftKey: true });
  press("ArrowDown");
  press("ArrowRight", { altKey: true });
  press("ArrowUp", { altKey: true, shiftKey: true });
  designer.commit();
  expect(shown().elements[1]).toMatchObject({ xPosition: 10, yPosition: 1, boxWidthPx: 301, fontSize: 50 });
  press("[");
  expect(shown().elements.map((one) => one.id)).toEqual(["b", "a"]);
  press("l", { ctrlKey: true, shiftKey: true });
  press("h", { metaKey: true, shiftKey: true });
  expect(shown().elements[0]).toMatchObject({ isLocked: true, isVisible: false });
  press("Tab", { shiftKey: true });
  expect(designer.getSnapshot().selection).toEqual(["a"]);
  expect(press("Tab", { shiftKey: true })).toBe(false);
});

test("a held arrow key is one step of undo; another step forgets what could be done again", () => {
  const { designer, shown } = design(documentOf(element("a")));
  designer.select([id("a")]);
  const right = key("ArrowRight");
  for (let count = 0; count < 5 && right !== null; count += 1) runKey(designer, right);
  designer.commit();
  expect(shown().elements[0]?.xPosition).toBe(5);
  designer.undo();
  expect(shown().elements[0]?.xPosition).toBe(0);
  expect(designer.getSnapshot()).toMatchObject({ undoLabel: null, redoLabel: "Move" });
  designer.set([id("a")], { opacity: 50 });
  expect(designer.getSnapshot().redoLabel).toBe(null);
});
