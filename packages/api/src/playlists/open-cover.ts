import { AppError } from "@nightjar/contract";
import { z } from "zod";
import { openFileOutput } from "../files/open-file.ts";
import { defineVerb } from "../verb.ts";

export const openCover = defineVerb({
  name: "playlists.openCover",
  access: "approved",
  kind: "query",
  input: z.object({ name: z.string().regex(/^[0-9a-f]{64}$/) }),
  output: openFileOutput,
  async run({ ctx, input: { name } }) {
    const bytes = await ctx.services.foreignCovers.open(name);
    if (bytes === null) throw new AppError("not-found", "This cover cannot be shown now");
    return { path: "", contentType: "image/webp", etag: `"${name}"`, isForEver: true, bytes };
  },
});
