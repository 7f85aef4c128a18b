import { backgroundId } from "@nightjar/contract";
import { z } from "zod";
import { locateFile, openFileOutput } from "../files/open-file.ts";
import { defineVerb } from "../verb.ts";
import { shownFile } from "../files/background-file.ts";
import { readBackgroundRow } from "./background-shape.ts";

/** The video as it airs, which every browser plays; the upload itself while that copy is being made. A still answers its picture. */
export const openBackground = defineVerb({
  name: "backgrounds.open",
  access: "approved",
  kind: "query",
  input: z.object({ id: backgroundId }),
  output: openFileOutput,
  run({ ctx, input }) {
    const { file } = readBackgroundRow(ctx.services.db, input.id);
    return locateFile(ctx.services.files, file && shownFile(file));
  },
});
