import { ENTRY_TEMPLATE_NAME, type OverlayTemplate, type TemplateId } from "@nightjar/contract";
import { DRAFT } from "./search.ts";

/** What the designer shows; null: a template that is not stored yet. */
export type Target = TemplateId | null;

/** The template the address names, else the one to enter with, else a new one. */
export function targetOf(templates: readonly OverlayTemplate[], named: string | undefined): Target {
  if (named === DRAFT) return null;
  const chosen = templates.find(({ id }) => id === named) ?? templates.find(({ name }) => name === ENTRY_TEMPLATE_NAME) ?? templates[0];
  return chosen?.id ?? null;
}
