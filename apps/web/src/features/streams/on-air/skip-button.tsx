import type { StreamId } from "@nightjar/contract";
import { Button } from "@nightjar/ui";
import { SkipForward } from "lucide-react";
import { heardOn, useSkip } from "../state/use-air-changes.ts";

/** Leaves the track that is heard for the next one. */
export function SkipButton({ id }: { id: StreamId }) {
  const skip = useSkip();
  return (
    <Button size="sm" variant="secondary" className="shrink-0" onClick={() => skip.run(heardOn(id))}>
      <SkipForward aria-hidden />
      Skip
    </Button>
  );
}
