import { expect, test } from "vitest";
import { removeElements, setFields } from "../../src/features/overlay/kernel/edit.ts";
import { design, documentOf, element, id, stored } from "./make.ts";

const two = () => documentOf(element("a"), element("b", { xPosition: 400 }));
const [a, b] = [id("a"), id("b")];

test("edits made while one is being saved go after it, as one, on the revision it led to", async () => {
  const { designer, server } = design(two());
  server.hold();
  designer.set([a], { opacity: 50 });
  designer.set([a], { opacity: 40 });
  designer.set([b], { fontSize: 77 });
  expect(designer.getSnapshot().save).toBe("saving");
  expect(server.calls).toEqual([[{ kind: "set", id: a, fields: { opacity: 50 } }]]);
  server.release?.();
  await designer.settled();
  expect(server.calls.slice(1)).toEqual([
    [
      { kind: "set", id: a, fields: { opacity: 40 } },
      { kind: "set", id: b, fields: { fontSize: 77 } },
    ],
  ]);
  expect(server.now.template.revision).toBe(3);
  expect(designer.getSnapshot()).toMatchObject({ save: "saved", template: { revision: 3 } });
});

test("an edit taken back before it was sent is never sent", async () => {
  const { designer, server } = design(two());
  server.hold();
  designer.set([a], { opacity: 50 });
  designer.set([b], { opacity: 20 });
  designer.undo();
  server.release?.();
  await designer.settled();
  expect(server.calls).toHaveLength(1);
});

test("a gesture is saved when it ends, and a save that ends meanwhile does not disturb it", async () => {
  const { designer, server, shown } = design(two());
  server.hold();
  designer.set([b], { opacity: 50 });
  designer.begin("opacity", "Opacity");
  designer.set([a], { opacity: 10 });
  server.release?.();
  await designer.settled();
  expect(server.calls).toHaveLength(1);
  expect(shown().elements[0]?.opacity).toBe(10);
  expect(designer.getSnapshot().save).toBe("unsaved");
  designer.commit();
  await designer.settled();
  expect(server.now.elements[0]?.opacity).toBe(10);
});

test("a refused save leaves what is stored, with the undo of what is stored; redo tries the lost edits again", async () => {
  const { designer, server, shown } = design(two());
  designer.set([a], { opacity: 50 }, "Opacity");
  await designer.settled();
  server.refuse = new Error("no");
  designer.set([a], { opacity: 20 });
  designer.set([b], { opacity: 10 });
  await designer.settled();
  expect(shown().elements.map((one) => one.opacity)).toEqual([50, 100]);
  expect(designer.getSnapshot()).toMatchObject({ save: "failed", undoLabel: "Opacity", redoLabel: "lost changes", conflict: null });
  designer.redo();
  await designer.settled();
  expect(server.now.elements.map((one) => one.opacity)).toEqual([20, 10]);
  expect(designer.getSnapshot().save).toBe("saved");
  designer.undo();
  designer.undo();
  await designer.settled();
  expect(server.now.elements.map((one) => one.opacity)).toEqual([100, 100]);
});

test("a save whose answer was lost is found out, and stays with its undo", async () => {
  const { designer, server, shown } = design(two());
  const { change } = server;
  server.change = async (input) => {
    await change(input);
    server.change = change;
    throw new Error("no network");
  };
  designer.set([a], { opacity: 50 }, "Opacity");
  await designer.settled();
  expect(shown().elements[0]?.opacity).toBe(50);
  expect(designer.getSnapshot()).toMatchObject({ save: "saved", undoLabel: "Opacity" });
  designer.undo();
  await designer.settled();
  expect(server.now.elements[0]?.opacity).toBe(100);
});

test("lost changes that are done again are put over what somebody else has stored meanwhile, and take nothing of it back", async () => {
  const { designer, server, shown } = design(two());
  server.hold();
  server.refuse = new Error("no network");
  designer.set([a], { opacity: 50 });
  server.edit((document) => setFields(document, new Map([[b, { opacity: 5 }]])));
  server.release?.();
  await designer.settled();
  expect(shown().elements.map((one) => one.opacity)).toEqual([100, 5]);
  expect(designer.getSnapshot()).toMatchObject({ save: "failed", redoLabel: "lost changes" });
  designer.redo();
  await designer.settled();
  expect(server.now.elements.map((one) => one.opacity)).toEqual([50, 5]);
});

