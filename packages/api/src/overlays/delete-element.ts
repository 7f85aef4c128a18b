import { elementId } from "@nightjar/contract";
import { z } from "zod";
import { defineVerb } from "../verb.ts";
import { editTemplate } from "./edit-template.ts";
import { removeElementRow } from "./element-rows.ts";
import { templateOfElement } from "./template-of-element.ts";

export const deleteElement = defineVerb({
  name: "overlays.deleteElement",
  access: "approved",
  kind: "change",
  input: z.object({ id: elementId }),
  output: z.null(),
  subject: (input) => input.id,
  run({ ctx, input }) {
    const template = templateOfElement(ctx.services.db, input.id);
    editTemplate(ctx, { id: template }, (tx) => removeElementRow(tx, template, input.id));
    return null;
  },
});
