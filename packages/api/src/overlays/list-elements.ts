import { overlayElement } from "@nightjar/contract";
import { z } from "zod";
import { defineVerb } from "../verb.ts";
import { readAllElements } from "../plan/template-elements.ts";

export const listElements = defineVerb({
  name: "overlays.elements",
  access: "approved",
  kind: "query",
  input: z.void(),
  output: z.array(overlayElement),
  run: ({ ctx }) => readAllElements(ctx.services.db),
});
