import type { OverlayTemplate, TemplateDocument, TemplateId } from "@nightjar/contract";
import { overlayTemplates } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { asc, eq, sql } from "drizzle-orm";
import { noSuchTemplate, readElements } from "../plan/template-elements.ts";

function toTemplate({ createdAt, updatedAt, plates, ...row }: typeof overlayTemplates.$inferSelect): OverlayTemplate {
  return { ...row, plates: [...plates], createdAt: createdAt.toISOString(), updatedAt: (updatedAt ?? createdAt).toISOString() };
}

/** The oldest first. */
export function readTemplates(db: Db): OverlayTemplate[] {
  const rows = db
    .select()
    .from(overlayTemplates)
    .orderBy(asc(overlayTemplates.createdAt), sql`rowid`)
    .all();
  return rows.map(toTemplate);
}

/** @throws AppError 404 */
export function readTemplate(db: Db | Tx, id: TemplateId): OverlayTemplate {
  const row = db.select().from(overlayTemplates).where(eq(overlayTemplates.id, id)).get();
  if (!row) throw noSuchTemplate();
  return toTemplate(row);
}

/** @throws AppError 404 */
export const readDocument = (db: Db | Tx, id: TemplateId): TemplateDocument => ({
  template: readTemplate(db, id),
  elements: readElements(db, id),
});
