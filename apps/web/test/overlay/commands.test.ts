import { expect, test } from "vitest";
import { BUILT_IN_TEMPLATES, ELEMENT_TYPES, DEFAULT_ELEMENT_SIZES, elementFields } from "@nightjar/contract";
import { type DesignElement, fieldsOf } from "../../src/features/overlay/kernel/document.ts";
import { isHeldKey, runKey } from "../../src/features/overlay/kernel/run-key.ts";
import type { Designer, ElementBox } from "../../src/features/overlay/kernel/types.ts";
import { design, documentOf, element, id } from "./make.ts";

const boxed = ({ xPosition: xPx, yPosition: yPx, fontSize: heightPx, boxWidthPx }: DesignElement, drawnPx: number): ElementBox => ({
  ...{ xPx, yPx, heightPx, widthPx: boxWidthPx ?? drawnPx, isShown: true },
  drawn: { xPx, yPx, heightPx, widthPx: drawnPx },
});

const three = () =>
  documentOf(element("a"), element("b", { xPosition: 400, yPosition: 300 }), element("c", { xPosition: 1000, fontSize: 200 }));

/** Every command, each on the three squares with a and b selected. */
const COMMANDS: Readonly<Record<string, (designer: Designer) => void>> = {
  add: (designer) => void designer.add("text"),
  remove: (designer) => designer.remove(),
  duplicate: (designer) => designer.duplicate(),
  cut: (designer) => void designer.cut(),
  paste: (designer) => {
    designer.copy();
    designer.paste();
  },
  "set a field of many": (designer) => designer.set([id("a"), id("b")], { opacity: 30 }),
  nudge: (designer) => designer.nudge(10, 1),
  resize: (designer) => designer.setEach(new Map([[id("a"), { fontSize: 150, xPosition: 5 }]]), "Resize"),
  hide: (designer) => designer.set([id("a")], { isVisible: false }),
  lock: (designer) => designer.set([id("a")], { isLocked: true }),
  align: (designer) => designer.align("bottom"),
  distribute: (designer) => designer.distribute("horizontal", [id("a"), id("b"), id("c")]),
  "bring forward": (designer) => designer.order("forward"),
  "send to back": (designer) => designer.order("back", [id("c")]),
  reorder: (designer) => designer.reorder([id("c"), id("a"), id("b")]),
  "add a panel": (designer) => designer.addPlate(),
  "change a panel": (designer) => {
    designer.addPlate();
    designer.setPlate(id("a"), { radiusPx: 3 });
  },
  "remove a panel": (designer) => {
    designer.addPlate();
    designer.removePlate(id("b"));
    designer.undo();
  },
};

for (const [name, run] of Object.entries(COMMANDS)) {
  test(`${name}: undo takes it back and redo does it again, and the server ends with what is shown`, async () => {
    const { designer, server, shown } = design(three());
    designer.select([id("a"), id("b")]);
    const before = shown();
    run(designer);
    const after = shown();
    expect(after).not.toEqual(before);
    while (designer.getSnapshot().undoLabel !== null) designer.undo();
    expect(shown()).toEqual(before);
    expect(designer.getSnapshot().selection).toEqual([id("a"), id("b")]);
    while (designer.getSnapshot().redoLabel !== null) designer.redo();
    if (name !== "remove a panel") expect(shown()).toEqual(after);
    await designer.settled();
    expect(server.now.elements.map((one) => one.id)).toEqual(shown().elements.map((one) => one.id));
    expect(server.now.template.plates).toEqual(shown().plates);
    expect(designer.getSnapshot().save).toBe("saved");
  });
}

test("new elements of every type are centred, Inter, white, opaque, visible and of the specified size", () => {
  const { designer, shown } = design(documentOf());
  for (const type of ELEMENT_TYPES) {
    const added = designer.add(type);
    const one = shown().elements.find((each) => each.id === added);
    expect(one).toMatchObject({
      type,
      fontSize: DEFAULT_ELEMENT_SIZES[type],
      fontFamily: "Inter",
      textColor: "#FFFFFF",
      opacity: 100,
      isVisible: true,
    });
    const box = designer.boxes().get(added);
    expect(box && Math.abs(box.xPx + box.widthPx / 2 - 960)).toBeLessThanOrEqual(1);
    expect(box && Math.abs(box.yPx + box.heightPx / 2 - 540)).toBeLessThanOrEqual(1);
    expect(one && elementFields.safeParse(fieldsOf(one)).success).toBe(true);
  }
  expect(shown().elements.find((each) => each.type === "text")?.content).not.toBe(null);
});

