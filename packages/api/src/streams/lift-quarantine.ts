import { AppError, onAir, streamId, trackId } from "@nightjar/contract";
import { streams } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { defineVerb } from "../verb.ts";
import { noSuchStream } from "./items.ts";

/** A track whose file was left out is to be tried again. Answers with what is true now. */
export const liftQuarantine = defineVerb({
  name: "streams.liftQuarantine",
  access: "approved",
  kind: "change",
  input: z.object({ id: streamId, trackId }),
  output: onAir,
  subject: (input) => input.id,
  run({ ctx, input }) {
    const { db, engine } = ctx.services;
    if (!db.select({ id: streams.id }).from(streams).where(eq(streams.id, input.id)).get()) throw noSuchStream();
    if (!engine.liftQuarantine(input.id, input.trackId)) throw new AppError("not-found", "The track is not left out");
    return engine.onAir(input.id);
  },
});
