import type { PlaylistJob } from "@nightjar/contract";
import { Button, oncePressed } from "@nightjar/ui";
import { X } from "lucide-react";
import { leavesFocus } from "../../layout/leaves-focus.ts";
import { notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";
import { cancelledTitle, isRunning } from "./jobs.ts";

/** Ends what is done with a playlist, as long as something is. @param name which playlist it is of */
export function CancelJob({ job, name }: { job: PlaylistJob | undefined; name: string }) {
  const cancel = useVerb(trpc.spotify.cancelJob, {
    failed: ["Error", "This could not be cancelled"],
    shown: (cancelled) => notify(cancelledTitle(cancelled), name),
  });
  if (!job || !isRunning(job)) return null;
  return (
    <Button
      ref={leavesFocus}
      size="sm"
      aria-label={`Cancel ${name}`}
      busy={cancel.isPending}
      onClick={oncePressed(() => cancel.run({ id: job.id }))}
    >
      <X aria-hidden />
      Cancel
    </Button>
  );
}
