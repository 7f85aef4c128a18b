import { itemId, streamId } from "@nightjar/contract";
import { z } from "zod";
import { assertStream } from "../plan/assert-stream.ts";
import { defineVerb } from "../verb.ts";

/** When each entry of the tracklist will be on air, as far as that is known now. */
export const listComing = defineVerb({
  name: "streams.coming",
  access: "approved",
  kind: "query",
  input: z.object({ id: streamId }),
  /** Unix times: a long list has thousands. */
  output: z.array(z.object({ itemId, atMs: z.number() })),
  run({ ctx: { services }, input: { id } }) {
    assertStream(services.db, id);
    return [...services.engine.coming(id)];
  },
});
