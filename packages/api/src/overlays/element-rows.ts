import { AppError, TEMPLATE_MAX_ELEMENTS, TEMPLATE_MAX_PLATES } from "@nightjar/contract";
import type { ElementFields, ElementId, MediaAssetId, ScenePlate, TemplateId } from "@nightjar/contract";
import { mediaAssets, overlayElements, overlayTemplates } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { and, count, eq, max } from "drizzle-orm";

type Written<T> = { readonly [K in keyof T]?: T[K] | undefined };
/** What is not said gets its stored default. */
export type NewElement = Pick<ElementFields, "name" | "type"> & Written<ElementFields>;

export const refused = (message: string, path: string) => new AppError("invalid-input", message, { issues: [{ path, message }] });

/** @throws AppError 400 when its picture is not there */
export function insertElement(tx: Tx, templateId: TemplateId, element: NewElement & { id?: ElementId; layer: number }): ElementId {
  assertPicture(tx, element.mediaAssetId);
  const values = { ...element, templateId };
  return tx.insert(overlayElements).values(values).returning({ id: overlayElements.id }).get().id;
}

/** After an edit. @throws AppError 400 */
export function assertNotTooMany(tx: Tx, id: TemplateId): void {
  const held = tx.select({ total: count() }).from(overlayElements).where(eq(overlayElements.templateId, id)).get();
  if (!held || held.total <= TEMPLATE_MAX_ELEMENTS) return;
  throw refused(`A template holds at most ${TEMPLATE_MAX_ELEMENTS} elements`, "elements");
}

/** @returns false when the template has no such element. @throws AppError 400 when the picture is not there */
export function updateElementRow(tx: Tx, templateId: TemplateId, id: ElementId, fields: Written<ElementFields>): boolean {
  assertPicture(tx, fields.mediaAssetId);
  const isIt = and(eq(overlayElements.id, id), eq(overlayElements.templateId, templateId));
  const isEmpty = Object.values(fields).every((value) => value === undefined);
  if (isEmpty) return tx.select().from(overlayElements).where(isIt).get() !== undefined;
  return tx.update(overlayElements).set(fields).where(isIt).run().changes > 0;
}

/** @returns false when the template has no such element */
export function removeElementRow(tx: Tx, templateId: TemplateId, id: ElementId): boolean {
  const isIt = and(eq(overlayElements.id, id), eq(overlayElements.templateId, templateId));
  return tx.delete(overlayElements).where(isIt).run().changes > 0;
}

/** Before everything that is there. */
export function frontLayer(tx: Tx, templateId: TemplateId): number {
  const row = tx
    .select({ layer: max(overlayElements.layer) })
    .from(overlayElements)
    .where(eq(overlayElements.templateId, templateId))
    .get();
  return (row?.layer ?? -1) + 1;
}

export function writePlates(tx: Tx, id: TemplateId, plates: readonly ScenePlate[]): void {
  if (plates.length > TEMPLATE_MAX_PLATES) throw refused(`A template holds at most ${TEMPLATE_MAX_PLATES} panels`, "plates");
  tx.update(overlayTemplates).set({ plates }).where(eq(overlayTemplates.id, id)).run();
}

function assertPicture(tx: Tx, id: MediaAssetId | null | undefined): void {
  if (!id || tx.select({ id: mediaAssets.id }).from(mediaAssets).where(eq(mediaAssets.id, id)).get()) return;
  throw refused("The picture is not in the media library; upload it first", "mediaAssetId");
}
