import type { OnAirDestination, StreamHead, StreamDestination } from "@nightjar/contract";
import { Button, Lamp, Notice } from "@nightjar/ui";
import { useState } from "react";
import { useNow } from "../../../lib/live/use-live.ts";
import { type Complaint, notify } from "../../../lib/toast.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { DestinationForm } from "./later-form.ts";
import { DestinationFigures, lampOf } from "./destinations.tsx";
import { useStoredTest } from "./stored-test.tsx";

const FAILED: Complaint = ["Stream Key Setup Failed", "The destination could not be saved"];
const SAVED = ["Destination saved", "Its key will not be shown again."] as const;

export interface ExtraDestinationProps {
  stream: StreamHead;
  destination: StreamDestination;
  /** While it is sent to. */
  live: OnAirDestination | undefined;
  receivedAtMs: number;
  /** Somebody else has removed it, or put another in its place. */
  isGone: boolean;
  /** With each key of what is to take its place. */
  onTyped: () => void;
  onClosed: () => void;
  onRemove: () => void;
}

/** One of those beside the stream's own: tested, replaced and removed alone. */
export function ExtraDestination(props: ExtraDestinationProps) {
  const { stream, destination, live, receivedAtMs, isGone, onTyped, onClosed, onRemove } = props;
  const { id, rtmpUrl, streamKey } = destination;
  const now = useNow(1000);
  const [isReplacing, setReplacing] = useState(false);
  const test = useStoredTest({ streamId: stream.id, destinationId: id, rtmpUrl, name: rtmpUrl });
  const close = () => {
    setReplacing(false);
    onClosed();
  };
  const replace = useVerb(trpc.streams.replaceDestination, {
    failed: FAILED,
    done: () => {
      test.forget();
      notify(...SAVED);
    },
    shown: close,
  });
  const add = useVerb(trpc.streams.addDestination, { failed: FAILED, done: () => notify(...SAVED), shown: close });
  const isSaving = replace.isPending || add.isPending;
  const { word, tone } = live ? lampOf(live) : { word: "Not live", tone: "neutral" as const };
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-52">
          <p className="flex items-center gap-2 text-sm text-dim">
            <Lamp tone={tone} />
            <span className="wrap-anywhere">{rtmpUrl}</span>
          </p>
          <p className="pl-4 text-sm text-dim">{isGone ? "Replaced or removed" : `Stream key: ${streamKey} · ${word}`}</p>
        </div>
        {!isReplacing && (
          <div className="flex gap-2">
            {!stream.isLive && test.button}
            <Button size="sm" aria-label={`Replace ${rtmpUrl}`} onClick={() => setReplacing(true)}>
              Replace
            </Button>
            <Button size="sm" variant="danger" aria-label={`Remove ${rtmpUrl}`} onClick={onRemove}>
              Remove
            </Button>
          </div>
        )}
      </div>
      {!stream.isLive && !isReplacing && <div className="mt-2 pl-4">{test.result}</div>}
      {live && <DestinationFigures destination={live} receivedAtMs={receivedAtMs} now={now} />}
      {isReplacing && (
        <div className="mt-4 flex flex-col gap-4">
          {isGone && !isSaving && (
            <Notice tone="warn" role="alert">
              Somebody replaced or removed this destination meanwhile. What you typed is not saved yet. It can be added beside the others.
            </Notice>
          )}
          <DestinationForm
            rtmpUrl={rtmpUrl}
            submitLabel={isGone && !isSaving ? "Add Destination" : "Replace Destination"}
            busy={isSaving}
            onTyped={onTyped}
            onSubmit={(values) =>
              isGone ? add.run({ id: stream.id, ...values }) : replace.run({ id: stream.id, destinationId: id, ...values })
            }
            onCancel={close}
          />
        </div>
      )}
    </li>
  );
}
