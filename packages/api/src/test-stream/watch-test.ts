import { AppError, streamId } from "@nightjar/contract";
import { z } from "zod";
import { liveBytes } from "../live-bytes.ts";
import { assertStream } from "../plan/assert-stream.ts";
import { openTest } from "../plan/test-plans.ts";
import type { LiveBytes } from "../ports.ts";
import { defineVerb } from "../verb.ts";

/** What the test stream sends, as a browser plays it: while it runs, and while whoever asked may. */
export const watchTest = defineVerb({
  name: "testStream.watch",
  access: "approved",
  kind: "query",
  input: z.object({ streamId }),
  output: z.custom<LiveBytes>(),
  run({ ctx: { services, principal }, input }) {
    assertStream(services.db, input.streamId);
    const test = openTest(services, input.streamId);
    if (!test) throw new AppError("not-found", "The test stream is not running");
    return liveBytes(services, principal, (viewer) => services.localAir.watch(test.name, viewer));
  },
});
