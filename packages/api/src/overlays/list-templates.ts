import { overlayElement, overlayTemplate, templateId } from "@nightjar/contract";
import { z } from "zod";
import { assertTemplate, readElements } from "../plan/template-elements.ts";
import { defineVerb } from "../verb.ts";
import { readTemplates } from "./overlay-shape.ts";

export const listTemplates = defineVerb({
  name: "overlays.templates",
  access: "approved",
  kind: "query",
  input: z.void(),
  output: z.array(overlayTemplate),
  run: ({ ctx }) => readTemplates(ctx.services.db),
});

export const listTemplateElements = defineVerb({
  name: "overlays.templateElements",
  access: "approved",
  kind: "query",
  input: z.object({ id: templateId }),
  output: z.array(overlayElement),
  run({ ctx, input }) {
    const { db } = ctx.services;
    assertTemplate(db, input.id);
    return readElements(db, input.id);
  },
});
