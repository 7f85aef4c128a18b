import { changeTemplateInput, templateDocument } from "@nightjar/contract";
import type { ElementId, TemplateChange, TemplateId } from "@nightjar/contract";
import { overlayElements } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { defineChange } from "../verb.ts";
import { editTemplate } from "./edit-template.ts";
import { insertElement, refused, removeElementRow, updateElementRow, writePlates } from "./element-rows.ts";
import { readDocument } from "./overlay-shape.ts";

/** What the designer saves: steps in their order, all or none, onto the revision they were made on. */
export const changeTemplate = defineChange({
  name: "overlays.change",
  access: "approved",
  input: changeTemplateInput,
  output: templateDocument,
  entity: "overlays",
  subject: (input) => input.id,
  commit(tx, { ctx, input }) {
    const { changes, id } = input;
    editTemplate(tx, ctx, input, () => {
      for (const [index, change] of changes.entries()) applyChange(tx, id, change, `changes.${index}`);
    });
    return readDocument(tx, id);
  },
});

const NOT_THERE = "The template has no such element";

function applyChange(tx: Tx, id: TemplateId, change: TemplateChange, path: string): void {
  switch (change.kind) {
    case "add":
      if (isTaken(tx, change.id)) throw refused("There is an element with this id already", path);
      insertElement(tx, id, { ...change.fields, id: change.id, layer: change.layer });
      return;
    case "set":
      if (!updateElementRow(tx, id, change.id, change.fields)) throw refused(NOT_THERE, path);
      return;
    case "remove":
      if (!removeElementRow(tx, id, change.id)) throw refused(NOT_THERE, path);
      return;
    case "order":
      return reorder(tx, id, change.ids, path);
    case "plates":
      return writePlates(tx, id, change.plates);
  }
}

const isTaken = (tx: Tx, id: ElementId) => tx.select().from(overlayElements).where(eq(overlayElements.id, id)).get() !== undefined;

function reorder(tx: Tx, id: TemplateId, ids: readonly ElementId[], path: string): void {
  const rows = tx.select({ id: overlayElements.id }).from(overlayElements).where(eq(overlayElements.templateId, id)).all();
  const named = new Set(ids);
  const isWhole = named.size === ids.length && rows.length === ids.length && rows.every((row) => named.has(row.id));
  if (!isWhole) throw refused("An order names every element of the template once", path);
  for (const [layer, element] of ids.entries()) tx.update(overlayElements).set({ layer }).where(eq(overlayElements.id, element)).run();
}
