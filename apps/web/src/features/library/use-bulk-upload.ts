import { useRef, useState } from "react";
import { READS_ITSELF } from "../../lib/changed-link.ts";
import { messageOf, UNREACHABLE } from "../../lib/errors.ts";
import { ownChangesAreRead, readAgain } from "../../lib/live/reads.ts";
import { complain, notify } from "../../lib/toast.ts";
import { trpc, trpcClient } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";
import { isAudio, markDuplicates, normalIsrc, processedShare, readyItems, tooLarge, trackOf, type BulkItem } from "./bulk-items.ts";
import { uploadMaster } from "./upload-audio.ts";

export interface BulkUpload {
  readonly items: readonly BulkItem[];
  readonly isChecking: boolean;
  /** null: nothing runs; else the share of files that are through. */
  readonly progress: number | null;
  add(files: readonly File[]): void;
  remove(id: string): void;
  setIsrc(id: string, isrcCode: string): void;
  checkDuplicates(): void;
  process(): Promise<void>;
}

/** Several files with their codes: checked against the library, then sent one after the other. */
export function useBulkUpload(): BulkUpload {
  const [items, setItems] = useState<readonly BulkItem[]>([]);
  const [progress, setProgress] = useState<number | null>(null);
  const nextId = useRef(1);
  const check = useVerb(trpc.tracks.checkDuplicates, { failed: ["Duplicate Check Failed", UNREACHABLE] });
  const change = (id: string, fields: Partial<BulkItem>) =>
    setItems((before) => before.map((item) => (item.id === id ? { ...item, ...fields } : item)));

  const processOne = async (item: BulkItem): Promise<boolean> => {
    change(item.id, { status: "processing", errorMessage: null });
    try {
      const refusal = tooLarge(item.file);
      if (refusal !== null) throw new Error(refusal);
      const upload = await uploadMaster(item.file, { onProgress: () => undefined, signal: new AbortController().signal });
      const trackData = trackOf(upload, item.file.name, item.isrcCode);
      // One of many: the library is read again once, at the end.
      await trpcClient.tracks.create.mutate(trackData, { context: READS_ITSELF });
      change(item.id, { status: "success", trackData });
      return true;
    } catch (error) {
      change(item.id, { status: "error", errorMessage: messageOf(error, error instanceof Error ? error.message : "Upload failed") });
      return false;
    }
  };

  return {
    items,
    isChecking: check.isPending,
    progress,
    add(files) {
      const audio = files.filter(isAudio);
      const skipped = files.length - audio.length;
      if (skipped > 0) complain("Invalid Files", `${skipped} non-audio files were skipped`);
      const fresh = audio.map((file): BulkItem => {
        return { id: String(nextId.current++), file, isrcCode: "", status: "pending", trackData: null, errorMessage: null };
      });
      setItems((before) => [...before, ...fresh]);
    },
    remove: (id) => setItems((before) => before.filter((item) => item.id !== id)),
    // A new code has not been checked yet.
    setIsrc: (id, isrcCode) => change(id, { isrcCode, status: "pending", errorMessage: null }),
    checkDuplicates() {
      const isrcCodes = items.map((item) => normalIsrc(item.isrcCode)).filter((code) => code !== "");
      if (isrcCodes.length === 0) return complain("No ISRC Codes", "Please enter ISRC codes for your files");
      check.run({ isrcCodes }, ({ duplicates }) => {
        setItems((before) => markDuplicates(before, duplicates));
        if (duplicates.length > 0) complain("Duplicates Found", `${duplicates.length} tracks already exist in your library`);
        else notify("No Duplicates", "All tracks are new and ready to upload");
      });
    },
    async process() {
      const ready = readyItems(items);
      if (ready.length === 0) return complain("No Valid Files", "Please ensure all files have ISRC codes and are not duplicates");
      setProgress(0);
      let succeeded = 0;
      for (const [index, item] of ready.entries()) {
        // One after the other: the machine is rationed for what is on air.
        if (await processOne(item)) succeeded += 1;
        setProgress(processedShare(index + 1, ready.length));
      }
      setProgress(null);
      readAgain(["tracks"]);
      await ownChangesAreRead();
      notify("Bulk Upload Complete", `${succeeded} tracks uploaded successfully, ${ready.length - succeeded} failed`);
    },
  };
}
