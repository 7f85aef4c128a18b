import { onAir, streamId } from "@nightjar/contract";
import { streams } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { defineVerb } from "../verb.ts";
import { noSuchStream } from "./items.ts";

/** What is true now, as the engine sees it. */
export const getOnAir = defineVerb({
  name: "streams.onAir",
  access: "approved",
  kind: "query",
  input: z.object({ id: streamId }),
  output: onAir,
  run({ ctx, input }) {
    const { db, engine } = ctx.services;
    if (!db.select({ id: streams.id }).from(streams).where(eq(streams.id, input.id)).get()) throw noSuchStream();
    return engine.onAir(input.id);
  },
});
