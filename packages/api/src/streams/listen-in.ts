import { AppError, streamId } from "@nightjar/contract";
import { z } from "zod";
import { liveBytes } from "../live-bytes.ts";
import { assertStream } from "../plan/assert-stream.ts";
import type { LiveBytes } from "../ports.ts";
import { defineVerb } from "../verb.ts";

/** What the stream's destinations are sent, as a browser plays it. */
export const listenIn = defineVerb({
  name: "streams.listenIn",
  access: "approved",
  kind: "query",
  input: z.object({ id: streamId }),
  output: z.custom<LiveBytes>(),
  run({ ctx: { services, principal }, input: { id } }) {
    assertStream(services.db, id);
    if (services.engine.onAir(id).state === "off") throw new AppError("not-found", "The stream is not on air");
    return liveBytes(services, principal, (viewer) => services.engine.listen(id, viewer));
  },
});
