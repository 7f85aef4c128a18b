import { notify } from "../../../lib/toast.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";

const UPDATE_FAILED = "Could not update live stream content. The stream continues with previous content.";

/** Leaves the track that is heard for the next one. */
export const useSkip = () => useVerb(trpc.streams.skip, { failed: ["Skip Failed", "The track could not be skipped"] });

/** Puts what is stored on air at once. */
export const useUpdateContent = () =>
  useVerb(trpc.streams.updateContent, {
    failed: ["Content Update Failed", UPDATE_FAILED, "always"],
    done: () => notify("Live Content Updated", "What is stored is on air now."),
  });
