import { AppError } from "@nightjar/contract";
import type { OverlayElement, OverlayTemplate, TemplateId } from "@nightjar/contract";
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
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
}

/** From back to front: in the order they were added. */
export function readElements(db: Db, id: TemplateId): OverlayElement[] {
  const rows = db
    .select({ element: overlayElements, asset: mediaAssets })
    .from(overlayElements)
    .leftJoin(mediaAssets, eq(mediaAssets.id, overlayElements.mediaAssetId))
    .where(eq(overlayElements.templateId, id))
    .orderBy(sql`${overlayElements}.rowid`)
    .all();
  return rows.map(({ element, asset }) => ({
    ...element,
    mediaAsset: asset && { id: asset.id, fileName: asset.fileName, filePath: asset.filePath },
  }));
}

/** @throws AppError 404 */
export function assertTemplate(db: Db, id: TemplateId): void {
  const row = db.select({ id: overlayTemplates.id }).from(overlayTemplates).where(eq(overlayTemplates.id, id)).get();
  if (!row) throw new AppError("not-found", "Overlay template not found");
}
