import { overlayTemplate, templateId, templatePatch } from "@nightjar/contract";
import { overlayTemplates } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { defineChange } from "../verb.ts";
import { editTemplate } from "./edit-template.ts";
import { readTemplate } from "./overlay-shape.ts";

export const updateTemplate = defineChange({
  name: "overlays.updateTemplate",
  access: "approved",
  input: templatePatch.extend({ id: templateId }),
  patches: { has: "A template has", shape: overlayTemplate },
  output: overlayTemplate,
  entity: "overlays",
  subject: (input) => input.id,
  commit(tx, { ctx, input }) {
    const { description, id, name } = input;
    const values = { ...(name === undefined ? {} : { name }), ...(description === undefined ? {} : { description }) };
    if (Object.keys(values).length > 0) {
      editTemplate(tx, ctx, input, () => tx.update(overlayTemplates).set(values).where(eq(overlayTemplates.id, id)).run());
    }
    return readTemplate(tx, id);
  },
});
