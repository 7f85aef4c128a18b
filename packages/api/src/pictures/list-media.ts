import { mediaAsset } from "@nightjar/contract";
import { z } from "zod";
import { defineVerb } from "../verb.ts";
import { readMedia } from "./media-shape.ts";

export const listMedia = defineVerb({
  name: "overlays.media",
  access: "approved",
  kind: "query",
  input: z.void(),
  output: z.array(mediaAsset),
  run: ({ ctx }) => readMedia(ctx.services.db),
});
