import type { StreamId } from "@nightjar/contract";
import { Button } from "@nightjar/ui";
import { SkipForward } from "lucide-react";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";

/** Leaves the track that is heard for the next one. */
export function SkipButton({ id }: { id: StreamId }) {
  const skip = useVerb(trpc.streams.skip, {
    failed: ["Skip Failed", "The track could not be skipped"],
  });
  return (
    <Button size="sm" variant="secondary" className="shrink-0" onClick={() => skip.run({ id })}>
      <SkipForward aria-hidden />
      Skip
    </Button>
  );
}
