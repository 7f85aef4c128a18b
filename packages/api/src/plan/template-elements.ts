import { AppError } from "@nightjar/contract";
import type { OverlayElement, ScenePlate, TemplateId } from "@nightjar/contract";
import { mediaAssets, overlayElements, overlayTemplates } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { asc, eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { toMediaAsset } from "../files/media-asset.ts";

export const noSuchTemplate = () => new AppError("not-found", "Overlay template not found");
export const noSuchElement = () => new AppError("not-found", "Overlay element not found");

function selectElements(db: Db | Tx, where: SQL | undefined): OverlayElement[] {
  const rows = db
    .select({ element: overlayElements, asset: mediaAssets })
    .from(overlayElements)
    .leftJoin(mediaAssets, eq(mediaAssets.id, overlayElements.mediaAssetId))
    .where(where)
    .orderBy(asc(overlayElements.templateId), asc(overlayElements.layer), sql`${overlayElements}.rowid`)
    .all();
  return rows.map(({ element, asset }) => ({ ...element, mediaAsset: asset && toMediaAsset(asset) }));
}

/** From back to front. */
export const readElements = (db: Db | Tx, id: TemplateId) => selectElements(db, eq(overlayElements.templateId, id));

/** Of all templates; those of one are together, from back to front. */
export const readAllElements = (db: Db) => selectElements(db, undefined);

/** @throws AppError 404 */
export function readElement(db: Db | Tx, id: OverlayElement["id"]): OverlayElement {
  const [element] = selectElements(db, eq(overlayElements.id, id));
  if (!element) throw noSuchElement();
  return element;
}

/** What lies under a template's elements. */
export function readPlates(db: Db, id: TemplateId): readonly ScenePlate[] {
  return db.select({ plates: overlayTemplates.plates }).from(overlayTemplates).where(eq(overlayTemplates.id, id)).get()?.plates ?? [];
}

/** @throws AppError 404 */
export function assertTemplate(db: Db, id: TemplateId): void {
  const row = db.select({ id: overlayTemplates.id }).from(overlayTemplates).where(eq(overlayTemplates.id, id)).get();
  if (!row) throw noSuchTemplate();
}
