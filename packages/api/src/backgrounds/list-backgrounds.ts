import { background } from "@nightjar/contract";
import { z } from "zod";
import { defineVerb } from "../verb.ts";
import { readBackgrounds } from "./background-shape.ts";

export const listBackgrounds = defineVerb({
  name: "backgrounds.list",
  access: "approved",
  kind: "query",
  input: z.void(),
  output: z.array(background),
  run: ({ ctx }) => readBackgrounds(ctx.services.db),
});
