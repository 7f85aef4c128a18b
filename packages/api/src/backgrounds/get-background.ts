import { background, backgroundId } from "@nightjar/contract";
import { z } from "zod";
import { defineVerb } from "../verb.ts";
import { readBackground } from "./background-shape.ts";

export const getBackground = defineVerb({
  name: "backgrounds.get",
  access: "approved",
  kind: "query",
  input: z.object({ id: backgroundId }),
  output: background,
  run: ({ ctx, input }) => readBackground(ctx.services.db, input.id),
});
