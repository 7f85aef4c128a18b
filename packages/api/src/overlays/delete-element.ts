import { elementId } from "@nightjar/contract";
import { z } from "zod";
import { defineChange } from "../verb.ts";
import { editTemplate } from "./edit-template.ts";
import { removeElementRow } from "./element-rows.ts";
import { templateOfElement } from "./template-of-element.ts";

export const deleteElement = defineChange({
  name: "overlays.deleteElement",
  access: "approved",
  input: z.object({ id: elementId }),
  output: z.null(),
  entity: "overlays",
  subject: (input) => input.id,
  commit(tx, { ctx, input }) {
    const template = templateOfElement(tx, input.id);
    editTemplate(tx, ctx, { id: template }, () => removeElementRow(tx, template, input.id));
    return null;
  },
});