test("a copy can be pasted into another template, with the panel behind it, and twice without hiding the first", () => {
  const first = design(three());
  first.designer.select([id("a"), id("b")]);
  first.designer.addPlate();
  const text = first.designer.copy();
  const second = design(documentOf(element("a")));
  expect(second.designer.paste(text ?? "")).toBe(true);
  expect(second.designer.paste(text ?? "")).toBe(true);
  const { elements, plates } = second.shown();
  expect(elements).toHaveLength(5);
  expect(new Set(elements.map((one) => one.id)).size).toBe(5);
  expect(new Set(elements.map((one) => one.name)).size).toBe(5);
  expect(new Set(elements.map((one) => `${one.type} ${one.xPosition}`)).size).toBe(5);
  expect(plates.map((plate) => plate.elementIds.length)).toEqual([2, 2]);
  expect(second.designer.paste("words from elsewhere")).toBe(false);
});

test("copies stay on the canvas, where there is room beside each other, and are stored", async () => {
  const { designer, server, shown } = design(documentOf(element("a", { type: "progress-bar", fontSize: 20, yPosition: 1014 })));
  designer.select([id("a")]);
  for (let count = 0; count < 3; count += 1) designer.duplicate();
  expect(shown().elements.map((one) => [one.xPosition, one.yPosition])).toEqual([
    [0, 1014],
    [24, 1038],
    [48, 1060],
    [72, 1060],
  ]);
  await designer.settled();
  expect(designer.getSnapshot()).toMatchObject({ save: "saved", undoLabel: "Duplicate" });
  expect(server.now.elements).toHaveLength(4);
});

test("copies in the lower right corner go back from there, and one into a free place stands where it was copied", async () => {
  const { designer, server, shown } = design(documentOf(element("a", { xPosition: 1800, yPosition: 1000 })));
  designer.select([id("a")]);
  const text = designer.copy();
  designer.duplicate();
  designer.duplicate();
  expect(shown().elements.map((one) => [one.xPosition, one.yPosition])).toEqual([
    [1800, 1000],
    [1820, 1000],
    [1796, 976],
  ]);
  await designer.settled();
  expect(server.now.elements).toHaveLength(3);
  const other = design(documentOf());
  other.designer.paste(text ?? "");
  expect(other.shown().elements).toMatchObject([{ xPosition: 1800, yPosition: 1000 }]);
  const flush = design(documentOf(element("a", { xPosition: 1820, yPosition: 980 })));
  flush.designer.duplicate([id("a")]);
  flush.designer.duplicate([id("a")]);
  expect(flush.shown().elements.map((one) => [one.xPosition, one.yPosition])).toEqual([
    [1820, 980],
    [1772, 932],
    [1796, 956],
  ]);
});

test("a copy's name is no longer than a name may be, and one of its own", async () => {
  const { designer, server, shown } = design(documentOf(element("a", { name: "n".repeat(200) })));
  designer.select([id("a")]);
  designer.duplicate();
  designer.duplicate();
  const names = shown().elements.map(({ name }) => name);
  expect(new Set(names).size).toBe(3);
  await designer.settled();
  expect(server.now.elements.map(({ name }) => name)).toEqual(names);
});

test("positions stay on the canvas, also of a group, and what is locked stays where it is", () => {
  const { designer, shown } = design(
    documentOf(element("a", { xPosition: 1700 }), element("b", { xPosition: 1500 }), element("c", { isLocked: true })),
  );
  designer.selectAll();
  designer.nudge(500, 5000);
  expect(shown().elements.map((one) => [one.xPosition, one.yPosition])).toEqual([
    [1820, 980],
    [1620, 980],
    [0, 0],
  ]);
  designer.set([id("a")], { xPosition: -20, yPosition: 9999, fontSize: 4, opacity: 400 });
  expect(shown().elements[0]).toMatchObject({ xPosition: 0, yPosition: 1072, fontSize: 8, opacity: 100 });
});

test("text with empty width can go to the canvas's edge; its width then ends there, and undo gives it back", () => {
  const title = element("a", { type: "text", fontSize: 40, boxWidthPx: 1400, xPosition: 200 });
  const { designer, shown } = design(documentOf(title));
  designer.setMeasure(({ elements }) => new Map(elements.map((one) => [one.id, boxed(one, 300)])));
  designer.nudge(5000, 0, [id("a")]);
  expect(shown().elements[0]).toMatchObject({ xPosition: 1620, boxWidthPx: 300 });
  designer.undo();
  designer.set([id("a")], { xPosition: 1000 });
  expect(shown().elements[0]).toMatchObject({ xPosition: 1000, boxWidthPx: 920 });
  designer.undo();
  expect(shown().elements[0]).toMatchObject({ xPosition: 200, boxWidthPx: 1400 });
});

