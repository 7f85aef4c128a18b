import { AppError } from "@nightjar/contract";
import type { OverlayElement, OverlayTemplate, ScenePlate, TemplateId } from "@nightjar/contract";
import { mediaAssets, overlayElements, overlayTemplates } from "@nightjar/db";
import type { Db } from "@nightjar/db";
import { asc, eq, sql } from "drizzle-orm";

/** The oldest first. */
export function readTemplates(db: Db): OverlayTemplate[] {
  const rows = db
    .select()
    .from(overlayTemplates)
    .orderBy(asc(overlayTemplates.createdAt), sql`rowid`)
    .all();
  return rows.map(({ createdAt, updatedAt, plates, ...row }) => ({
    ...row,
    plates: [...plates],
    createdAt: createdAt.toISOString(),
    updatedAt: (updatedAt ?? createdAt).toISOString(),
  }));
}

/** From back to front. */
export function readElements(db: Db, id: TemplateId): OverlayElement[] {
  const rows = db
    .select({ element: overlayElements, asset: mediaAssets })
    .from(overlayElements)
    .leftJoin(mediaAssets, eq(mediaAssets.id, overlayElements.mediaAssetId))
    .where(eq(overlayElements.templateId, id))
    .orderBy(asc(overlayElements.layer), sql`${overlayElements}.rowid`)
    .all();
  return rows.map(({ element, asset }) => ({
    ...element,
    mediaAsset: asset && {
      id: asset.id,
      fileName: asset.fileName,
      filePath: asset.filePath,
      widthPx: asset.widthPx,
      heightPx: asset.heightPx,
    },
  }));
}

/** What lies under a template's elements. */
export function readPlates(db: Db, id: TemplateId): readonly ScenePlate[] {
  return db.select({ plates: overlayTemplates.plates }).from(overlayTemplates).where(eq(overlayTemplates.id, id)).get()?.plates ?? [];
}

/** @throws AppError 404 */
export function assertTemplate(db: Db, id: TemplateId): void {
  const row = db.select({ id: overlayTemplates.id }).from(overlayTemplates).where(eq(overlayTemplates.id, id)).get();
  if (!row) throw new AppError("not-found", "Overlay template not found");
}
