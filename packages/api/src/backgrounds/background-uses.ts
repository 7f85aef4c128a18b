import { backgroundUse } from "@nightjar/contract";
import { z } from "zod";
import { readBackgroundUses } from "../plan/streams-showing.ts";
import { defineVerb } from "../verb.ts";

/** Which streams show which background: asked before one is deleted, and shown beside it. */
export const getBackgroundUses = defineVerb({
  name: "backgrounds.uses",
  access: "approved",
  kind: "query",
  input: z.void(),
  output: z.array(backgroundUse),
  run: ({ ctx }) => readBackgroundUses(ctx.services.db),
});