test("without any network the document is what was stored last", async () => {
  const { designer, server, shown } = design(two());
  const { load } = server;
  server.load = async () => Promise.reject(new Error("no network"));
  server.refuse = new Error("no network");
  designer.remove([a]);
  await designer.settled();
  expect(shown().elements).toHaveLength(2);
  server.load = load;
  designer.redo();
  await designer.settled();
  expect(server.now.elements).toHaveLength(1);
});

test("a refused undo is as if it had never been", async () => {
  const { designer, server, shown } = design(two());
  designer.set([a], { opacity: 50 }, "Opacity");
  await designer.settled();
  server.refuse = new Error("no");
  designer.undo();
  await designer.settled();
  expect(shown().elements[0]?.opacity).toBe(50);
  expect(designer.getSnapshot().undoLabel).toBe("Opacity");
  designer.undo();
  await designer.settled();
  expect(server.now.elements[0]?.opacity).toBe(100);
});

test("a drag that is under way when a save is refused goes on", async () => {
  const { designer, server, shown } = design(two());
  server.hold();
  server.refuse = new Error("no");
  designer.set([b], { opacity: 1 });
  designer.begin("resize", "Resize");
  designer.set([a], { fontSize: 300 });
  server.release?.();
  await designer.settled();
  expect(shown().elements).toMatchObject([{ fontSize: 300 }, { opacity: 100 }]);
  designer.commit();
  await designer.settled();
  expect(server.now.elements[0]?.fontSize).toBe(300);
});

test("somebody else's save stops ours, and says who; nothing of either is lost by putting ours over it", async () => {
  const { designer, server, shown } = design(two());
  server.edit((document) => setFields(document, new Map([[a, { textColor: "#FF0000", opacity: 5 }]])));
  designer.set([a], { opacity: 50 });
  await designer.settled();
  expect(designer.getSnapshot()).toMatchObject({ save: "conflict", conflict: { updatedBy: "ana@label.example" } });
  designer.set([b], { opacity: 60 });
  await designer.settled();
  expect(server.calls).toHaveLength(1);
  await designer.putMineOver();
  await designer.settled();
  expect(designer.getSnapshot()).toMatchObject({ save: "saved", conflict: null });
  expect(server.now.elements).toMatchObject([{ textColor: "#FF0000", opacity: 50 }, { opacity: 60 }]);
  expect(shown().elements[0]?.textColor).toBe("#FF0000");
});

test("an element that they removed and we changed comes back; one we did not touch stays gone", async () => {
  const { designer, server } = design(two());
  server.edit((document) => removeElements(document, [a, b]));
  designer.set([a], { opacity: 50 });
  await designer.settled();
  await designer.putMineOver();
  await designer.settled();
  expect(server.now.elements.map((one) => [one.id, one.opacity])).toEqual([[a, 50]]);
});

test("taking theirs shows theirs and saves nothing; undo brings ours back", async () => {
  const { designer, server, shown } = design(two());
  server.edit((document) => setFields(document, new Map([[b, { opacity: 5 }]])));
  designer.set([a], { opacity: 50 });
  await designer.settled();
  await designer.takeTheirs();
  await designer.settled();
  expect(shown().elements.map((one) => one.opacity)).toEqual([100, 5]);
  expect(server.calls).toHaveLength(1);
  designer.undo();
  await designer.settled();
  expect(server.now.elements.map((one) => one.opacity)).toEqual([50, 100]);
});

test("renaming waits for edits and they for it; a rename that was overtaken is a conflict too", async () => {
  const { designer, server } = design(two());
  designer.set([a], { opacity: 50 });
  const renaming = designer.saveTemplate({ name: "Night", description: "dark" });
  designer.set([a], { opacity: 40 });
  expect((await renaming).name).toBe("Night");
  await designer.settled();
  expect(designer.getSnapshot()).toMatchObject({ save: "saved", template: { name: "Night", revision: server.now.template.revision } });
  expect(server.now.elements[0]?.opacity).toBe(40);
  server.edit((document) => document);
  await expect(designer.saveTemplate({ name: "Day", description: null })).rejects.toThrow("in the meantime");
  expect(designer.getSnapshot().save).toBe("conflict");
});

