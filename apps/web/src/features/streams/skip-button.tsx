import type { StreamId } from "@nightjar/contract";
import { Button } from "@nightjar/ui";
import { SkipForward } from "lucide-react";
import { messageOf } from "../../lib/errors.ts";
import { complain } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";

/** Leaves the track that is heard for the next one. */
export function SkipButton({ id }: { id: StreamId }) {
  const utils = trpc.useUtils();
  const skip = trpc.streams.skip.useMutation({
    onSettled: () => utils.streams.onAir.invalidate({ id }),
    onError: (error) => complain("Skip Failed", messageOf(error, "The track could not be skipped")),
  });
  return (
    <Button size="sm" variant="secondary" className="shrink-0" onClick={() => skip.mutate({ id })}>
      <SkipForward aria-hidden />
      Skip
    </Button>
  );
}
