import { AppError, background, backgroundId } from "@nightjar/contract";
import { backgrounds } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { pushPlans } from "../plan/push-plan.ts";
import { defineVerb } from "../verb.ts";
import { noSuchBackground, readBackground } from "./background-shape.ts";
import { streamsWithoutChoice } from "../plan/streams-showing.ts";

/** Makes it the default of all streams that have chosen none; those on air change at their next cut. */
export const activateBackground = defineVerb({
  name: "backgrounds.activate",
  access: "approved",
  kind: "change",
  input: z.object({ id: backgroundId }),
  output: background,
  subject: (input) => input.id,
  run({ ctx, input }) {
    const { db, live } = ctx.services;
    const isThis = eq(backgrounds.id, input.id);
    const former = db.transaction((tx) => {
      const row = tx.select().from(backgrounds).where(isThis).get();
      if (!row) throw noSuchBackground();
      if (row.isActive) throw new AppError("conflict", "This background is already active");
      const before = tx.update(backgrounds).set({ isActive: false }).where(eq(backgrounds.isActive, true)).returning().all();
      tx.update(backgrounds).set({ isActive: true }).where(isThis).run();
      return before;
    });
    for (const { id } of [...former, input]) live.changed("backgrounds", id);
    pushPlans(ctx.services, streamsWithoutChoice(db));
    return readBackground(db, input.id);
  },
});
