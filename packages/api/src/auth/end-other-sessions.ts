import { messageOutput } from "@nightjar/contract";
import { z } from "zod";
import { defineVerb } from "../verb.ts";

export const endOtherSessions = defineVerb({
  name: "auth.endOtherSessions",
  access: "approved",
  kind: "change",
  input: z.void(),
  output: messageOutput,
  run({ ctx }) {
    ctx.services.sessions.endAll(ctx.principal.user.id, "elsewhere", ctx.principal.sessionKey);
    return { message: "All other sessions were ended" };
  },
});
