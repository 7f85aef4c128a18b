import { expect, test } from "vitest";
import { Gone, Refused } from "../../src/features/overlay/kernel/types.ts";
import { design, documentOf, element, id } from "./make.ts";

const two = () => documentOf(element("a"), element("b", { xPosition: 400 }));
const a = id("a");

test("an undo that the server refuses says why and leaves the stack, so that the step before can be taken back", async () => {
  const { designer, server, shown } = design(two());
  designer.set([a], { opacity: 50 }, "Opacity");
  designer.set([a], { fontSize: 200 }, "Size");
  await designer.settled();
  server.refuse = new Refused("The picture is gone");
  designer.undo();
  await designer.settled();
  expect(designer.getSnapshot()).toMatchObject({ save: "failed", refusal: "The picture is gone", undoLabel: "Opacity" });
  expect(shown().elements[0]).toMatchObject({ fontSize: 200, opacity: 50 });
  designer.undo();
  await designer.settled();
  expect(designer.getSnapshot()).toMatchObject({ save: "saved", refusal: null, undoLabel: null });
  expect(server.now.elements[0]).toMatchObject({ fontSize: 200, opacity: 100 });
});

test("of two steps that were taken back together none is lost where the server refuses: each is taken back by itself then", async () => {
  const { designer, server } = design(two());
  designer.set([a], { opacity: 50 }, "Opacity");
  await designer.settled();
  const { change } = server;
  server.change = (input) => {
    if (server.calls.length === 2) server.refuse = new Refused("The picture is gone");
    return change(input);
  };
  server.hold();
  designer.set([a], { fontSize: 200 }, "Size");
  designer.undo();
  designer.undo();
  server.release?.();
  await designer.settled();
  expect(server.calls).toHaveLength(3);
  expect(designer.getSnapshot()).toMatchObject({ refusal: "The picture is gone", undoLabel: "Size" });
  designer.undo();
  await designer.settled();
  expect(server.now.elements[0]).toMatchObject({ fontSize: 100, opacity: 50 });
  expect(designer.getSnapshot()).toMatchObject({ save: "saved", undoLabel: "Opacity" });
});

test("a step that was taken back together with a new one that the server refuses can be taken back once more", async () => {
  const { designer, server } = design(two());
  const { change } = server;
  server.change = (input) => {
    if (server.calls.length === 1) server.refuse = new Refused("The picture is gone");
    return change(input);
  };
  server.hold();
  designer.set([a], { fontSize: 200 }, "Size");
  designer.undo();
  designer.set([a], { opacity: 50 }, "Opacity");
  server.release?.();
  await designer.settled();
  expect(server.calls).toHaveLength(2);
  expect(server.now.elements[0]).toMatchObject({ fontSize: 200, opacity: 100 });
  expect(designer.getSnapshot()).toMatchObject({ refusal: "The picture is gone", undoLabel: "Size" });
  designer.undo();
  await designer.settled();
  expect(server.now.elements[0]).toMatchObject({ fontSize: 100, opacity: 100 });
  expect(designer.getSnapshot()).toMatchObject({ save: "saved", undoLabel: null });
});

test("a new step that the server refuses takes no older one off the stack", async () => {
  const { designer, server } = design(two());
  designer.set([a], { opacity: 50 }, "Opacity");
  await designer.settled();
  server.refuse = new Refused("Too long");
  designer.set([a], { fontSize: 200 }, "Size");
  await designer.settled();
  expect(designer.getSnapshot()).toMatchObject({ refusal: "Too long", undoLabel: "Opacity", redoLabel: "lost changes" });
});

test("a template that somebody has deleted stays as it is shown, with what was edited and its undo, until it is saved as new", async () => {
  const { designer, server, shown } = design(two());
  designer.set([a], { opacity: 50 }, "Opacity");
  await designer.settled();
  server.refuse = new Gone("There is no such template");
  designer.set([a], { fontSize: 200 }, "Size");
  await designer.settled();
  expect(designer.getSnapshot()).toMatchObject({ save: "local", undoLabel: "Size", template: { id: "t" } });
  expect(shown().elements[0]).toMatchObject({ fontSize: 200, opacity: 50 });
  await expect(designer.saveTemplate({ name: "Mine", description: null })).rejects.toThrow("not stored");
  designer.undo();
  const calls = server.calls.length;
  await designer.saveAsNew({ name: "Mine", description: null });
  expect(server.calls).toHaveLength(calls);
  expect(designer.getSnapshot()).toMatchObject({ save: "saved", template: { name: "Mine" } });
  expect(server.now.elements[0]).toMatchObject({ fontSize: 100, opacity: 50 });
});
