import { AppError } from "@nightjar/contract";
import type { TemplateId } from "@nightjar/contract";
import { overlayElements, overlayTemplates } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { changed } from "../changes.ts";
import type { VerbCtx } from "../verb.ts";
import { assertNotTooMany } from "./element-rows.ts";
import { readTemplate } from "./overlay-shape.ts";

interface Edited {
  readonly id: TemplateId;
  /** The revision that was edited; undefined: whichever there is. */
  readonly revision?: number | undefined;
}

/**
 * One edit of a template and its elements, whole or not at all. Raises the revision and says so.
 * @throws AppError 404; 409 when it is not the stored revision that was edited
 */
export function editTemplate<T>(tx: Tx, { principal, services }: VerbCtx<"approved">, { id, revision }: Edited, edit: () => T): T {
  const before = readTemplate(tx, id);
  if (revision !== undefined && revision !== before.revision) throw outdated(before);
  const edited = edit();
  assertNotTooMany(tx, id);
  prunePlates(tx, id);
  tx.update(overlayTemplates)
    .set({ revision: before.revision + 1, updatedAt: new Date(services.clock.nowMs()), updatedBy: principal.user.email })
    .where(eq(overlayTemplates.id, id))
    .run();
  changed(tx, "overlays", id);
  return edited;
}

/** Somebody was faster: who, and what there is now. */
function outdated({ revision, updatedAt, updatedBy }: ReturnType<typeof readTemplate>): AppError {
  const message = `This template was changed by ${updatedBy ?? "somebody else"} in the meantime.`;
  return new AppError("conflict", message, { details: { revision, updatedBy, updatedAt } });
}

/** A plate is of what there is: it loses what is gone, and goes with the last of it. */
function prunePlates(tx: Tx, id: TemplateId): void {
  const rows = tx.select({ id: overlayElements.id }).from(overlayElements).where(eq(overlayElements.templateId, id)).all();
  const there = new Set(rows.map((row) => row.id));
  const plates = readTemplate(tx, id)
    .plates.map((plate) => ({ ...plate, elementIds: plate.elementIds.filter((element) => there.has(element)) }))
    .filter((plate) => plate.elementIds.length > 0);
  tx.update(overlayTemplates).set({ plates }).where(eq(overlayTemplates.id, id)).run();
}
