import { AppError, onAir, streamId } from "@nightjar/contract";
import { withinMs } from "@nightjar/kit";
import { z } from "zod";
import type { Services } from "../context.ts";
import { defineAct } from "../verb.ts";
import { observedOnAir } from "../plan/observed.ts";
import { pushPlan } from "../plan/push-plan.ts";
import { assertLive } from "./assert-live.ts";

const FAILED = "Could not update live stream content. The stream continues with previous content.";
const input = z.object({
  id: streamId,
  /** Who cannot wait for a picture to be made is told by then how far it is; unless given the answer comes when it is on air. */
  answerWithinMs: z.int().min(1).max(60_000).optional(),
});

/** Makes sure that what is stored is on air now. Changes go on air by themselves; this tries again what failed. */
export const updateContent = defineAct({
  name: "streams.updateContent",
  access: "approved",
  input,
  /** `isUpdated` false: it is still being made, and goes on air by itself. */
  output: onAir.extend({ isUpdated: z.boolean() }),
  entity: "streams",
  subject: ({ id }) => id,
  async act({ ctx: { services }, input: { id, answerWithinMs } }) {
    // What was edited just before is there to be asked for.
    services.planPushes.flush(id);
    const isUpdated = await isOnAir(services, id, answerWithinMs);
    return { ...observedOnAir(services, id), isUpdated };
  },
});

/** False: not yet. @throws AppError 503 where it cannot be */
async function isOnAir(services: Services, id: z.output<typeof streamId>, answerWithinMs: number | undefined): Promise<boolean> {
  assertLive(services.db, id);
  pushPlan(services, id);
  const failure = services.planBook.trouble(id)?.failure ?? null;
  if (failure !== null) throw new AppError("unavailable", FAILED, { details: { reason: failure } });
  const updating = services.engine.updateContent(id);
  const update = await (answerWithinMs === undefined ? updating : withinMs(updating, answerWithinMs));
  if (update?.isUpdated === false) throw new AppError("unavailable", FAILED, { details: { reason: update.reason } });
  return update !== null;
}
