import { AppError, artworkUploadOutput, PICTURE_UPLOAD_MAX_BYTES } from "@nightjar/contract";
import { z } from "zod";
import { fileUrl } from "../files/file-urls.ts";
import { PICTURE_TOO_LARGE, readPicture } from "../files/read-picture.ts";
import { receiveUpload } from "../files/receive-upload.ts";
import type { IncomingForm } from "../files/receive-upload.ts";
import { artworkName, storeArtwork } from "../files/store-artwork.ts";
import { defineVerb } from "../verb.ts";

/** A cover for a track or a stream, kept as those found in audio files are. */
export const uploadArtwork = defineVerb({
  name: "library.uploadArtwork",
  access: "approved",
  kind: "change",
  input: z.custom<IncomingForm>(),
  output: artworkUploadOutput,
  run({ ctx, input }) {
    const rules = { field: "image", limitBytes: PICTURE_UPLOAD_MAX_BYTES, tooLarge: PICTURE_TOO_LARGE };
    return receiveUpload(ctx.services, input, rules, async (received) => {
      const { image } = await readPicture(ctx.services, received);
      const sha256 = await storeArtwork(ctx.services, image.bytes);
      if (sha256 === null) throw new AppError("invalid-input", "The image could not be used as artwork");
      return { artworkUrl: fileUrl("artwork", artworkName(sha256)) };
    });
  },
});
