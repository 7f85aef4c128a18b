import { templateDocument, templateId } from "@nightjar/contract";
import { z } from "zod";
import { defineVerb } from "../verb.ts";
import { readDocument } from "./overlay-shape.ts";

/** A template with its elements, as of one revision. */
export const getDocument = defineVerb({
  name: "overlays.document",
  access: "approved",
  kind: "query",
  input: z.object({ id: templateId }),
  output: templateDocument,
  run: ({ ctx, input }) => readDocument(ctx.services.db, input.id),
});
