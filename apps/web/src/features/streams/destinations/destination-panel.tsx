import type { StreamHead } from "@nightjar/contract";
import { Button, ConfirmDialog, Lamp } from "@nightjar/ui";
import { useState } from "react";
import { notify } from "../../../lib/toast.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { DestinationForm } from "./destination-form.tsx";
import { useStoredTest } from "./stored-test.tsx";

interface DestinationPanelProps {
  stream: StreamHead;
  /** Where other things are saved too its form, with a Save of its own, comes when it is asked for. */
  isAmongOthers?: boolean;
}

/** An RTMP address with its key, given by hand; the key is only ever told as 'set'. */
export function DestinationPanel({ stream, isAmongOthers = false }: DestinationPanelProps) {
  const [open, setOpen] = useState<"form" | "remove" | null>(null);
  const { destination } = stream;
  const all = trpc.streams.listDestinations.useQuery({ id: stream.id }).data ?? [];
  const own = all.find(({ kind, isExtra }) => kind === "rtmp" && !isExtra)?.id ?? null;
  const test = useStoredTest({ streamId: stream.id, destinationId: own, rtmpUrl: destination?.rtmpUrl, name: "the RTMP destination" });
  const set = useVerb(trpc.streams.setDestination, {
    failed: ["Stream Key Setup Failed", "The destination could not be saved"],
    done: () => {
      test.forget();
      notify("Destination saved", "Its key will not be shown again.");
    },
    shown: () => setOpen(null),
  });
  const remove = useVerb(trpc.streams.removeDestination, {
    failed: ["Remove Failed", "The destination could not be removed"],
    done: () => notify("Destination removed", stream.title),
    shown: () => setOpen(null),
  });
  return (
    <section aria-label="RTMP destination" className="py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-52">
          <p className="text-sm font-medium">RTMP destination</p>
          <p className="flex items-center gap-2 text-sm text-dim">
            <Lamp tone={destination ? "good" : "neutral"} />
            <span className="wrap-anywhere">{destination ? destination.rtmpUrl : "Not set"}</span>
          </p>
          {destination && <p className="pl-4 text-sm text-dim">Stream key: {destination.streamKey}</p>}
        </div>
        {destination === null && isAmongOthers && open !== "form" && (
          <Button size="sm" onClick={() => setOpen("form")}>
            Set Destination
          </Button>
        )}
        {destination && open !== "form" && (
          <div className="flex gap-2">
            {!stream.isLive && test.button}
            <Button size="sm" onClick={() => setOpen("form")}>
              Replace
            </Button>
            <Button size="sm" variant="danger" onClick={() => setOpen("remove")}>
              Remove
            </Button>
          </div>
        )}
      </div>
      {destination && open !== "form" && !stream.isLive && <div className="mt-2 pl-4">{test.result}</div>}
      {((destination === null && !isAmongOthers) || open === "form") && (
        <div className="mt-4">
          <DestinationForm
            rtmpUrl={destination?.rtmpUrl ?? ""}
            submitLabel={destination ? "Replace Destination" : "Save Destination"}
            busy={set.isPending}
            onSubmit={(values) => set.run({ id: stream.id, ...values })}
            onCancel={destination || isAmongOthers ? () => setOpen(null) : null}
          />
        </div>
      )}
      <ConfirmDialog
        open={open === "remove"}
        onClose={() => setOpen(null)}
        title="Remove Destination"
        text={`The address and its key will be forgotten.${stream.isLive ? " The stream is live: nothing will be sent there any more." : ""}`}
        confirmLabel="Remove"
        busy={remove.isPending}
        onConfirm={() => remove.run({ id: stream.id })}
      />
    </section>
  );
}
