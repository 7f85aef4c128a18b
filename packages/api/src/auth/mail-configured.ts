import { mailConfiguredOutput } from "@nightjar/contract";
import { z } from "zod";
import { defineVerb } from "../verb.ts";

/** Whether mails can be sent: what was approved, a new password. The screens say so honestly, also to who is not signed in. */
export const mailConfigured = defineVerb({
  name: "auth.mailConfigured",
  access: "public",
  kind: "query",
  input: z.void(),
  output: mailConfiguredOutput,
  run: ({ ctx }) => ({ mailConfigured: ctx.services.mailer.configured }),
});