test("what is made smaller at the edge stays there", () => {
  const { designer, shown } = design(documentOf(element("a", { xPosition: 1620, yPosition: 780, fontSize: 300 })));
  designer.setEach(new Map([[id("a"), { fontSize: 100, xPosition: 1820, yPosition: 980 }]]), "Resize");
  expect(shown().elements[0]).toMatchObject({ xPosition: 1820, yPosition: 980 });
});

test("a gesture is one step, and cancelling it leaves nothing", () => {
  const { designer, shown } = design(three());
  const before = shown();
  designer.begin("opacity", "Opacity");
  for (const opacity of [90, 60, 30]) designer.set([id("a")], { opacity });
  designer.commit();
  for (let count = 0; count < 5; count += 1) {
    designer.begin("move", "Move");
    designer.nudge(1, 0, [id("a")]);
  }
  designer.commit();
  designer.undo();
  expect(shown().elements[0]).toMatchObject({ opacity: 30, xPosition: 0 });
  designer.undo();
  expect(shown()).toEqual(before);
  expect(designer.getSnapshot().undoLabel).toBe(null);
  const calm = shown();
  designer.begin("text", "Text");
  designer.set([id("a")], { name: "" });
  designer.cancel();
  expect(shown()).toBe(calm);
});

test("a gesture is known by its name, not by what undo calls it", () => {
  const { designer, shown } = design(three());
  designer.select([id("a")]);
  runKey(designer, { do: "move", byXPx: 1, byYPx: 0 });
  expect(isHeldKey(designer)).toBe(true);
  // Another gesture whose label is that of moving: no key is held, and it is a step of its own.
  designer.begin("opacity", "Move");
  expect(isHeldKey(designer)).toBe(false);
  designer.set([id("a")], { opacity: 50 });
  designer.commit();
  designer.undo();
  expect(shown().elements[0]).toMatchObject({ opacity: 100, xPosition: 1 });
  // The same gesture in other words is one step.
  designer.begin("key-grow", "Resize");
  designer.set([id("a")], { opacity: 60 });
  designer.begin("key-grow", "Vergrössern");
  designer.set([id("a")], { opacity: 70 });
  designer.commit();
  designer.undo();
  expect(shown().elements[0]).toMatchObject({ opacity: 100, xPosition: 1 });
});

test("an element that was left without a name gets its type's, because the server would refuse it", () => {
  const { designer, shown } = design(three());
  designer.begin("name", "Name");
  designer.set([id("a")], { name: "  " });
  expect(shown().elements[0]?.name).toBe("  ");
  designer.commit();
  expect(shown().elements[0]?.name).toBe("Image");
});

test("aligning several keeps to their own edge, a single one to the canvas; distributing leaves equal gaps", () => {
  const { designer, shown } = design(
    documentOf(element("a", { xPosition: 50 }), element("b", { xPosition: 170 }), element("c", { xPosition: 650 })),
  );
  designer.distribute("horizontal", [id("a"), id("b"), id("c")]);
  expect(shown().elements.map((one) => one.xPosition)).toEqual([50, 350, 650]);
  designer.align("right", [id("a"), id("b")]);
  expect(shown().elements.map((one) => one.xPosition)).toEqual([350, 350, 650]);
  designer.align("center", [id("c")]);
  expect(shown().elements[2]?.xPosition).toBe(910);
});

test("the built-in templates open as they are: nothing is saved by looking", async () => {
  for (const template of BUILT_IN_TEMPLATES) {
    const elements = template.elements.map((one) => ({ ...one.fields, id: id(one.id) }));
    const { designer, server, shown } = design({ elements, plates: template.plates });
    designer.selectAll();
    designer.nudge(0, 0);
    await designer.settled();
    expect(server.calls).toEqual([]);
    expect(shown().elements).toEqual(elements);
  }
});

test("who writes a text on the canvas goes on in it where it is saved as new meanwhile, and not where it is deleted", async () => {
  const { designer, server } = design(documentOf(element("a", { type: "text" }), element("b")));
  designer.hover(id("b"));
  designer.write(id("a"));
  const saving = designer.saveAsNew({ name: "Mine", description: null });
  designer.begin("text", "Text");
  designer.set([id("a")], { content: "Further" });
  await saving;
  expect(designer.getSnapshot()).toMatchObject({ writing: "new-a", hovered: "new-b", gesture: "text" });
  designer.commit();
  await designer.settled();
  expect(server.now.elements[0]).toMatchObject({ id: "new-a", content: "Further" });
  designer.remove([id("new-a")]);
  expect(designer.getSnapshot().writing).toBe(null);
});
