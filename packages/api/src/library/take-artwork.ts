import { AppError, PICTURE_UPLOAD_MAX_BYTES, artworkUploadOutput, takeArtworkInput } from "@nightjar/contract";
import type { ErrorCode } from "@nightjar/contract";
import { fileUrl } from "../files/file-urls.ts";
import { PICTURE_TOO_LARGE } from "../files/read-picture.ts";
import { artworkName, encodeArtwork, keepArtwork } from "../files/store-artwork.ts";
import type { PictureFetchRefusal } from "../ports.ts";
import { defineChange } from "../verb.ts";

const NO_PICTURE = "There is no picture at that address that could be used as artwork";
const REFUSALS: Readonly<Record<PictureFetchRefusal, { readonly code: ErrorCode; readonly message: string }>> = {
  "private-address": { code: "invalid-input", message: "The artwork's address leads into a private network, so it was not opened" },
  unreachable: { code: "unavailable", message: "The artwork could not be fetched; the service that has it did not answer" },
  "too-large": { code: "too-large", message: PICTURE_TOO_LARGE },
  "no-picture": { code: "invalid-input", message: NO_PICTURE },
};

/** A cover at a music service becomes one of ours, so that it is there on air whatever becomes of the service. */
export const takeArtwork = defineChange({
  name: "tracks.takeArtwork",
  access: "approved",
  input: takeArtworkInput,
  output: artworkUploadOutput,
  async prepare({ ctx, input }) {
    const picture = await ctx.services.foreignPictures.fetch(input.url, PICTURE_UPLOAD_MAX_BYTES);
    if (typeof picture === "string") throw new AppError(REFUSALS[picture].code, REFUSALS[picture].message);
    const artwork = await encodeArtwork(ctx.services, picture);
    if (!artwork) throw new AppError("invalid-input", NO_PICTURE);
    return artwork;
  },
  release: (artwork, { services }) => services.files.discard(artwork),
  commit: (tx, { ctx, prepared }) => ({ artworkUrl: fileUrl("artwork", artworkName(keepArtwork(tx, ctx.services, prepared))) }),
});
