import { AppError, PICTURE_UPLOAD_MAX_BYTES, mediaAsset } from "@nightjar/contract";
import type { MediaAsset } from "@nightjar/contract";
import { mediaAssets } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { z } from "zod";
import type { Services } from "../context.ts";
import { fileUrl } from "../files/file-urls.ts";
import { toMediaAsset } from "../files/media-asset.ts";
import { publishFile } from "../files/publish-file.ts";
import { PICTURE_TOO_LARGE, readPicture } from "../files/read-picture.ts";
import { discardUpload, once, receiveUpload } from "../files/receive-upload.ts";
import type { IncomingForm } from "../files/receive-upload.ts";
import type { Picture, ReceivedFile } from "../ports.ts";
import { changed } from "../changes.ts";
import { defineChange } from "../verb.ts";
import { thumbnailName } from "./media-shape.ts";

/** Only our own encoding of a picture is kept, so that nothing hidden survives; the same picture again is the same asset. */
export const uploadPicture = defineChange({
  name: "overlays.uploadMedia",
  access: "approved",
  input: z.custom<IncomingForm>(),
  output: mediaAsset,
  entity: "overlays",
  subject: (_input, made) => made?.id ?? null,
  prepare({ ctx, input }) {
    const { files } = ctx.services;
    const rules = { field: "image", limitBytes: PICTURE_UPLOAD_MAX_BYTES, tooLarge: PICTURE_TOO_LARGE };
    return receiveUpload(ctx.services, input, rules, async (received, fileName, keep) => {
      const { image, thumbnail } = await readPicture(ctx.services, received);
      const write = async (bytes: Uint8Array) => {
        const file = await files.receive(once(bytes), bytes.byteLength);
        if (!file) throw new AppError("too-large", PICTURE_TOO_LARGE);
        return keep(file);
      };
      return { picture: await write(image.bytes), small: await write(thumbnail), image, fileName };
    });
  },
  release: discardUpload,
  commit(tx, { ctx, prepared }) {
    const asset = publish(tx, ctx.services, prepared.taken);
    changed(tx, "overlays", asset.id, "never");
    return asset;
  },
});

interface Stored {
  readonly picture: ReceivedFile;
  readonly small: ReceivedFile;
  readonly image: Picture["image"];
  readonly fileName: string;
}

/** The moves and the row in one breath: nothing can come between them but the end of the process. */
function publish(tx: Tx, { clock, files }: Services, { fileName, image, picture, small }: Stored): MediaAsset {
  const { extension, heightPx, widthPx } = image;
  const name = `${picture.sha256}.${extension}`;
  const createdAt = new Date(clock.nowMs());
  publishFile(tx, files, { received: small, kind: "media", name: thumbnailName(picture.sha256) });
  publishFile(tx, files, { received: picture, kind: "media", name });
  const fileType = extension === "jpg" ? "image/jpeg" : "image/png";
  const row = { fileName, filePath: fileUrl("media", name), fileType, widthPx, heightPx, bytes: picture.sizeBytes, createdAt };
  return toMediaAsset(
    tx
      .insert(mediaAssets)
      .values(row)
      // Uploaded again: the same asset, but the newest, so that it is found where it is looked for.
      .onConflictDoUpdate({ target: mediaAssets.filePath, set: { createdAt } })
      .returning()
      .get(),
  );
}
