import { AppError } from "@nightjar/contract";
import { z } from "zod";
import { openFileOutput } from "../files/open-file.ts";
import { defineVerb } from "../verb.ts";

/** A picture that `wall.look` has named, as long as it is kept. */
export const openSentPicture = defineVerb({
  name: "wall.openPicture",
  access: "approved",
  kind: "query",
  input: z.object({ name: z.string() }),
  output: openFileOutput,
  run({ ctx, input: { name } }) {
    const bytes = ctx.services.engine.sentPicture(name);
    if (!bytes) throw new AppError("not-found", "The picture is not kept any more");
    return { path: "", contentType: "image/jpeg", etag: `"${name}"`, isForEver: true, bytes };
  },
});
