import type { ScenePlate } from "@nightjar/contract";
import { expect, test } from "vitest";
import type { DesignDocument } from "../../src/features/overlay/kernel/document.ts";
import { addPlate, removeElements, removePlate, reorderElements, setFields, setPlate } from "../../src/features/overlay/kernel/edit.ts";
import { merge } from "../../src/features/overlay/kernel/merge.ts";
import { design, documentOf, element, id } from "./make.ts";

const [a, b, c] = [id("a"), id("b"), id("c")];
const look = { color: "#000000", opacity: 50, paddingPx: 20, paddingRightPx: 20, radiusPx: 0 };
const plate = (...elementIds: ScenePlate["elementIds"]): ScenePlate => ({ ...look, elementIds });
const three = (plates: readonly ScenePlate[] = []): DesignDocument => ({
  ...documentOf(element("a"), element("b", { xPosition: 400 }), element("c", { xPosition: 800 })),
  plates,
});
const idsIn = ({ elements }: DesignDocument) => elements.map((one) => one.id).join(" ");

test("panels are merged field by field: what was not changed here stays theirs, and one that they removed stays gone", () => {
  const base = three([plate(a), plate(b), plate(c)]);
  const mine = setPlate(base, a, { opacity: 10 });
  const theirs = removePlate(setPlate(setPlate(base, b, { color: "#FF0000" }), a, { radiusPx: 3 }), c);
  expect(merge(base, mine, theirs).plates).toEqual([
    { ...plate(a), opacity: 10, radiusPx: 3 },
    { ...plate(b), color: "#FF0000" },
  ]);
});

test("a panel that they removed and we changed comes back, one that we removed goes, and no element stands on two", () => {
  const base = three([plate(a), plate(b)]);
  const mine = removePlate(setPlate(base, a, { opacity: 10 }), b);
  const theirs = setPlate(removePlate(base, a), b, { opacity: 90 });
  expect(merge(base, mine, theirs).plates).toEqual([{ ...plate(a), opacity: 10 }]);
  const bare = three();
  const both = merge(bare, addPlate(bare, [a, b]), addPlate(bare, [b, c]));
  expect(both.plates.map(({ elementIds }) => elementIds)).toEqual([[c], [a, b]]);
});

test("a panel whose element was deleted here stays under what they have put onto it, and one that was removed goes", () => {
  const base = three([plate(a)]);
  const theirs = addPlate(base, [a, b]);
  expect(merge(base, removeElements(base, [a]), theirs).plates.map(({ elementIds }) => elementIds)).toEqual([[b]]);
  expect(merge(base, removePlate(base, a), theirs).plates).toEqual([]);
  expect(merge(base, removeElements(base, [a]), base).plates).toEqual([]);
});

test("where nothing was changed there, ours is what comes of it", () => {
  const base = three([plate(a), plate(b, c)]);
  const added = { ...base, elements: [element("first"), ...base.elements, element("last")] };
  const mine = addPlate(removeElements(added, [b]), [a, id("last")]);
  expect(merge(base, mine, base)).toEqual(mine);
});

test("the order that they gave stays theirs where ours was not changed, and what is new here lies on what it lay on", () => {
  const base = three();
  const theirs = reorderElements(base, [c, a, b]);
  const [first, ...others] = base.elements;
  const mine = { ...base, elements: [...(first ? [first] : []), element("n"), ...others] };
  expect(idsIn(merge(base, mine, theirs))).toBe("c a n b");
  expect(idsIn(merge(base, reorderElements(base, [b, a, c]), theirs))).toBe("b a c");
});

test("an element that they removed and we changed comes back where it lay, and onto its panel", () => {
  const base = three([plate(a, b)]);
  const mine = setFields(base, new Map([[a, { opacity: 50 }]]));
  const merged = merge(base, mine, removeElements(base, [a]));
  expect(idsIn(merged)).toBe("a b c");
  expect(merged.plates.map(({ elementIds }) => elementIds.toSorted())).toEqual([[a, b]]);
});

test("undo of a deletion, and redo of an addition, leave the order that somebody else gave meanwhile", async () => {
  const { designer, server } = design(three());
  server.edit((document) => reorderElements(document, [c, a, b]));
  designer.remove([b]);
  await designer.settled();
  await designer.putMineOver();
  await designer.settled();
  const order = () => server.now.elements.map((one) => one.id).join(" ");
  expect(order()).toBe("c a");
  designer.undo();
  await designer.settled();
  expect(order()).toBe("c a b");

  server.edit((document) => reorderElements(document, [b, c, a]));
  const added = designer.add("logo");
  await designer.settled();
  await designer.putMineOver();
  await designer.settled();
  designer.undo();
  designer.redo();
  await designer.settled();
  expect(order()).toBe(`b ${added} c a`);
  designer.reorder([a, b, c, added]);
  designer.undo();
  await designer.settled();
  expect(order()).toBe(`b ${added} c a`);
});

test("undo takes back our panel, and leaves the one that somebody else has put there", async () => {
  const { designer, server } = design(three());
  server.edit((document) => addPlate(document, [b]));
  designer.addPlate([a]);
  await designer.settled();
  await designer.putMineOver();
  await designer.settled();
  const standing = () => server.now.template.plates.map(({ elementIds }) => elementIds);
  expect(standing()).toEqual([[b], [a]]);
  designer.undo();
  await designer.settled();
  expect(standing()).toEqual([[b]]);
  designer.redo();
  await designer.settled();
  expect(standing()).toEqual([[b], [a]]);
});
