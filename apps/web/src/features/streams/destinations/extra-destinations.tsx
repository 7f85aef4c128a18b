import type { OnAirDestination, Stream, StreamDestination } from "@nightjar/contract";
import { Button, ConfirmDialog, Lamp } from "@nightjar/ui";
import { useState } from "react";
import { messageOf } from "../../../lib/errors.ts";
import { useLiveEntry, useNow } from "../../../lib/live/use-live.ts";
import { notify } from "../../../lib/toast.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { DestinationForm } from "./destination-form.tsx";
import { DestinationFigures, lampOf } from "./destinations.tsx";

interface RowProps {
  destination: StreamDestination;
  /** While it is sent to. */
  live: OnAirDestination | undefined;
  receivedAtMs: number;
  onRemove: () => void;
}

function Row({ destination, live, receivedAtMs, onRemove }: RowProps) {
  const now = useNow(1000);
  const { word, tone } = live ? lampOf(live) : { word: "Not live", tone: "neutral" as const };
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-52">
          <p className="flex items-center gap-2 text-sm text-dim">
            <Lamp tone={tone} />
            <span className="wrap-anywhere">{destination.rtmpUrl}</span>
          </p>
          <p className="pl-4 text-sm text-dim">
            Stream key: {destination.streamKey} · {word}
          </p>
        </div>
        <Button size="sm" variant="danger" aria-label={`Remove ${destination.rtmpUrl}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
      {live && <DestinationFigures destination={live} receivedAtMs={receivedAtMs} now={now} />}
    </li>
  );
}

/** Where the stream goes besides its channel and its own destination; each fails alone. */
export function ExtraDestinations({ stream }: { stream: Stream }) {
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<StreamDestination | null>(null);
  const entry = useLiveEntry(stream.id);
  const list = trpc.streams.listDestinations.useQuery({ id: stream.id });
  const extras = list.data?.filter(({ isExtra }) => isExtra) ?? [];
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
      {extras.length > 0 && (
        <ul className="mt-2 divide-y divide-line">
          {extras.map((destination) => (
            <Row
              key={destination.id}
              destination={destination}
              live={entry?.onAir.destinations.find(({ id }) => id === destination.id)}
              receivedAtMs={entry?.receivedAtMs ?? 0}
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
        onOpenChange={(next) => (next ? undefined : setRemoving(null))}
        title="Remove Destination"
        text={`${removing?.rtmpUrl ?? "The address"} and its key will be forgotten.${stream.isLive ? " The stream is live: nothing will be sent there any more." : ""}`}
        confirmLabel="Remove"
        busy={remove.isPending}
        onConfirm={() => removing && remove.run({ id: stream.id, destinationId: removing.id })}
      />
    </section>
  );
}
