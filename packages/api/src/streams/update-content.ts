import { AppError, onAir, streamId } from "@nightjar/contract";
import { z } from "zod";
import { defineVerb } from "../verb.ts";
import { assertLive } from "./assert-live.ts";
import { pushPlan } from "./push-plan.ts";

const FAILED = "Could not update live stream content. The stream continues with previous content.";

/** Makes sure that what is stored is on air now, and answers when it is. Changes go on air by themselves; this tries again what failed. */
export const updateContent = defineVerb({
  name: "streams.updateContent",
  access: "approved",
  kind: "change",
  input: z.object({ id: streamId }),
  output: onAir,
  subject: (input) => input.id,
  async run({ ctx, input }) {
    const { db, engine } = ctx.services;
    assertLive(db, input.id);
    pushPlan(ctx.services, input.id);
    const { isUpdated, reason } = await engine.updateContent(input.id);
    if (!isUpdated) throw new AppError("unavailable", FAILED, { details: { reason } });
    return engine.onAir(input.id);
  },
});
