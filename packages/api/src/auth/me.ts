import { userOutput } from "@nightjar/contract";
import { z } from "zod";
import { defineVerb } from "../verb.ts";

export const me = defineVerb({
  name: "auth.me",
  access: "self",
  kind: "query",
  input: z.void(),
  output: userOutput,
  run: ({ ctx }) => ({ user: ctx.principal.user }),
});
