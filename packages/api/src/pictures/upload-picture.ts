import { AppError, PICTURE_UPLOAD_MAX_BYTES, mediaAsset } from "@nightjar/contract";
import type { MediaAsset } from "@nightjar/contract";
import { mediaAssets } from "@nightjar/db";
import { z } from "zod";
import type { Services } from "../context.ts";
import { fileUrl } from "../files/file-urls.ts";
import { toMediaAsset } from "../files/media-asset.ts";
import { PICTURE_TOO_LARGE, readPicture } from "../files/read-picture.ts";
import { once, receiveUpload } from "../files/receive-upload.ts";
import type { IncomingForm } from "../files/receive-upload.ts";
import type { Picture, ReceivedFile } from "../ports.ts";
import { defineVerb } from "../verb.ts";
import { thumbnailName } from "./media-shape.ts";

/** Only our own encoding of a picture is kept, so that nothing hidden survives; the same picture again is the same asset. */
export const uploadPicture = defineVerb({
  name: "overlays.uploadMedia",
  access: "approved",
  kind: "change",
  input: z.custom<IncomingForm>(),
  output: mediaAsset,
  subject: (_input, output) => output?.id ?? null,
  run({ ctx, input }) {
    const rules = { field: "image", limitBytes: PICTURE_UPLOAD_MAX_BYTES, tooLarge: PICTURE_TOO_LARGE };
    return receiveUpload(ctx.services, input, rules, async (received, fileName) => {
      const picture = await readPicture(ctx.services, received);
      const asset = await store(ctx.services, picture, fileName);
      ctx.services.live.changed("overlays", asset.id);
      return asset;
    });
  },
});

async function store(services: Services, { image, thumbnail }: Picture, fileName: string): Promise<MediaAsset> {
  const { files } = services;
  const received: ReceivedFile[] = [];
  try {
    for (const bytes of [image.bytes, thumbnail]) {
      const file = await files.receive(once(bytes), bytes.byteLength);
      if (file) received.push(file);
    }
    const [picture, small] = received;
    if (!picture || !small) throw new AppError("too-large", PICTURE_TOO_LARGE);
    return publish(services, { picture, small, image, fileName });
  } finally {
    for (const file of received) files.discard(file);
  }
}

interface Stored {
  readonly picture: ReceivedFile;
  readonly small: ReceivedFile;
  readonly image: Picture["image"];
  readonly fileName: string;
}

/** The moves and the row in one breath: nothing can come between them but the end of the process. */
function publish({ clock, db, files }: Services, { fileName, image, picture, small }: Stored): MediaAsset {
  const { extension, heightPx, widthPx } = image;
  const name = `${picture.sha256}.${extension}`;
  const createdAt = new Date(clock.nowMs());
  files.publish(small, "media", thumbnailName(picture.sha256));
  files.publish(picture, "media", name);
  const fileType = extension === "jpg" ? "image/jpeg" : "image/png";
  const row = { fileName, filePath: fileUrl("media", name), fileType, widthPx, heightPx, bytes: picture.sizeBytes, createdAt };
  return toMediaAsset(
    db
      .insert(mediaAssets)
      .values(row)
      // Uploaded again: the same asset, but the newest, so that it is found where it is looked for.
      .onConflictDoUpdate({ target: mediaAssets.filePath, set: { createdAt } })
      .returning()
      .get(),
  );
}
