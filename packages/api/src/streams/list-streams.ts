import { stream, streamSummary } from "@nightjar/contract";
import { z } from "zod";
import { defineVerb } from "../verb.ts";
import { readStreams, readStreamSummaries } from "./stream-shape.ts";

export const listStreams = defineVerb({
  name: "streams.list",
  access: "approved",
  kind: "query",
  input: z.void(),
  output: z.array(stream),
  run: ({ ctx }) => readStreams(ctx.services.db, ctx.services.clock.nowMs()),
});

/** For screens that show many streams: tracklists of thousands would be read again with every count of viewers. */
export const summariseStreams = defineVerb({
  name: "streams.summaries",
  access: "approved",
  kind: "query",
  input: z.void(),
  output: z.array(streamSummary),
  run: ({ ctx }) => readStreamSummaries(ctx.services.db, ctx.services.clock.nowMs()),
});
