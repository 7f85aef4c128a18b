import { streamId } from "@nightjar/contract";
import { streams } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { defineVerb } from "../verb.ts";
import { noSuchStream } from "../plan/assert-stream.ts";
import { takeOffAir } from "../plan/push-plan.ts";

/** A live stream is taken off air first: nothing would be left to stop it with. */
export const deleteStream = defineVerb({
  name: "streams.delete",
  access: "approved",
  kind: "change",
  input: z.object({ id: streamId }),
  output: z.null(),
  subject: (input) => input.id,
  run({ ctx, input }) {
    const { db, live } = ctx.services;
    const deleted = db.delete(streams).where(eq(streams.id, input.id)).returning({ id: streams.id }).get();
    if (!deleted) throw noSuchStream();
    takeOffAir(ctx.services, input.id);
    live.changed("streams", input.id);
    return null;
  },
});
