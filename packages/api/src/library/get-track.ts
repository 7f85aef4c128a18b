import { track, trackId } from "@nightjar/contract";
import { z } from "zod";
import { defineVerb } from "../verb.ts";
import { readTrack } from "./read-track.ts";

export const getTrack = defineVerb({
  name: "tracks.get",
  access: "approved",
  kind: "query",
  input: z.object({ id: trackId }),
  output: track,
  run: ({ ctx, input }) => readTrack(ctx.services.db, input.id),
});
