import type { MediaAsset } from "@nightjar/contract";
import { useEffect, useRef, useState } from "react";
import { readAgain } from "../../lib/live/reads.ts";
import { complainOf, notify } from "../../lib/toast.ts";
import { queryClient, trpc } from "../../lib/trpc.ts";
import { uploadImage } from "./upload-image.ts";

export interface Uploading {
  readonly file: File;
  /** 0 to 1. */
  readonly share: number;
  /** How many come after this one. */
  readonly waiting: number;
}

/** Sends images one after the other; one that is refused does not hold up the next. */
export function useImageUpload(onUploaded: (asset: MediaAsset) => void) {
  const utils = trpc.useUtils();
  const [uploading, setUploading] = useState<Uploading | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const sendOne = async (file: File, waiting: number, signal: AbortSignal) => {
    setUploading({ file, share: 0, waiting });
    try {
      const asset = await uploadImage(file, { signal, onProgress: (share) => setUploading({ file, share, waiting }) });
      // A list that was not read yet is read whole when it is shown.
      const first = (before: MediaAsset[]) => [asset, ...before.filter(({ id }) => id !== asset.id)];
      queryClient.patch(() => void utils.overlays.media.setData(undefined, (before) => before && first(before)));
      notify("Upload Successful", asset.fileName);
      onUploaded(asset);
    } catch (error) {
      if (!(error instanceof DOMException)) complainOf(error, ["Upload Failed", "The image could not be uploaded"]);
    }
  };
  const send = async (files: readonly File[]) => {
    const controller = new AbortController();
    abort.current = controller;
    for (const [index, file] of files.entries()) {
      if (controller.signal.aborted) break;
      await sendOne(file, files.length - index - 1, controller.signal);
    }
    setUploading(null);
    readAgain(["overlays"]);
  };
  return { uploading, send: (files: readonly File[]) => void send(files), cancel: () => abort.current?.abort() };
}
