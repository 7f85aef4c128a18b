import { wallStream } from "@nightjar/contract";
import { z } from "zod";
import { wantedStreams } from "../plan/wanted.ts";
import { observedOnAir } from "../plan/observed.ts";
import { defineVerb } from "../verb.ts";

/** What is sent of every stream that is wanted on air, to be seen and heard, and how old the proof is that far ends take it. */
export const lookAtAll = defineVerb({
  name: "wall.look",
  access: "approved",
  kind: "query",
  input: z.void(),
  output: z.array(wallStream),
  async run({ ctx: { services } }) {
    const ids = wantedStreams(services.db);
    const sent = new Map((await services.engine.sentNow(ids)).map((one) => [one.streamId, one]));
    return ids.map((streamId) => {
      const ages = observedOnAir(services, streamId).destinations.map(({ evidenceAgeMs }) => evidenceAgeMs);
      const proven = ages.filter((ageMs) => ageMs !== null);
      // Of several far ends the one that was heard of least.
      const evidenceAgeMs = proven.length > 0 && proven.length === ages.length ? Math.max(...proven) : null;
      return { picture: null, sound: null, ...sent.get(streamId), streamId, evidenceAgeMs };
    });
  },
});
