import type { DestinationId, StreamDestination, StreamHead } from "@nightjar/contract";
import { Button, ConfirmDialog, Lamp } from "@nightjar/ui";
import { useState } from "react";
import { MetNotice } from "../../../layout/met-notice.tsx";
import { useMetChoice } from "../../../layout/use-met-choice.ts";
import { notify } from "../../../lib/toast.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { failedOrMet } from "../state/failed-or-met.ts";
import { DestinationForm } from "./later-form.ts";
import { useStoredTest } from "./stored-test.tsx";

/** null: none is stored; undefined: it is not read yet which. */
type Own = DestinationId | null | undefined;

function ownOf({ destination }: StreamHead, all: readonly StreamDestination[] | undefined): Own {
  if (all) return all.find(({ kind, isExtra }) => kind === "rtmp" && !isExtra)?.id ?? null;
  return destination === null ? null : undefined;
}

/** What somebody else did, behind who did it. */
function metWord(was: Own, now: Own): string {
  if (was === null) return "set a destination";
  return now === null ? "removed the destination" : "replaced the destination";
}

interface DestinationPanelProps {
  stream: StreamHead;
  /** Where other things are saved too its form, with a Save of its own, comes when it is asked for. */
  isAmongOthers?: boolean;
}

/** An RTMP address with its key, given by hand; the key is only ever told as 'set'. */
export function DestinationPanel({ stream, isAmongOthers = false }: DestinationPanelProps) {
  const [open, setOpen] = useState<"form" | "remove" | null>(null);
  const { destination } = stream;
  // Others may have theirs loaded: then it begins anew.
  const [round, setRound] = useState(0);
  const own = ownOf(stream, trpc.streams.listDestinations.useQuery({ id: stream.id }).data);
  const test = useStoredTest({
    ...{ streamId: stream.id, destinationId: own ?? null },
    ...{ rtmpUrl: destination?.rtmpUrl, name: "the RTMP destination" },
  });
  const set = useVerb(trpc.streams.setDestination, {
    failed: failedOrMet(stream.id, ["Stream Key Setup Failed", "The destination could not be saved"]),
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
  const { was, isMet, keepMine } = useMetChoice(own, open === "form", set.isPending);
  const loadTheirs = () => {
    setOpen(null);
    setRound(round + 1);
  };
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
        <div className="mt-4 flex flex-col gap-4">
          {isMet && (
            <MetNotice onLoad={loadTheirs} onKeep={keepMine}>
              <p>Somebody {metWord(was, own)} meanwhile. What you typed is not saved yet.</p>
            </MetNotice>
          )}
          <DestinationForm
            key={round}
            rtmpUrl={destination?.rtmpUrl ?? ""}
            submitLabel={destination ? "Replace Destination" : "Save Destination"}
            busy={set.isPending}
            isHeld={isMet}
            onTyped={() => setOpen("form")}
            onSubmit={(values) => set.run({ id: stream.id, ...values, was })}
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
