import { messageOutput } from "@nightjar/contract";
import { z } from "zod";
import { defineChange } from "../verb.ts";

export const endOtherSessions = defineChange({
  name: "auth.endOtherSessions",
  access: "approved",
  input: z.void(),
  output: messageOutput,
  commit(tx, { ctx }) {
    ctx.services.sessions.end(tx, ctx.principal.user.id, "elsewhere", ctx.principal.sessionKey);
    return { message: "All other sessions were ended" };
  },
});