test("a new template keeps its id until it is saved, for it may be made and only the answer lost; another content, and another press, are another", async () => {
  const { designer, server } = design(two());
  const ids: string[] = [];
  const { create } = server;
  let isLost = true;
  server.create = async (input) => {
    ids.push(input.id);
    if (isLost) throw new Error("the answer was lost");
    return create(input);
  };
  const mine = { name: "Mine", description: null };
  await expect(designer.saveAsNew(mine)).rejects.toThrow("lost");
  await expect(designer.saveAsNew(mine)).rejects.toThrow("lost");
  await expect(designer.saveAsNew({ ...mine, name: "Ours" })).rejects.toThrow("lost");
  isLost = false;
  await designer.saveAsNew({ ...mine, name: "Ours" });
  await designer.saveAsNew({ ...mine, name: "Ours" });
  expect(ids.map((id) => ids.indexOf(id))).toEqual([0, 0, 2, 2, 4]);
});

/** A copy is stored, and told to whoever asked for it, only when this is called. */
function holdCreate(server: ReturnType<typeof design>["server"]): () => void {
  const { create } = server;
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  server.create = async (input) => {
    await answered;
    return create(input);
  };
  return answer;
}

test("a copy that is made once another template is shown is kept as it was copied, and nothing is put upon what is shown", async () => {
  const { designer, server, shown } = design(two());
  const answer = holdCreate(server);
  const saving = designer.saveAsNew({ name: "Mine", description: null });
  designer.openNew();
  answer();
  expect((await saving).name).toBe("Mine");
  await designer.settled();
  expect(server.now.elements).toHaveLength(2);
  expect(server.calls).toEqual([]);
  expect(designer.getSnapshot()).toMatchObject({ template: null, save: "local" });
  expect(shown().elements).toEqual([]);
});

test("what is added while a copy is made is stored in both, each with an id of its own, and keeps its undo", async () => {
  const { designer, server, shown } = design(two());
  const answer = holdCreate(server);
  const saving = designer.saveAsNew({ name: "Mine", description: null });
  const first = designer.add("logo");
  await designer.settled();
  expect(server.now.elements.at(-1)?.id).toBe(first);
  answer();
  await saving;
  await designer.settled();
  const second = server.now.elements.at(-1);
  expect(second).toMatchObject({ type: "logo" });
  expect(second?.id).not.toBe(first);
  expect(shown().elements.at(-1)?.id).toBe(second?.id);
  expect(designer.getSnapshot().selection).toEqual([second?.id]);
  designer.undo();
  await designer.settled();
  expect(server.now.elements).toHaveLength(2);
});

test("what was asked for out of a conflict changes nothing of the template that was opened meanwhile", async () => {
  for (const way of ["takeTheirs", "putMineOver"] as const) {
    const { designer, server, shown } = design(two());
    server.edit((document) => setFields(document, new Map([[b, { opacity: 5 }]])));
    designer.set([a], { opacity: 50 });
    await designer.settled();
    const asked = designer[way]();
    designer.open(stored(documentOf(element("other")), 1));
    await asked;
    await designer.settled();
    expect(shown().elements).toMatchObject([{ id: "other" }]);
    expect(server.calls).toHaveLength(1);
  }
});

test("a new template is saved as a whole when it gets a name, keeps its undo, and its edits are saved from then on", async () => {
  const { designer, server, shown } = design(two());
  designer.openNew();
  expect(designer.getSnapshot()).toMatchObject({ template: null, save: "local", document: { elements: [] } });
  const added = designer.add("logo");
  designer.set([added], { opacity: 50 }, "Opacity");
  designer.addPlate([added]);
  expect(server.calls).toEqual([]);
  await designer.saveAsNew({ name: "Mine", description: null });
  expect(designer.getSnapshot()).toMatchObject({ template: { name: "Mine" }, save: "saved", selection: [`new-${added}`] });
  expect(shown().plates[0]?.elementIds).toEqual([`new-${added}`]);
  designer.undo();
  designer.undo();
  await designer.settled();
  expect(server.now.elements).toMatchObject([{ id: `new-${added}`, opacity: 100 }]);
  expect(server.now.template.plates).toEqual([]);
});
