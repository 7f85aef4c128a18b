import {
  AppError,
  BACKGROUND_AIRS_MAX_MS,
  SINGLE_PICTURE_TEXT,
  STILL_SIZE_TEXT,
  VIDEO_SIZE_TEXT,
  VIDEO_TYPE_TEXT,
  VIDEO_UPLOAD_MAX_BYTES,
  formatDuration,
  videoUploadOutput,
} from "@nightjar/contract";
import type { VideoUpload } from "@nightjar/contract";
import { backgroundFiles } from "@nightjar/db";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../context.ts";
import { fileUrl } from "../files/file-urls.ts";
import { once, receiveUpload } from "../files/receive-upload.ts";
import type { IncomingForm } from "../files/receive-upload.ts";
import { artworkName, storeArtwork } from "../files/store-artwork.ts";
import type { ReceivedFile, Still } from "../ports.ts";
import { defineVerb } from "../verb.ts";
import { backgroundFileUrl, noteOf } from "../files/background-file.ts";
import type { BackgroundFileRow } from "../files/background-file.ts";
import { prepareInBackground } from "./mezzanine.ts";

type Facts = Pick<BackgroundFileRow, "kind" | "extension" | "durationMs" | "widthPx" | "heightPx" | "posterSha256" | "mezzanineState">;
interface Stored extends Facts {
  readonly sha256: string;
}

/** A video; a png, jpeg or webp is taken too, as a background that stands still. */
export const uploadVideo = defineVerb({
  name: "backgrounds.uploadVideo",
  access: "approved",
  kind: "change",
  input: z.custom<IncomingForm>(),
  output: videoUploadOutput,
  run({ ctx, input }) {
    const rules = { field: "video", limitBytes: VIDEO_UPLOAD_MAX_BYTES, tooLarge: VIDEO_SIZE_TEXT };
    return receiveUpload(ctx.services, input, rules, async (received, fileName) => {
      const still = await ctx.services.media.readStill(received.tempPath);
      if (still === "too-large") throw new AppError("too-large", STILL_SIZE_TEXT);
      const stored = still ? await takeInStill(ctx.services, still) : await takeInVideo(ctx.services, received);
      prepareInBackground(ctx.services, stored.sha256);
      return answer(stored, fileName, received.sizeBytes);
    });
  },
});

/** Probed and decoded while it is still temporary: what cannot be shown never reaches the backgrounds' folder. */
async function takeInVideo(services: Services, received: ReceivedFile): Promise<Stored> {
  const video = await services.media.readVideo(received.tempPath);
  if (video === "single-picture") throw new AppError("unsupported-type", SINGLE_PICTURE_TEXT);
  if (!video) throw new AppError("unsupported-type", VIDEO_TYPE_TEXT);
  const posterSha256 = await storeArtwork(services, video.poster);
  // Of a longer one only the beginning airs: its copy would cost more than it saves.
  const mezzanineState = video.durationMs > BACKGROUND_AIRS_MAX_MS ? "unneeded" : "pending";
  return store(services, received, { kind: "video", ...video, posterSha256, mezzanineState });
}

/** Only our own encoding of a picture is kept: it is what airs, and nothing hidden survives. */
async function takeInStill(services: Services, { bytes, ...size }: Still): Promise<Stored> {
  const posterSha256 = await storeArtwork(services, bytes);
  const received = await services.files.receive(once(bytes), bytes.byteLength);
  if (!received) throw new AppError("too-large", VIDEO_SIZE_TEXT);
  return store(services, received, { kind: "image", extension: "jpg", durationMs: 0, ...size, posterSha256, mezzanineState: "unneeded" });
}

/** The move and the row in one breath: nothing can come between them but the end of the process. */
function store({ clock, db, files }: Services, { sha256, sizeBytes, ...rest }: ReceivedFile, facts: Facts): Stored {
  const { kind, extension, durationMs, widthPx, heightPx, posterSha256, mezzanineState } = facts;
  const createdAt = new Date(clock.nowMs());
  files.publish({ sha256, sizeBytes, ...rest }, "video", `${sha256}.${extension}`);
  db.insert(backgroundFiles)
    .values({ sha256, sizeBytes, kind, extension, durationMs, widthPx, heightPx, posterSha256, mezzanineState, createdAt })
    // Uploaded again: the same row, but young again, so that the sweeper leaves it alone; a copy that failed is tried again.
    .onConflictDoUpdate({ target: backgroundFiles.sha256, set: { createdAt, posterSha256, mezzanineState: unlessFailed(mezzanineState) } })
    .run();
  return { sha256, ...facts };
}

const unlessFailed = (fresh: Facts["mezzanineState"]) =>
  sql`case when ${backgroundFiles.mezzanineState} = 'failed' then ${fresh} else ${backgroundFiles.mezzanineState} end`;

function answer(stored: Stored, fileName: string, size: number): VideoUpload {
  const { durationMs, heightPx, kind, posterSha256, widthPx } = stored;
  return {
    fileUrl: backgroundFileUrl(stored),
    fileName,
    size,
    thumbnailUrl: posterSha256 === null ? null : fileUrl("artwork", artworkName(posterSha256)),
    duration: formatDuration(durationMs),
    resolution: `${widthPx}x${heightPx}`,
    kind,
    note: noteOf(stored),
  };
}
