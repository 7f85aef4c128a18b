import { onAir, streamId } from "@nightjar/contract";
import { z } from "zod";
import { defineVerb } from "../verb.ts";
import { assertStream } from "../plan/assert-stream.ts";
import { observedOnAir } from "../plan/observed.ts";

/** What is true now, as the engine sees it. */
export const getOnAir = defineVerb({
  name: "streams.onAir",
  access: "approved",
  kind: "query",
  input: z.object({ id: streamId }),
  output: onAir,
  run({ ctx, input }) {
    assertStream(ctx.services.db, input.id);
    return observedOnAir(ctx.services, input.id);
  },
});
