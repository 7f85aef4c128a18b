import type { BackgroundId, StreamHead } from "@nightjar/contract";
import { Button, Dialog, EmptyState, Loading, Notice } from "@nightjar/ui";
import { Image } from "lucide-react";
import { type ReactNode, useState } from "react";
import { MetNotice } from "../../../layout/met-notice.tsx";
import { QueryError } from "../../../layout/query-state.tsx";
import { useMetChoice } from "../../../layout/use-met-choice.ts";
import { notify } from "../../../lib/toast.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { failedOrMet } from "../state/failed-or-met.ts";
import { updateFailed } from "../state/update-failed.ts";
import { activeOf } from "./active.ts";
import { type Background, Facts } from "./facts.tsx";
import { willShow } from "./will-show.ts";

interface OnAirNoticeProps {
  stream: StreamHead;
  from: Background | undefined;
  /** null: nothing is chosen yet. */
  to: { readonly shown: Background | undefined } | null;
}

/** What is on air changes under somebody's eyes. */
function OnAirNotice({ stream, from, to }: OnAirNoticeProps) {
  const { data: studio } = trpc.settings.get.useQuery();
  const takesTurns = (stream.autoSwitch ?? studio?.autoSwitch ?? "never") !== "never";
  return (
    <Notice tone="warn" className="mb-3">
      <p>The stream is live: its picture changes on air as soon as you change the background.</p>
      {to && (
        <p role="status" className="text-soft">
          {willShow(from, to.shown, takesTurns)}
        </p>
      )}
    </Notice>
  );
}

/** What stands for none of its own: nothing was chosen yet is another thing. */
const STUDIO = "studio";
const STUDIO_NAME = "The studio's active background";

/** Within a sentence. */
function nameOf(backgrounds: readonly Background[], id: BackgroundId | null): string {
  if (id === null) return "the studio's active background";
  const known = backgrounds.find((background) => background.id === id);
  return known ? `“${known.title}”` : "another background";
}

interface ChoiceProps {
  name: string;
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}

function Choice({ name, isChosen, onChoose, children }: ChoiceProps) {
  return (
    <li>
      <label className="flex cursor-pointer items-center gap-3 rounded-xl border border-line p-3 has-checked:border-moon has-checked:bg-moon/10">
        <input type="radio" name="background" className="size-4 accent-moon" checked={isChosen} onChange={onChoose} aria-label={name} />
        {children}
      </label>
    </li>
  );
}

export interface ChangeBackgroundDialogProps {
  stream: StreamHead;
  onClose: () => void;
}

/** Another background for the stream. Mounted while it is open. */
export function ChangeBackgroundDialog({ stream, onClose }: ChangeBackgroundDialogProps) {
  const read = trpc.backgrounds.list.useQuery();
  const { data: backgrounds = [] } = read;
  const [chosen, setChosen] = useState<BackgroundId | typeof STUDIO | null>(null);
  const ofStudio = activeOf({ activeBackgroundId: null }, backgrounds);
  const shown = chosen === STUDIO ? ofStudio : backgrounds.find(({ id }) => id === chosen);
  const change = useVerb(trpc.streams.update, {
    failed: failedOrMet(stream.id, updateFailed(stream, "The background could not be changed")),
    done: () => notify("Background Changed", stream.title),
    shown: onClose,
  });
  const wanted = chosen === STUDIO ? null : (chosen ?? undefined);
  const theirs = stream.activeBackgroundId;
  const { was, isMet, keepMine } = useMetChoice(theirs, wanted !== undefined && wanted !== theirs, change.isPending);
  const send = () => {
    if (wanted !== undefined) change.run({ id: stream.id, activeBackgroundId: wanted, was: { activeBackgroundId: was } });
  };
  return (
    <Dialog
      onClose={onClose}
      locked={change.isPending}
      title="Change Background"
      footer={
        <>
          <Button disabled={change.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" busy={change.isPending} disabled={wanted === undefined || isMet} onClick={send}>
            Change Background
          </Button>
        </>
      }
    >
      {read.isLoading && <Loading text="Loading backgrounds..." />}
      {read.isLoadingError && (
        <QueryError error={read.error} fallback="The backgrounds could not be read" onRetry={() => void read.refetch()} />
      )}
      {read.data?.length === 0 && (
        <EmptyState icon={<Image />} title="No backgrounds yet" text="Upload a background video first, then choose it here." />
      )}
      {isMet && (
        <div className="mb-3">
          <MetNotice onLoad={() => setChosen(null)} onKeep={keepMine}>
            <p>Somebody chose {nameOf(backgrounds, theirs)} for this stream meanwhile. Your choice is not saved yet.</p>
          </MetNotice>
        </div>
      )}
      {stream.isLive && <OnAirNotice stream={stream} from={activeOf(stream, backgrounds)} to={chosen === null ? null : { shown }} />}
      <ul className="flex flex-col gap-2">
        {stream.activeBackgroundId !== null && (
          <Choice name={STUDIO_NAME} isChosen={chosen === STUDIO} onChoose={() => setChosen(STUDIO)}>
            <div className="min-w-0">
              <p className="text-sm font-medium">{STUDIO_NAME}</p>
              <p className="text-sm text-dim wrap-anywhere">
                {ofStudio ? `“${ofStudio.title}” for now.` : "None is set active for now: the plain default."}
              </p>
            </div>
          </Choice>
        )}
        {backgrounds.map((background) => (
          <Choice key={background.id} name={background.title} isChosen={chosen === background.id} onChoose={() => setChosen(background.id)}>
            <Facts background={background} />
          </Choice>
        ))}
      </ul>
    </Dialog>
  );
}
