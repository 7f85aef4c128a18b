import { BUILT_IN_TEMPLATES, elementFields, templateChange } from "@nightjar/contract";
import type { ElementFields, TemplateChange } from "@nightjar/contract";

/** All that an element is saved with. */
export function fieldsOf(values: Partial<ElementFields> = {}): ElementFields {
  const base = BUILT_IN_TEMPLATES[0]?.elements[0]?.fields;
  const own = { name: "Line", type: "text", xPosition: 10, yPosition: 20, fontSize: 32, content: "Hello" };
  return elementFields.parse({ ...base, ...own, ...values });
}

export const adding = (id: string, layer = 0, values: Partial<ElementFields> = {}): TemplateChange =>
  templateChange.parse({ kind: "add", id, layer, fields: fieldsOf(values) });
