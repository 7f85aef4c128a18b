import { useSyncExternalStore } from "react";
import { messageOf } from "../../lib/errors.ts";
import { notify } from "../../lib/toast.ts";
import { trpcClient } from "../../lib/trpc.ts";
import { uploadsShown } from "../../lib/uploads-shown.ts";
import { createSender } from "./send-in-pieces.ts";
import { UploadError } from "./send-video.ts";
import { createUploadQueue, summaryOf, type VideoItem } from "./upload-queue.ts";
import { restUntilOnline, sendStep } from "./wire.ts";

const sender = createSender({ wire: sendStep, rest: restUntilOnline, nowMs: () => performance.now() });

/** The studio's one queue of background files. */
export const uploads = createUploadQueue({
  upload: sender.send,
  forget: sender.forget,
  create: (fields) => trpcClient.backgrounds.create.mutate(fields),
  reasonOf: (error) => (error instanceof UploadError ? error.message : messageOf(error, "Failed to upload file")),
  onCreated: (title) => notify("Background Created", title),
});
uploads.subscribe(() => uploadsShown.tell(summaryOf(uploads.snapshot())));
uploadsShown.whenLeft(() => uploads.clear());

export const useUploads = (): readonly VideoItem[] => useSyncExternalStore(uploads.subscribe, uploads.snapshot);
