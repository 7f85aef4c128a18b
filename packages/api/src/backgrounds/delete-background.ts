import { backgroundId } from "@nightjar/contract";
import { backgrounds } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { pushPlans } from "../plan/push-plan.ts";
import { pushTurns } from "../plan/push-turns.ts";
import { defineVerb } from "../verb.ts";
import { noSuchBackground } from "./background-shape.ts";
import { streamsChoosing, streamsWithoutChoice } from "../plan/streams-showing.ts";

/** Streams that chose it fall back to the default; its file is swept later, so that what is on air can go on until the next cut. */
export const deleteBackground = defineVerb({
  name: "backgrounds.delete",
  access: "approved",
  kind: "change",
  input: z.object({ id: backgroundId }),
  output: z.null(),
  subject: (input) => input.id,
  run({ ctx, input }) {
    const { db, live } = ctx.services;
    const { choosing, following } = db.transaction((tx) => {
      const chosenBy = streamsChoosing(tx, input.id);
      const deleted = tx.delete(backgrounds).where(eq(backgrounds.id, input.id)).returning().get();
      if (!deleted) throw noSuchBackground();
      return { choosing: chosenBy, following: deleted.isActive ? streamsWithoutChoice(tx) : chosenBy };
    });
    live.changed("backgrounds", input.id);
    for (const id of choosing) live.changed("streams", id);
    pushPlans(ctx.services, following);
    pushTurns(ctx.services);
    return null;
  },
});
