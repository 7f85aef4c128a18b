import { streamId, tracklistStepInput } from "@nightjar/contract";
import { z } from "zod";
import { changed } from "../changes.ts";
import { defineChange } from "../verb.ts";
import { stepItems } from "./items.ts";

/** One step of a tracklist, merged with what others did meanwhile; refused with what they did where it cannot be. */
export const stepTracklist = defineChange({
  name: "streams.stepTracklist",
  access: "approved",
  input: tracklistStepInput.extend({ id: streamId }),
  output: z.object({ revision: z.number().int() }),
  entity: "streams",
  subject: (input) => input.id,
  commit(tx, { input: { id, step, ...known } }) {
    const revision = stepItems(tx, id, step, known);
    changed(tx, "streams", id);
    return { revision };
  },
});
