import { stream } from "@nightjar/contract";
import { z } from "zod";
import { defineVerb } from "../verb.ts";
import { readStreams } from "./stream-shape.ts";

export const listStreams = defineVerb({
  name: "streams.list",
  access: "approved",
  kind: "query",
  input: z.void(),
  output: z.array(stream),
  run: ({ ctx }) => readStreams(ctx.services.db, ctx.services.clock.nowMs()),
});
