import { AppError, streamId } from "@nightjar/contract";
import { z } from "zod";
import { assertStream } from "../plan/assert-stream.ts";
import { openTest } from "../plan/test-plans.ts";
import type { LiveViewer } from "../ports.ts";
import { defineVerb } from "../verb.ts";

/** Bytes that go on until somebody ends them. */
export interface LiveBytes {
  readonly contentType: string;
  /** @returns the way to leave */
  start(viewer: LiveViewer): () => void;
}

/** What the test stream sends, as a browser plays it: while it runs, and while whoever asked may. */
export const watchTest = defineVerb({
  name: "testStream.watch",
  access: "approved",
  kind: "query",
  input: z.object({ streamId }),
  output: z.custom<LiveBytes>(),
  run({ ctx, input }) {
    const { services, principal } = ctx;
    assertStream(services.db, input.streamId);
    const test = openTest(services, input.streamId);
    if (!test) throw new AppError("not-found", "The test stream is not running");
    return {
      contentType: "video/x-flv",
      start(viewer) {
        const leave = services.localAir.watch(test.name, viewer);
        if (!leave) {
          viewer.end();
          return () => undefined;
        }
        const stops = [leave, services.sessions.onEnd(principal, viewer.end)];
        return () => stops.forEach((stop) => stop());
      },
    };
  },
});
