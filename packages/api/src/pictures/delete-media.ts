import { AppError, mediaAssetId } from "@nightjar/contract";
import type { MediaAssetId } from "@nightjar/contract";
import { mediaAssets, overlayElements, overlayTemplates } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { changed } from "../changes.ts";
import { defineChange } from "../verb.ts";
import { readMediaRow } from "./media-shape.ts";

/** Not while a template shows it. Its file is swept later: what is on air may show the template as it was for a while. */
export const deleteMedia = defineChange({
  name: "overlays.deleteMedia",
  access: "approved",
  input: z.object({ id: mediaAssetId }),
  output: z.null(),
  entity: "overlays",
  subject: (input) => input.id,
  commit(tx, { input }) {
    readMediaRow(tx, input.id);
    const templates = templatesShowing(tx, input.id);
    if (templates.length > 0) throw inUse(templates);
    tx.delete(mediaAssets).where(eq(mediaAssets.id, input.id)).run();
    changed(tx, "overlays", input.id, "never");
    return null;
  },
});

function templatesShowing(tx: Tx, id: MediaAssetId): string[] {
  const rows = tx
    .selectDistinct({ id: overlayTemplates.id, name: overlayTemplates.name })
    .from(overlayElements)
    .innerJoin(overlayTemplates, eq(overlayTemplates.id, overlayElements.templateId))
    .where(eq(overlayElements.mediaAssetId, id))
    .orderBy(asc(overlayTemplates.name))
    .all();
  return rows.map(({ name }) => name);
}

function inUse(templates: readonly string[]): AppError {
  const message = `The picture is used by ${templates.join(", ")}; remove it there first.`;
  return new AppError("conflict", message, { details: { templates } });
}
