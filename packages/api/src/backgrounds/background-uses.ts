import { backgroundUse } from "@nightjar/contract";
import { z } from "zod";
import { backgroundsNow } from "../plan/background-turns.ts";
import { readBackgroundUses } from "../plan/streams-showing.ts";
import { defineVerb } from "../verb.ts";

/** Which streams show which background: asked before one is deleted or chosen on air, and shown beside it. */
export const getBackgroundUses = defineVerb({
  name: "backgrounds.uses",
  access: "approved",
  kind: "query",
  input: z.void(),
  output: z.array(backgroundUse),
  run({ ctx: { services } }) {
    const uses = readBackgroundUses(services.db);
    const live = new Set(uses.flatMap(({ streams }) => streams.filter(({ isLive }) => isLive).map(({ id }) => id)));
    const nowIn = backgroundsNow(services);
    const now = new Map([...live].map((id) => [id, new Set(nowIn(id).map((background) => background.id))]));
    return uses.map(({ backgroundId, streams }) => ({
      backgroundId,
      streams: streams.map((stream) => ({ ...stream, isNow: now.get(stream.id)?.has(backgroundId) === true })),
    }));
  },
});
