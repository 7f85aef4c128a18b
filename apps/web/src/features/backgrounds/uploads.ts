import { useSyncExternalStore } from "react";
import { messageOf } from "../../lib/errors.ts";
import { notify } from "../../lib/toast.ts";
import { trpcClient } from "../../lib/trpc.ts";
import { sendVideo, UploadError } from "./send-video.ts";
import { createUploadQueue, type VideoItem } from "./upload-queue.ts";

/** The studio's one queue of background files. */
export const uploads = createUploadQueue({
  upload: sendVideo,
  create: (fields) => trpcClient.backgrounds.create.mutate(fields),
  reasonOf: (error) => (error instanceof UploadError ? error.message : messageOf(error, "Failed to create background")),
  onCreated: (title) => notify("Background Created", title),
});

export const useUploads = (): readonly VideoItem[] => useSyncExternalStore(uploads.subscribe, uploads.snapshot);
