import { elementFields, elementId, overlayElement } from "@nightjar/contract";
import { defineChange } from "../verb.ts";
import { editTemplate } from "./edit-template.ts";
import { updateElementRow } from "./element-rows.ts";
import { readElement } from "../plan/template-elements.ts";
import { templateOfElement } from "./template-of-element.ts";

export const updateElement = defineChange({
  name: "overlays.updateElement",
  access: "approved",
  input: elementFields.partial().extend({ id: elementId }),
  patches: { has: "An element has", shape: overlayElement },
  output: overlayElement,
  entity: "overlays",
  subject: (input) => input.id,
  commit(tx, { ctx, input }) {
    const { id, ...fields } = input;
    const template = templateOfElement(tx, id);
    if (Object.keys(fields).length > 0) editTemplate(tx, ctx, { id: template }, () => updateElementRow(tx, template, id, fields));
    return readElement(tx, id);
  },
});
