import { mailConfiguredOutput } from "@nightjar/contract";
import { z } from "zod";
import { defineVerb } from "../verb.ts";

/** Whether an approval is followed by a mail, so that the screens can say so honestly. */
export const mailConfigured = defineVerb({
  name: "admin.mailConfigured",
  access: "admin",
  kind: "query",
  input: z.void(),
  output: mailConfiguredOutput,
  run: ({ ctx }) => ({ mailConfigured: ctx.services.mailer.configured }),
});
