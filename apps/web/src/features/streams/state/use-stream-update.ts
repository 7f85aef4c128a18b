import type { StreamHead } from "@nightjar/contract";
import { notify } from "../../../lib/toast.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { failedOrMet } from "./failed-or-met.ts";
import { updateFailed } from "./update-failed.ts";

/** Changes settings of a stream. @param shown once they stand on the screen */
export function useStreamUpdate(stream: StreamHead, shown: () => void) {
  return useVerb(trpc.streams.update, {
    failed: failedOrMet(stream.id, updateFailed(stream, "The stream could not be changed")),
    done: (updated) => notify("Stream Updated", updated.title),
    shown,
  });
}
