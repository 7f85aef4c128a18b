import type { BackgroundFieldsInput } from "@nightjar/contract";
import { useSyncExternalStore } from "react";
import { isUnreachable } from "../../lib/errors.ts";
import { notify } from "../../lib/toast.ts";
import { trpcClient } from "../../lib/trpc.ts";
import { uploadsShown } from "../../lib/uploads-shown.ts";
import { failedLine } from "./failed-to.ts";
import { goOn, LostError } from "./go-on.ts";
import { createSender } from "./send-in-pieces.ts";
import { UploadError } from "./send-video.ts";
import { createUploadQueue, summaryOf, type VideoItem } from "./upload-queue.ts";
import { isReadable, restUntilOnline, sendStep } from "./wire.ts";

const ports = { wire: sendStep, isReadable, rest: restUntilOnline, nowMs: () => performance.now() };
const sender = createSender(ports);

/** @throws LostError where no answer came: it may have been made, and by its id it is not made once more */
async function create(fields: BackgroundFieldsInput, signal: AbortSignal): Promise<void> {
  try {
    await trpcClient.backgrounds.create.mutate(fields, { signal });
  } catch (error) {
    if (isUnreachable(error)) throw new LostError("The server does not answer");
    throw error;
  }
}

/** The studio's one queue of background files. */
export const uploads = createUploadQueue({
  upload: sender.send,
  forget: sender.forget,
  create: (fields, options) => goOn(() => create(fields, options.signal), options, ports),
  reasonOf: (error, failed) => (error instanceof UploadError ? error.message : failedLine(error, failed)),
  onCreated: (title) => notify("Background Created", title),
});
uploads.subscribe(() => uploadsShown.tell(summaryOf(uploads.snapshot())));
uploadsShown.whenLeft(() => uploads.clear());

export const useUploads = (): readonly VideoItem[] => useSyncExternalStore(uploads.subscribe, uploads.snapshot);
