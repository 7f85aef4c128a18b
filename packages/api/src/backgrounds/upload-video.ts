import {
  ANIMATED_STILL_TEXT,
  AppError,
  BACKGROUND_AIRS_MAX_MS,
  DAMAGED_STILL_TEXT,
  DAMAGED_VIDEO_TEXT,
  SLOW_VIDEO_TEXT,
  NO_VIDEO_TEXT,
  SINGLE_PICTURE_TEXT,
  STILL_SIZE_TEXT,
  VIDEO_PIXELS_TEXT,
  VIDEO_SIZE_TEXT,
  VIDEO_TYPE_TEXT,
  VIDEO_UPLOAD_MAX_BYTES,
  formatDuration,
  videoUploadOutput,
} from "@nightjar/contract";
import type { VideoUpload } from "@nightjar/contract";
import { backgroundFiles } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../context.ts";
import { fileUrl } from "../files/file-urls.ts";
import { publishFile } from "../files/publish-file.ts";
import { pictureRefused } from "../files/read-picture.ts";
import type { PictureTexts } from "../files/read-picture.ts";
import { discardUpload, once, receiveUpload } from "../files/receive-upload.ts";
import type { IncomingForm, Upload } from "../files/receive-upload.ts";
import { artworkName, encodeArtwork, keepArtwork } from "../files/store-artwork.ts";
import type { ReceivedFile, Still, VideoRefusal } from "../ports.ts";
import { defineChange } from "../verb.ts";
import { backgroundFileUrl, noteOf } from "../files/background-file.ts";
import type { BackgroundFileRow } from "../files/background-file.ts";
import { prepareInBackground, sayOfFile } from "./mezzanine.ts";
import { asForm, noSuchUpload } from "./resumable-upload.ts";

type Facts = Pick<BackgroundFileRow, "kind" | "extension" | "durationMs" | "widthPx" | "heightPx" | "posterSha256" | "mezzanineState">;
interface Stored extends Facts {
  readonly sha256: string;
}

/** A video; a png, jpeg or webp is taken too, as a background that stands still. */
export const uploadVideo = defineChange({
  name: "backgrounds.uploadVideo",
  access: "approved",
  input: z.custom<IncomingForm>(),
  output: videoUploadOutput,
  prepare: ({ ctx, input }) => receive(ctx.services, input),
  release: discardUpload,
  commit: (tx, { ctx, prepared }) => storeReceived(tx, ctx.services, prepared),
  after: ({ ctx, committed }) => answerStored(ctx.services, committed),
});

/** The same of a file that came in pieces; asked again, because the answer was lost, it answers the same. */
export const takeUpload = defineChange({
  name: "backgrounds.takeUpload",
  access: "approved",
  input: z.object({ id: z.string().max(100) }),
  output: videoUploadOutput,
  async prepare({ ctx, input }) {
    const upload = await ctx.services.pendingUploads.find(input.id, ctx.principal.user.id);
    if (!upload) throw noSuchUpload();
    return receive(ctx.services, asForm(upload));
  },
  release: discardUpload,
  commit: (tx, { ctx, prepared }) => storeReceived(tx, ctx.services, prepared),
  after: ({ ctx, committed }) => answerStored(ctx.services, committed),
});

interface Received extends Taken {
  readonly fileName: string;
  readonly sizeBytes: number;
}
interface Committed {
  readonly sha256: string;
  readonly answer: VideoUpload;
}

function receive(services: Services, form: IncomingForm): Promise<Upload<Received>> {
  const rules = { field: "video", limitBytes: VIDEO_UPLOAD_MAX_BYTES, tooLarge: VIDEO_SIZE_TEXT };
  return receiveUpload(services, form, rules, async (received, fileName, keep) => {
    const still = await services.media.readStill(received.tempPath);
    if (typeof still === "string") throw pictureRefused(still, STILL_TEXTS);
    const taken = still ? await takeInStill(services, still, keep) : await takeInVideo(services, received, keep);
    return { ...taken, fileName, sizeBytes: received.sizeBytes };
  });
}

