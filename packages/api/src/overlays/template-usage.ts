import { templateId, templateUsage } from "@nightjar/contract";
import { z } from "zod";
import { streamsShowingTemplate } from "../plan/streams-showing.ts";
import { assertTemplate } from "../plan/template-elements.ts";
import { defineVerb } from "../verb.ts";

export const getTemplateUsage = defineVerb({
  name: "overlays.templateUsage",
  access: "approved",
  kind: "query",
  input: z.object({ id: templateId }),
  output: z.array(templateUsage),
  run({ ctx, input }) {
    const { db } = ctx.services;
    assertTemplate(db, input.id);
    return streamsShowingTemplate(db, input.id);
  },
});
