import type { StreamHead, StreamDestination } from "@nightjar/contract";
import { Button, ConfirmDialog } from "@nightjar/ui";
import { useState } from "react";
import { laterPart } from "../../../layout/later-part.tsx";
import { messageOf } from "../../../lib/errors.ts";
import { useLiveEntry } from "../../../lib/live/use-live.ts";
import { notify } from "../../../lib/toast.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { DestinationForm } from "./later-form.ts";

const ExtraDestination = laterPart(
  async () => (await import("./extra-destination.tsx")).ExtraDestination,
  "Loading the destination...",
  "li",
);

/** Where the stream goes besides its channel and its own destination; each fails alone. */
export function ExtraDestinations({ stream }: { stream: StreamHead }) {
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<StreamDestination | null>(null);
  // Something was typed in their place, which outlasts them: replaced they have another id.
  const [typedFor, setTypedFor] = useState<readonly StreamDestination[]>([]);
  const entry = useLiveEntry(stream.id);
  const list = trpc.streams.listDestinations.useQuery({ id: stream.id });
  const extras = list.data?.filter(({ isExtra }) => isExtra) ?? [];
  const isThere = ({ id }: StreamDestination) => extras.some((extra) => extra.id === id);
  const rows = [...extras, ...typedFor.filter((one) => !isThere(one))];
  const add = useVerb(trpc.streams.addDestination, {
    failed: ["Stream Key Setup Failed", "The destination could not be saved"],
    done: () => notify("Destination added", "Its key will not be shown again."),
    shown: () => setAdding(false),
  });
  const remove = useVerb(trpc.streams.deleteDestination, {
    failed: ["Remove Failed", "The destination could not be removed"],
    done: () => notify("Destination removed", stream.title),
    shown: () => setRemoving(null),
  });
  return (
    <section aria-label="More destinations" className="py-4">
      <p className="text-sm font-medium">More destinations</p>
      <p className="text-sm text-dim">The same stream goes to each of them. Each can fail without the others.</p>
      {list.isError && <p className="mt-2 text-sm text-warn">{messageOf(list.error, "The destinations could not be read")}</p>}
      {rows.length > 0 && (
        <ul className="mt-2 divide-y divide-line">
          {rows.map((destination) => (
            <ExtraDestination
              key={destination.id}
              stream={stream}
              destination={destination}
              live={entry?.onAir.destinations.find(({ id }) => id === destination.id)}
              receivedAtMs={entry?.receivedAtMs ?? 0}
              isGone={!isThere(destination)}
              onTyped={() => setTypedFor((all) => [...all.filter(({ id }) => id !== destination.id), destination])}
              onClosed={() => setTypedFor((all) => all.filter(({ id }) => id !== destination.id))}
              onRemove={() => setRemoving(destination)}
            />
          ))}
        </ul>
      )}
      <div className="mt-4">
        {isAdding ? (
          <DestinationForm
            rtmpUrl=""
            submitLabel="Add Destination"
            busy={add.isPending}
            onSubmit={(values) => add.run({ id: stream.id, ...values })}
            onCancel={() => setAdding(false)}
          />
        ) : (
          <Button size="sm" onClick={() => setAdding(true)}>
            Add Another Destination
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title="Remove Destination"
        text={`${removing?.rtmpUrl ?? "The address"} and its key will be forgotten.${stream.isLive ? " The stream is live: nothing will be sent there any more." : ""}`}
        confirmLabel="Remove"
        busy={remove.isPending}
        onConfirm={() => removing && remove.run({ id: stream.id, destinationId: removing.id })}
      />
    </section>
  );
}