function storeReceived(tx: Tx, services: Services, { taken }: Upload<Received>): Committed {
  const stored = store(tx, services, taken);
  return { sha256: stored.sha256, answer: answer(stored, taken.fileName, taken.sizeBytes) };
}

function answerStored(services: Services, { sha256, answer: stored }: Committed): VideoUpload {
  prepareInBackground(services, sha256);
  return stored;
}

interface Taken {
  readonly file: ReceivedFile;
  readonly poster: ReceivedFile | null;
  readonly facts: Omit<Facts, "posterSha256">;
}
type Keep = (made: ReceivedFile) => ReceivedFile;

const REFUSALS: Readonly<Record<VideoRefusal, string>> = {
  "unsupported-type": VIDEO_TYPE_TEXT,
  "no-video": NO_VIDEO_TEXT,
  "single-picture": SINGLE_PICTURE_TEXT,
  "too-many-pixels": VIDEO_PIXELS_TEXT,
  damaged: DAMAGED_VIDEO_TEXT,
  "too-slow": SLOW_VIDEO_TEXT,
};

/** As the media library refuses its pictures; but here a picture may be larger, and move where it is a GIF. */
const STILL_TEXTS: PictureTexts = {
  "unsupported-type": VIDEO_TYPE_TEXT,
  "too-large": STILL_SIZE_TEXT,
  animated: ANIMATED_STILL_TEXT,
  damaged: DAMAGED_STILL_TEXT,
};

/** Probed and decoded while it is still temporary: what cannot be shown never reaches the backgrounds' folder. */
async function takeInVideo(services: Services, file: ReceivedFile, keep: Keep): Promise<Taken> {
  const video = await services.media.readVideo(file.tempPath);
  if (typeof video === "string") throw new AppError("unsupported-type", REFUSALS[video]);
  const poster = await encodeArtwork(services, video.poster);
  // Of a longer one only the beginning airs: its copy would cost more than it saves.
  const mezzanineState = video.durationMs > BACKGROUND_AIRS_MAX_MS ? "unneeded" : "pending";
  return { file, poster: poster && keep(poster), facts: { kind: "video", ...video, mezzanineState } };
}

/** Only our own encoding of a picture is kept: it is what airs, and nothing hidden survives. */
async function takeInStill(services: Services, { bytes, ...size }: Still, keep: Keep): Promise<Taken> {
  const poster = await encodeArtwork(services, bytes);
  if (poster) keep(poster);
  const file = await services.files.receive(once(bytes), bytes.byteLength);
  if (!file) throw new AppError("too-large", VIDEO_SIZE_TEXT);
  return { file: keep(file), poster, facts: { kind: "image", extension: "jpg", durationMs: 0, ...size, mezzanineState: "unneeded" } };
}

/** The moves and the row in one breath: nothing can come between them but the end of the process. */
function store(tx: Tx, services: Services, { file, poster, facts }: Taken): Stored {
  const { kind, extension, durationMs, widthPx, heightPx, mezzanineState } = facts;
  const posterSha256 = poster && keepArtwork(tx, services, poster);
  const { sha256, sizeBytes } = file;
  const createdAt = new Date(services.clock.nowMs());
  publishFile(tx, services.files, { received: file, kind: "video", name: `${sha256}.${extension}` });
  const before = tx.select().from(backgroundFiles).where(eq(backgroundFiles.sha256, sha256)).get();
  const isTriedAgain = before?.mezzanineState === "failed";
  tx.insert(backgroundFiles)
    .values({ sha256, sizeBytes, kind, extension, durationMs, widthPx, heightPx, posterSha256, mezzanineState, createdAt })
    // Uploaded again: the same row, but young again, so that the sweeper leaves it alone; a copy that failed is tried again.
    .onConflictDoUpdate({ target: backgroundFiles.sha256, set: { createdAt, posterSha256, ...(isTriedAgain && { mezzanineState }) } })
    .run();
  if (isTriedAgain) sayOfFile(tx, { sha256, extension });
  return { sha256, kind, extension, durationMs, widthPx, heightPx, posterSha256, mezzanineState };
}

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
