import { AppError } from "@nightjar/contract";
import { changed, commit } from "../changes.ts";
import type { Services } from "../context.ts";
import type { JobHandle } from "./playlist-jobs.ts";

/** Ends a job that came to nothing: who looks at it is told why, and nobody waits for it. */
export function tellFailure(services: Services, job: JobHandle, error: unknown): void {
  // The process ends, it was cancelled, or another has taken its place.
  if (job.signal.aborted) return;
  const isKnown = error instanceof AppError;
  const why = isKnown ? error.message : "Something went wrong. The log of the studio knows more.";
  // Its tracks are kept.
  const isOfLabels = job.now()?.is === "labels";
  const what = isOfLabels ? "the labels of a playlist could not be looked up" : "a playlist could not be read";
  if (!isKnown) services.log.error({ err: error, job: job.id }, what);
  const told = isOfLabels ? { sentence: `Record labels could not be looked up. ${why}` } : { sentence: why, playlistId: null };
  commit(services, (tx) => {
    job.tell({ is: "failed", ...told }, tx);
    changed(tx, "playlists", job.id, "never");
  });
}
