import type { ElementId, TemplateId } from "@nightjar/contract";
import type { Tx } from "@nightjar/db";
import { noSuchElement, readElement } from "../plan/template-elements.ts";

/** @throws AppError 404, also for an element that belongs to none: nothing shows it */
export function templateOfElement(tx: Tx, id: ElementId): TemplateId {
  const { templateId } = readElement(tx, id);
  if (templateId === null) throw noSuchElement();
  return templateId;
}
