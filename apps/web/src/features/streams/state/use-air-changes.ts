import type { StreamId } from "@nightjar/contract";
import { live } from "../../../lib/live/live.ts";
import { notify } from "../../../lib/toast.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { stepsAreSent } from "./steps-are-sent.ts";

const UPDATE_FAILED = "Could not update live stream content. The stream continues with previous content.";

/** Leaves the track that is heard for the next one. */
export const useSkip = () => useVerb(trpc.streams.skip, { after: stepsAreSent, failed: ["Skip Failed", "The track could not be skipped"] });

/** What a skip is asked with: of two who press because of the same track, the second leaves no other. */
export function heardOn(id: StreamId) {
  const { connection, streams } = live.snapshot();
  // What was heard before a rest or a break is left by now: to name it would skip nothing.
  return { id, itemId: connection === "open" ? streams.get(id)?.onAir.track?.itemId : undefined };
}

/** Within what a change waits for its answer: a picture may take longer to be made. */
const ANSWER_WITHIN_MS = 12_000;

/** Puts what is stored on air at once. */
export function useUpdateContent() {
  const update = useVerb(trpc.streams.updateContent, {
    after: stepsAreSent,
    failed: ["Content Update Failed", UPDATE_FAILED, "always"],
    done: ({ isUpdated }) =>
      isUpdated
        ? notify("Live Content Updated", "What is stored is on air now.")
        : notify("Live Content Coming", "Its picture is still being made. It goes on air by itself."),
  });
  return { isPending: update.isPending, run: (id: StreamId) => update.run({ id, answerWithinMs: ANSWER_WITHIN_MS }) };
}
