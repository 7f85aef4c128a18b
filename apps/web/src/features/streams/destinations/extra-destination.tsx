import type { OnAirDestination, StreamHead, StreamDestination } from "@nightjar/contract";
import { Button, Lamp } from "@nightjar/ui";
import { useState } from "react";
import { MetNotice } from "../../../layout/met-notice.tsx";
import { isUnreachable, statusOf } from "../../../lib/errors.ts";
import { useNow } from "../../../lib/live/use-live.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { DestinationForm } from "./destination-form.tsx";
import { DestinationFigures, lampOf } from "./destinations.tsx";
import { failedToSave, tellSaved, useAddDestination } from "./save-destination.ts";
import { useStoredTest } from "./stored-test.tsx";
import { useFormFocus } from "./use-form-focus.ts";

interface ReplacementProps {
  stream: StreamHead;
  destination: StreamDestination;
  /** It is removed, or another is in its place. */
  isGone: boolean;
  /** With each key: whether it holds something that is not stored. */
  onTyped: (isTyped: boolean) => void;
  onSaving: (isSaving: boolean) => void;
}

/** What is to take its place; where it is gone meanwhile, what is to stand beside the others. */
function Replacement({ stream, destination, isGone, onTyped, onSaving, onClose }: ReplacementProps & { onClose: () => void }) {
  const { id: destinationId, rtmpUrl } = destination;
  // Only where that is said: a button whose meaning changes under the finger would send the stream to one more place.
  const [isBeside, setBeside] = useState(false);
  const steps = { starting: () => onSaving(true), shown: onClose, settled: () => onSaving(false) };
  // It may be carried out all the same: from then on nobody else is named, but where the server says that it is gone.
  const [isUnanswered, setUnanswered] = useState(false);
  const replace = useVerb(trpc.streams.replaceDestination, {
    ...steps,
    failed(error) {
      if (isUnreachable(error)) setUnanswered(true);
      failedToSave(stream.id)(error);
    },
    done: tellSaved,
  });
  const isMet = isGone && !isBeside && !replace.isPending && (!isUnanswered || statusOf(replace.error) === 404);
  const add = useAddDestination(stream.id, steps);
  return (
    <div className="mt-4 flex flex-col gap-4">
      {isMet && (
        <MetNotice onLoad={onClose} loadLabel="Discard" keepLabel="Add beside the others" onKeep={() => setBeside(true)}>
          <p>Somebody replaced or removed this destination meanwhile. What you typed is not saved yet.</p>
        </MetNotice>
      )}
      <DestinationForm
        rtmpUrl={rtmpUrl}
        submitLabel={isBeside ? "Add Destination" : "Replace Destination"}
        busy={replace.isPending || add.isPending}
        isHeld={isMet}
        onTyped={onTyped}
        onSubmit={(values) => (isBeside ? add.run({ id: stream.id, ...values }) : replace.run({ id: stream.id, destinationId, ...values }))}
        onCancel={onClose}
      />
    </div>
  );
}

export interface ExtraDestinationProps extends ReplacementProps {
  /** While it is sent to. */
  live: OnAirDestination | undefined;
  receivedAtMs: number;
  onRemove: () => void;
}

/** One of those beside the stream's own: tested, replaced and removed alone. */
export function ExtraDestination({ live, receivedAtMs, onRemove, ...replacement }: ExtraDestinationProps) {
  const { stream, destination, isGone, onTyped } = replacement;
  const { id, rtmpUrl, streamKey } = destination;
  const now = useNow(1000);
  const [isReplacing, setReplacing] = useState(false);
  const place = useFormFocus<HTMLLIElement>(isReplacing);
  const test = useStoredTest({ streamId: stream.id, destinationId: id, rtmpUrl, name: rtmpUrl });
  const { word, tone } = live ? lampOf(live) : { word: "Not live", tone: "neutral" as const };
  const close = () => {
    setReplacing(false);
    onTyped(false);
  };
  return (
    <li ref={place} className="py-3">
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
            <Button size="sm" data-part="change" aria-label={`Replace ${rtmpUrl}`} onClick={() => setReplacing(true)}>
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
      {isReplacing && <Replacement {...replacement} onClose={close} />}
    </li>
  );
}
