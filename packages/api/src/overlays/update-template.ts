import { overlayTemplate, templateId, templatePatch } from "@nightjar/contract";
import { overlayTemplates } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { defineVerb } from "../verb.ts";
import { editTemplate } from "./edit-template.ts";
import { readTemplate } from "./overlay-shape.ts";

export const updateTemplate = defineVerb({
  name: "overlays.updateTemplate",
  access: "approved",
  kind: "change",
  input: templatePatch.extend({ id: templateId }),
  patches: { has: "A template has", shape: overlayTemplate },
  output: overlayTemplate,
  subject: (input) => input.id,
  run({ ctx, input }) {
    const { description, id, name } = input;
    const values = { ...(name === undefined ? {} : { name }), ...(description === undefined ? {} : { description }) };
    if (Object.keys(values).length > 0) {
      editTemplate(ctx, input, (tx) => tx.update(overlayTemplates).set(values).where(eq(overlayTemplates.id, id)).run());
    }
    return readTemplate(ctx.services.db, id);
  },
});
