import type { StreamHead } from "@nightjar/contract";
import { notify } from "../../../lib/toast.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { failedOrMet } from "./failed-or-met.ts";
import { LIVE_UPDATE_FAILED, updateFailed } from "./update-failed.ts";

/** Changes settings of a stream. @param shown once they stand on the screen */
export function useStreamUpdate(stream: StreamHead, shown: () => void) {
  // Asked for on air alone.
  const rename = useVerb(trpc.youtube.updateStream, { failed: LIVE_UPDATE_FAILED });
  return useVerb(trpc.streams.update, {
    failed: failedOrMet(stream.id, updateFailed(stream, "The stream could not be changed")),
    done: (updated, { title, description }) => {
      notify("Stream Updated", updated.title);
      const areTexts = title !== undefined || description !== undefined;
      // Viewers see the texts of the broadcast, which has its own: what was not changed here may be another there.
      if (areTexts && stream.isLive && stream.youtubeConnected) rename.run({ id: stream.id, title, description });
    },
    shown,
  });
}
