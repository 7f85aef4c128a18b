import { AppError, createTemplateInput, templateDocument } from "@nightjar/contract";
import type { ElementFields, ElementId, ScenePlate, TemplateId } from "@nightjar/contract";
import { overlayTemplates } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { changed } from "../changes.ts";
import { defineChange } from "../verb.ts";
import { insertElement, refused, writePlates } from "./element-rows.ts";
import { readDocument } from "./overlay-shape.ts";

const OTHERWISE = "The template was made already, and not as it is asked for now: see the list of templates";

export const createTemplate = defineChange({
  name: "overlays.createTemplate",
  access: "approved",
  input: createTemplateInput,
  output: templateDocument,
  entity: "overlays",
  subject: (input, made) => made?.template.id ?? input.id ?? null,
  commit(tx, { ctx, input }) {
    const { description, elements, name, plates } = input;
    if (input.id !== undefined && isMade(tx, input.id, input)) {
      // Whoever asks again may not have heard of it.
      changed(tx, "overlays", input.id, "never");
      return readDocument(tx, input.id);
    }
    const values = {
      id: input.id,
      name,
      description,
      createdAt: new Date(ctx.services.clock.nowMs()),
      updatedBy: ctx.principal.user.email,
    };
    const id = insertTemplate(tx, values, elements, plates);
    changed(tx, "overlays", id, "never");
    return readDocument(tx, id);
  },
});

/** By the same hand before, where only the answer was lost. @throws AppError 409 where another one has that id */
function isMade(tx: Tx, id: TemplateId, { description, name }: Pick<TemplateValues, "name" | "description">): boolean {
  const made = tx.select().from(overlayTemplates).where(eq(overlayTemplates.id, id)).get();
  if (made && (made.name !== name || made.description !== description)) throw new AppError("conflict", OTHERWISE);
  return made !== undefined;
}

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
