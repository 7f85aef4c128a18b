import { AppError, streamId } from "@nightjar/contract";
import { z } from "zod";
import { assertLive } from "./assert-live.ts";
import { defineOnAirVerb } from "./on-air-verb.ts";
import { pushPlan } from "../plan/push-plan.ts";

const FAILED = "Could not update live stream content. The stream continues with previous content.";

/** Makes sure that what is stored is on air now, and answers when it is. Changes go on air by themselves; this tries again what failed. */
export const updateContent = defineOnAirVerb({
  name: "streams.updateContent",
  input: z.object({ id: streamId }),
  async act(services, input) {
    assertLive(services.db, input.id);
    pushPlan(services, input.id);
    const failure = services.planBook.trouble(input.id)?.failure ?? null;
    if (failure !== null) throw new AppError("unavailable", FAILED, { details: { reason: failure } });
    const { isUpdated, reason } = await services.engine.updateContent(input.id);
    if (!isUpdated) throw new AppError("unavailable", FAILED, { details: { reason } });
  },
});
