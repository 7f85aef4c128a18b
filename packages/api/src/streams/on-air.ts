import { onAir, streamId } from "@nightjar/contract";
import { z } from "zod";
import { defineVerb } from "../verb.ts";
import { assertStream } from "./assert-stream.ts";

/** What is true now, as the engine sees it. */
export const getOnAir = defineVerb({
  name: "streams.onAir",
  access: "approved",
  kind: "query",
  input: z.object({ id: streamId }),
  output: onAir,
  run({ ctx, input }) {
    const { db, engine } = ctx.services;
    assertStream(db, input.id);
    return engine.onAir(input.id);
  },
});
