import { streamId, streamWithTracks } from "@nightjar/contract";
import { z } from "zod";
import { defineVerb } from "../verb.ts";
import { readStreamWithTracks } from "./stream-tracks.ts";

export const getStream = defineVerb({
  name: "streams.get",
  access: "approved",
  kind: "query",
  input: z.object({ id: streamId }),
  output: streamWithTracks,
  run({ ctx, input }) {
    const { clock, db } = ctx.services;
    return readStreamWithTracks(db, input.id, clock.nowMs());
  },
});
