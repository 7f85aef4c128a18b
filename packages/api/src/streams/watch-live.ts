import { onAir, streamHead, streamId } from "@nightjar/contract";
import { z } from "zod";
import { observedOnAir } from "../plan/observed.ts";
import { defineVerb } from "../verb.ts";
import { readStreamHead } from "./stream-shape.ts";

/** What the studio reads of a live stream every few seconds: what is wanted and what is true, and never the tracklist. */
export const watchLive = defineVerb({
  name: "streams.live",
  access: "approved",
  kind: "query",
  input: z.object({ id: streamId }),
  output: z.object({ stream: streamHead, onAir }),
  run({ ctx, input }) {
    const { clock, db } = ctx.services;
    return { stream: readStreamHead(db, input.id, clock.nowMs()), onAir: observedOnAir(ctx.services, input.id) };
  },
});
