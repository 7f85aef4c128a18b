import type { StreamDestination, StreamHead } from "@nightjar/contract";
import { ConfirmDialog } from "@nightjar/ui";
import { useState } from "react";
import { isUnreachable } from "../../../lib/errors.ts";
import { notify } from "../../../lib/toast.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { failedOrMet } from "../state/failed-or-met.ts";

export interface RemovalDialogProps {
  stream: StreamHead;
  /** As it was when Remove was pressed: what others put in its place is not asked about. */
  destination: StreamDestination;
  onClose: () => void;
}

/** Asks before a destination is removed. Mounted while it is open. */
export function RemovalDialog({ stream, destination: { id: destinationId, rtmpUrl }, onClose }: RemovalDialogProps) {
  const { data: all } = trpc.streams.listDestinations.useQuery({ id: stream.id });
  // It may be carried out all the same: then nobody else is to be named.
  const [isUnanswered, setUnanswered] = useState(false);
  const remove = useVerb(trpc.streams.deleteDestination, {
    failed(error) {
      if (isUnreachable(error)) setUnanswered(true);
      failedOrMet(stream.id, ["Remove Failed", "The destination could not be removed"])(error);
    },
    done: () => notify("Destination removed", stream.title),
    shown: onClose,
  });
  // What we remove ourselves is read before the dialog goes.
  const isGone = !remove.isPending && all?.some(({ id }) => id === destinationId) === false;
  const address = <span className="font-medium wrap-anywhere text-ink">{rtmpUrl}</span>;
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Remove Destination"
      text={
        isGone ? (
          <span role="alert" className="text-warn">
            {isUnanswered ? <>{address} is removed.</> : <>Somebody replaced or removed {address} meanwhile.</>}
          </span>
        ) : (
          <>
            {address} and its key will be forgotten.{stream.isLive && " The stream is live: nothing will be sent there any more."}
          </>
        )
      }
      confirmLabel="Remove"
      busy={remove.isPending}
      disabled={isGone}
      onConfirm={() => remove.run({ id: stream.id, destinationId })}
    />
  );
}
