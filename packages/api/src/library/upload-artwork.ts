import { AppError, artworkUploadOutput, PICTURE_UPLOAD_MAX_BYTES } from "@nightjar/contract";
import { z } from "zod";
import { fileUrl } from "../files/file-urls.ts";
import { PICTURE_TOO_LARGE, readPicture } from "../files/read-picture.ts";
import { discardUpload, receiveUpload } from "../files/receive-upload.ts";
import type { IncomingForm } from "../files/receive-upload.ts";
import { artworkName, encodeArtwork, keepArtwork } from "../files/store-artwork.ts";
import { defineChange } from "../verb.ts";

/** A cover for a track or a stream, kept as those found in audio files are. */
export const uploadArtwork = defineChange({
  name: "library.uploadArtwork",
  access: "approved",
  input: z.custom<IncomingForm>(),
  output: artworkUploadOutput,
  prepare({ ctx, input }) {
    const rules = { field: "image", limitBytes: PICTURE_UPLOAD_MAX_BYTES, tooLarge: PICTURE_TOO_LARGE };
    return receiveUpload(ctx.services, input, rules, async (received, _fileName, keep) => {
      const { image } = await readPicture(ctx.services, received);
      const artwork = await encodeArtwork(ctx.services, image.bytes);
      if (!artwork) throw new AppError("invalid-input", "The image could not be used as artwork");
      return keep(artwork);
    });
  },
  release: discardUpload,
  commit: (tx, { ctx, prepared }) => ({ artworkUrl: fileUrl("artwork", artworkName(keepArtwork(tx, ctx.services, prepared.taken))) }),
});
