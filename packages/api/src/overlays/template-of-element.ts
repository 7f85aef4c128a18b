import type { ElementId, TemplateId } from "@nightjar/contract";
import type { Db } from "@nightjar/db";
import { noSuchElement, readElement } from "../plan/template-elements.ts";

/** @throws AppError 404, also for an element that belongs to none: nothing shows it */
export function templateOfElement(db: Db, id: ElementId): TemplateId {
  const { templateId } = readElement(db, id);
  if (templateId === null) throw noSuchElement();
  return templateId;
}
