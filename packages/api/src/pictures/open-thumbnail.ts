import { mediaAssetId } from "@nightjar/contract";
import { z } from "zod";
import { parseFileName, parseFileUrl } from "../files/file-urls.ts";
import { locateFile, openFileOutput } from "../files/open-file.ts";
import { defineVerb } from "../verb.ts";
import { readMediaRow, thumbnailName } from "./media-shape.ts";

export const openThumbnail = defineVerb({
  name: "overlays.openThumbnail",
  access: "approved",
  kind: "query",
  input: z.object({ id: mediaAssetId }),
  output: openFileOutput,
  run({ ctx, input }) {
    const { db, files } = ctx.services;
    const file = parseFileUrl("media", readMediaRow(db, input.id).filePath);
    return locateFile(files, file && parseFileName("media", thumbnailName(file.sha256)));
  },
});
