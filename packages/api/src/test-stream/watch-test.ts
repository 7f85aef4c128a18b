import { AppError, streamId } from "@nightjar/contract";
import type { StreamId } from "@nightjar/contract";
import { z } from "zod";
import type { Services } from "../context.ts";
import { liveBytes } from "../live-bytes.ts";
import { assertStream } from "../plan/assert-stream.ts";
import { openTest } from "../plan/test-plans.ts";
import type { OpenTest } from "../plan/test-plans.ts";
import { hlsPlaylist, hlsSegment, segmentName } from "../hls-bytes.ts";
import type { LiveBytes, SentBytes } from "../ports.ts";
import { defineVerb } from "../verb.ts";

/** What the test stream sends, as a browser plays it: while it runs, and while whoever asked may. */
export const watchTest = defineVerb({
  name: "testStream.watch",
  access: "approved",
  kind: "query",
  input: z.object({ streamId }),
  output: z.custom<LiveBytes>(),
  run({ ctx: { services, principal }, input }) {
    const { name } = runningTest(services, input.streamId);
    return liveBytes(services, principal, (viewer) => services.localAir.watch(name, viewer));
  },
});

/** The same for a browser that plays HLS alone. */
export const getTestPlaylist = defineVerb({
  name: "testStream.playlist",
  access: "approved",
  kind: "query",
  input: z.object({ streamId }),
  output: z.custom<SentBytes>(),
  run({ ctx: { services }, input }) {
    const { name } = runningTest(services, input.streamId);
    return hlsPlaylist(services, keyOf(name), (viewer) => services.localAir.watch(name, viewer));
  },
});

export const getTestSegment = defineVerb({
  name: "testStream.segment",
  access: "approved",
  kind: "query",
  input: z.object({ streamId, segment: segmentName }),
  output: z.custom<SentBytes>(),
  run: ({ ctx: { services }, input }) => hlsSegment(services, keyOf(runningTest(services, input.streamId).name), input.segment),
});

const keyOf = (name: string) => `test ${name}`;

/** @throws AppError 404 */
function runningTest(services: Services, id: StreamId): OpenTest {
  assertStream(services.db, id);
  const test = openTest(services, id);
  if (!test) throw new AppError("not-found", "The test stream is not running");
  return test;
}
