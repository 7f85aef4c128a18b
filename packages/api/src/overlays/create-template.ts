import { createTemplateInput, templateDocument } from "@nightjar/contract";
import type { ElementFields, ElementId, ScenePlate, TemplateId } from "@nightjar/contract";
import { overlayTemplates } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { defineVerb } from "../verb.ts";
import { insertElement, refused, writePlates } from "./element-rows.ts";
import { readDocument } from "./overlay-shape.ts";

export const createTemplate = defineVerb({
  name: "overlays.createTemplate",
  access: "approved",
  kind: "change",
  input: createTemplateInput,
  output: templateDocument,
  subject: (_input, output) => output?.template.id ?? null,
  run({ ctx, input }) {
    const { clock, db, live } = ctx.services;
    const { description, elements, name, plates } = input;
    const values = { name, description, createdAt: new Date(clock.nowMs()), updatedBy: ctx.principal.user.email };
    const id = db.transaction((tx) => insertTemplate(tx, values, elements, plates));
    live.changed("overlays", id);
    return readDocument(db, id);
  },
});

type TemplateValues = typeof overlayTemplates.$inferInsert;
/** From back to front; the id stands for the one it will get. */
type Elements = readonly { readonly id: string; readonly fields: ElementFields }[];

/** With ids of its own for all elements, which its plates follow. @throws AppError 400 when two elements have one id */
export function insertTemplate(tx: Tx, values: TemplateValues, elements: Elements, plates: readonly ScenePlate[]): TemplateId {
  const { id } = tx.insert(overlayTemplates).values(values).returning({ id: overlayTemplates.id }).get();
  const ids = new Map<string, ElementId>();
  for (const [layer, element] of elements.entries()) {
    if (ids.has(element.id)) throw refused("Two elements have the same id", `elements.${layer}.id`);
    ids.set(element.id, insertElement(tx, id, { ...element.fields, layer }));
  }
  const followed = plates.map((plate) => ({ ...plate, elementIds: plate.elementIds.flatMap((element) => ids.get(element) ?? []) }));
  writePlates(
    tx,
    id,
    followed.filter((plate) => plate.elementIds.length > 0),
  );
  return id;
}
