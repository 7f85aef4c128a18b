import { AppError, createTemplateInput, elementFields, templateDocument } from "@nightjar/contract";
import type { ElementFields, ElementId, OverlayElement, ScenePlate, TemplateId } from "@nightjar/contract";
import { overlayTemplates } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import { changed } from "../changes.ts";
import { readElements } from "../plan/template-elements.ts";
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

type TemplateValues = typeof overlayTemplates.$inferInsert;
/** From back to front; the id stands for the one it will get. */
type Elements = readonly { readonly id: string; readonly fields: ElementFields }[];
/** Ids of elements as they were asked for, with those that they got. */
type GivenIds = ReadonlyMap<string, ElementId>;

/** By the same hand before, where only the answer was lost. @throws AppError 409 where the one of that id is not what is asked for */
function isMade(tx: Tx, id: TemplateId, asked: z.output<typeof createTemplateInput>): boolean {
  const made = tx.select().from(overlayTemplates).where(eq(overlayTemplates.id, id)).get();
  if (!made) return false;
  const elements = readElements(tx, id);
  const isSame = made.name === asked.name && made.description === asked.description && areSame(elements, asked.elements);
  const ids: GivenIds = new Map(asked.elements.map((element, at) => [element.id, elements[at]?.id ?? element.id]));
  if (!isSame || JSON.stringify(made.plates) !== JSON.stringify(follow(asked.plates, ids))) throw new AppError("conflict", OTHERWISE);
  return true;
}

function areSame(made: readonly OverlayElement[], asked: Elements): boolean {
  const names = elementFields.keyof().options;
  return made.length === asked.length && asked.every(({ fields }, at) => names.every((name) => made[at]?.[name] === fields[name]));
}

/** Plates of the elements as they are called now; one that has none left goes. */
function follow(plates: readonly ScenePlate[], ids: GivenIds): ScenePlate[] {
  const followed = plates.map((plate) => ({ ...plate, elementIds: plate.elementIds.flatMap((element) => ids.get(element) ?? []) }));
  return followed.filter((plate) => plate.elementIds.length > 0);
}

/** With ids of its own for all elements, which its plates follow. @throws AppError 400 when two elements have one id */
export function insertTemplate(tx: Tx, values: TemplateValues, elements: Elements, plates: readonly ScenePlate[]): TemplateId {
  const { id } = tx.insert(overlayTemplates).values(values).returning({ id: overlayTemplates.id }).get();
  const ids = new Map<string, ElementId>();
  for (const [layer, element] of elements.entries()) {
    if (ids.has(element.id)) throw refused("Two elements have the same id", `elements.${layer}.id`);
    ids.set(element.id, insertElement(tx, id, { ...element.fields, layer }));
  }
  writePlates(tx, id, follow(plates, ids));
  return id;
}
