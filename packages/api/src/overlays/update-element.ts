import { elementFields, elementId, overlayElement } from "@nightjar/contract";
import { defineVerb } from "../verb.ts";
import { editTemplate } from "./edit-template.ts";
import { updateElementRow } from "./element-rows.ts";
import { readElement } from "../plan/template-elements.ts";
import { templateOfElement } from "./template-of-element.ts";

export const updateElement = defineVerb({
  name: "overlays.updateElement",
  access: "approved",
  kind: "change",
  input: elementFields.partial().extend({ id: elementId }),
  patches: { has: "An element has", shape: overlayElement },
  output: overlayElement,
  subject: (input) => input.id,
  run({ ctx, input }) {
    const { db } = ctx.services;
    const { id, ...fields } = input;
    const template = templateOfElement(db, id);
    if (Object.keys(fields).length > 0) editTemplate(ctx, { id: template }, (tx) => updateElementRow(tx, template, id, fields));
    return readElement(db, id);
  },
});
