import { useEffect, useState, useSyncExternalStore } from "react";
import { askOnce } from "../../lib/ask-once.ts";
import { READS_ITSELF } from "../../lib/hearing-link.ts";
import { messageOf, RequestError, silenceOf } from "../../lib/errors.ts";
import { plural } from "../../lib/format.ts";
import { ownChangesAreRead, readAgain } from "../../lib/live/reads.ts";
import { complain, notify } from "../../lib/toast.ts";
import { trpc, trpcClient } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";
import { columnOf, countTwins, leftOutText } from "./bulk-items.ts";
import { createBulkRun, typedCodes, type BulkRun, type BulkState } from "./bulk-run.ts";
import { readFileTags } from "./file-tags.ts";
import { uploadMaster } from "./upload-audio.ts";
import { knewText, lookupNoteOf } from "./lookup.ts";
import { ownCover } from "./own-cover.ts";

export interface BulkUpload extends BulkState, Pick<BulkRun, "remove" | "setIsrc" | "setArtist" | "lookUp" | "cancel" | "stop"> {
  readonly isChecking: boolean;
  add(files: readonly File[]): void;
  /** @returns true when it was a column, and is filled in */
  paste(id: string, text: string): boolean;
  checkDuplicates(): void;
  process(): Promise<void>;
}

/** Of the run itself: it says what is missing. */
const isOwn = (error: unknown): error is Error => error instanceof Error && !(error instanceof RequestError);

const createRun = () =>
  createBulkRun({
    async lookUp(isrcCode, signal, durationMs) {
      try {
        const found = await askOnce(trpcClient.tracks.lookupIsrc, { isrcCode, ...(durationMs !== null && { durationMs }) }, signal);
        return { known: { ...found, artworkUrl: await ownCover(found, signal) }, note: knewText(found) };
      } catch (error) {
        signal.throwIfAborted();
        // The file speaks for itself then.
        return { known: null, note: lookupNoteOf(error) };
      }
    },
    readTags: readFileTags,
    upload: uploadMaster,
    // One of many: the library is read again once, at the end.
    create: (fields) => trpcClient.tracks.create.mutate(fields, { context: READS_ITSELF }),
    reasonOf: (error) => silenceOf(error) ?? messageOf(error, isOwn(error) ? error.message : "Upload failed"),
  });

/** The bulk dialog's files, and what is told of them by notice. */
export function useBulkUpload(): BulkUpload {
  const [run] = useState(createRun);
  useEffect(() => () => run.stop(), [run]);
  const state = useSyncExternalStore(run.subscribe, run.getSnapshot);
  const check = useVerb(trpc.tracks.checkDuplicates, { failed: ["Duplicate Check Failed"] });
  const { remove, setIsrc, setArtist, lookUp, cancel, stop } = run;
  return {
    ...{ ...state, remove, setIsrc, setArtist, lookUp, cancel, stop },
    isChecking: check.isPending,
    add(files) {
      const skipped = run.add(files);
      if (skipped > 0) complain("Invalid Files", `${skipped} non-audio files were skipped`);
    },
    paste(id, text) {
      const lines = columnOf(text);
      if (!lines) return false;
      const left = run.paste(id, lines);
      if (left > 0) complain("More codes than files", `${plural(left, "line")} of the pasted column found no file.`);
      return true;
    },
    checkDuplicates() {
      const isrcCodes = typedCodes(state.items);
      if (isrcCodes.length === 0) return complain("No ISRC Codes", "Please enter ISRC codes for your files");
      check.run({ isrcCodes }, ({ duplicates }) => {
        run.mark(duplicates);
        const twins = countTwins(run.getSnapshot().items);
        if (duplicates.length > 0) complain("Duplicates Found", `${duplicates.length} tracks already exist in your library`);
        else if (twins > 0) complain("Duplicates Found", `${plural(twins, "file")} here with the code of another`);
        else notify("No Duplicates", "All tracks are new and ready to upload");
      });
    },
    async process() {
      const outcome = await run.process();
      if (outcome === "under way") return;
      if (outcome === "nothing ready") return complain("No Valid Files", "Please ensure all files have ISRC codes and are not duplicates");
      readAgain(["tracks"]);
      await ownChangesAreRead();
      const text = `${outcome.succeeded} tracks uploaded successfully, ${outcome.failed} failed`;
      notify("Bulk Upload Complete", text, leftOutText(run.getSnapshot().items));
    },
  };
}
