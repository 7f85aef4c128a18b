import type { DestinationId, StreamDestination, StreamHead } from "@nightjar/contract";
import { Button, Lamp } from "@nightjar/ui";
import { useState } from "react";
import { MetNotice } from "../../../layout/met-notice.tsx";
import { useMetChoice } from "../../../layout/use-met-choice.ts";
import { detailsOf, isUnreachable } from "../../../lib/errors.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { DestinationForm } from "./destination-form.tsx";
import { RemovalDialog } from "./removal.ts";
import { failedToSave, tellSaved } from "./save-destination.ts";
import { type StoredTest, useStoredTest } from "./stored-test.tsx";
import { useFormFocus } from "./use-form-focus.ts";

/** null: none is stored; undefined: it is not read yet which. */
type OwnId = DestinationId | null | undefined;

/** What somebody else did, behind who did it. */
function metWord(was: OwnId, now: OwnId): string {
  if (was === null) return "set a destination";
  return now === null ? "removed the destination" : "replaced the destination";
}

/**
 * What is stored, and what is done with it.
 * @param shown once that stands on the screen
 * @param lost what was sent in the place of this was not answered
 */
function useOwn(stream: StreamHead, shown: () => void, lost: (was: string | null | undefined) => void) {
  const { data: all } = trpc.streams.listDestinations.useQuery({ id: stream.id });
  const own = all?.find(({ kind, isExtra }) => kind === "rtmp" && !isExtra);
  const ownId: OwnId = own?.id ?? (all || stream.destination === null ? null : undefined);
  const test = useStoredTest({
    ...{ streamId: stream.id, destinationId: ownId ?? null },
    ...{ rtmpUrl: stream.destination?.rtmpUrl, name: "the RTMP destination" },
  });
  const set = useVerb(trpc.streams.setDestination, {
    failed(error, { was }) {
      if (isUnreachable(error)) lost(was);
      failedToSave(stream.id)(error);
    },
    done: () => {
      test.forget();
      tellSaved();
    },
    shown,
  });
  return { own, ownId, test, set };
}

/** "typed": the form holds what is not stored. */
type Open = "form" | "typed" | null;

interface StoredProps {
  stream: StreamHead;
  isAmongOthers: boolean;
  test: StoredTest;
  isFormOpen: boolean;
  onOpen: () => void;
  /** null: it is not known yet which. */
  onRemove: (() => void) | null;
}

/** What is stored, and what may be done with it where its form is closed. */
function Stored({ stream: { destination, isLive }, isAmongOthers, test, isFormOpen, onOpen, onRemove }: StoredProps) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-52">
          <p className="text-sm font-medium">RTMP destination</p>
          <p className="flex items-center gap-2 text-sm text-dim">
            <Lamp tone={destination ? "good" : "neutral"} />
            <span className="wrap-anywhere">{destination ? destination.rtmpUrl : "Not set"}</span>
          </p>
          {destination && <p className="pl-4 text-sm text-dim">Stream key: {destination.streamKey}</p>}
        </div>
        {destination === null && isAmongOthers && !isFormOpen && (
          <Button size="sm" data-part="change" onClick={onOpen}>
            Set Destination
          </Button>
        )}
        {destination && !isFormOpen && (
          <div className="flex gap-2">
            {!isLive && test.button}
            <Button size="sm" data-part="change" onClick={onOpen}>
              Replace
            </Button>
            <Button size="sm" variant="danger" disabled={onRemove === null} onClick={() => onRemove?.()}>
              Remove
            </Button>
          </div>
        )}
      </div>
      {destination && !isFormOpen && !isLive && <div className="mt-2 pl-4">{test.result}</div>}
    </>
  );
}

interface DestinationPanelProps {
  stream: StreamHead;
  /** Where other things are saved too its form, with a Save of its own, comes when it is asked for. */
  isAmongOthers?: boolean;
}

/** An RTMP address with its key, given by hand; the key is only ever told as 'set'. */
export function DestinationPanel({ stream, isAmongOthers = false }: DestinationPanelProps) {
  const [open, setOpen] = useState<Open>(null);
  const [removing, setRemoving] = useState<StreamDestination | null>(null);
  const close = () => setOpen(null);
  const { destination } = stream;
  // Others may have theirs loaded: then it begins anew.
  const [round, setRound] = useState(0);
  const [unanswered, setUnanswered] = useState<string | null>();
  const { own, ownId, test, set } = useOwn(stream, close, setUnanswered);
  const { was, isMet: isOther, keepMine } = useMetChoice(ownId, open === "typed", set.isPending);
  // What was not answered may be carried out: from then on nobody else is named, but where the server does.
  const isMet = isOther && (unanswered !== was || "destinationId" in detailsOf(set.error));
  const loadTheirs = () => {
    close();
    setRound(round + 1);
  };
  // Sent without what it is to take the place of, it would take that of whatever there is.
  const isRead = ownId !== undefined;
  const isFormOpen = open !== null;
  const place = useFormFocus<HTMLElement>(isFormOpen);
  return (
    <section ref={place} aria-label="RTMP destination" className="py-4">
      <Stored
        {...{ stream, isAmongOthers, test, isFormOpen }}
        onOpen={() => setOpen("form")}
        onRemove={own ? () => setRemoving(own) : null}
      />
      {(isFormOpen || (destination === null && !isAmongOthers)) && (
        <div className="mt-4 flex flex-col gap-4">
          {isMet && (
            <MetNotice onLoad={loadTheirs} onKeep={keepMine}>
              <p>Somebody {metWord(was, ownId)} meanwhile. What you typed is not saved yet.</p>
            </MetNotice>
          )}
          <DestinationForm
            key={round}
            rtmpUrl={destination?.rtmpUrl ?? ""}
            submitLabel={destination ? "Replace Destination" : "Save Destination"}
            busy={set.isPending}
            isHeld={isMet || !isRead}
            onTyped={(isTyped) => setOpen(isTyped ? "typed" : "form")}
            onSubmit={(values) => set.run({ id: stream.id, ...values, was })}
            onCancel={destination || isAmongOthers ? close : null}
          />
        </div>
      )}
      {removing && <RemovalDialog stream={stream} destination={removing} onClose={() => setRemoving(null)} />}
    </section>
  );
}
