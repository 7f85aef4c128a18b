import type { TemplateId, TemplateUsage } from "@nightjar/contract";
import { streams } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { asc, eq } from "drizzle-orm";

/** Streams that have chosen this template, on air or not. */
export function streamsShowingTemplate(db: Db | Tx, id: TemplateId): TemplateUsage[] {
  return db
    .select({ id: streams.id, title: streams.title })
    .from(streams)
    .where(eq(streams.activeOverlayTemplateId, id))
    .orderBy(asc(streams.createdAt))
    .all();
}
