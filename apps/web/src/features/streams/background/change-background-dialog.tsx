import type { BackgroundId, StreamHead } from "@nightjar/contract";
import { Button, Dialog, DialogCancel, EmptyState, Loading, Notice } from "@nightjar/ui";
import { Image } from "lucide-react";
import type { ReactNode } from "react";
import { ChoiceConflict } from "../../../layout/choice-conflict.tsx";
import { QueryError } from "../../../layout/query-state.tsx";
import { notify } from "../../../lib/toast.ts";
import { trpc } from "../../../lib/trpc.ts";
import { type Choice, NONE, useStreamChoice } from "../state/use-stream-choice.ts";
import { activeOf } from "./active.ts";
import { type Background, Facts } from "./facts.tsx";
import { willShow, willShowInTurns } from "./will-show.ts";

interface Choosing {
  stream: StreamHead;
  backgrounds: readonly Background[];
  /** null: nothing yet. */
  chosen: Choice<BackgroundId> | null;
}

const ofStudio = (backgrounds: readonly Background[]) => activeOf({ activeBackgroundId: null }, backgrounds);

/** Which one has its turn is told by no event. */
const LOOK_EVERY_MS = 3000;

/** Where backgrounds take turns: what has its own, as the engine tells, several of one file; none where the plain default is on air. */
function useTurn({ stream, backgrounds }: Choosing, takesTurns: boolean): readonly Background[] | "looking" | "unread" {
  const { data, isFetchedAfterMount, isError } = trpc.backgrounds.uses.useQuery(undefined, {
    enabled: takesTurns,
    refetchOnMount: "always",
    refetchInterval: LOOK_EVERY_MS,
  });
  if (isError) return "unread";
  // What was read before was true then.
  if (!isFetchedAfterMount || !data) return "looking";
  const now = data.filter(({ streams }) => streams.some(({ id, isNow }) => isNow && id === stream.id));
  return backgrounds.filter(({ id }) => now.some(({ backgroundId }) => backgroundId === id));
}

/** What is on air changes under somebody's eyes. */
function OnAirNotice(choosing: Choosing) {
  const { stream, backgrounds, chosen } = choosing;
  const { data: studio } = trpc.settings.get.useQuery();
  const takesTurns = (stream.autoSwitch ?? studio?.autoSwitch ?? "never") !== "never";
  const now = useTurn(choosing, takesTurns);
  const choice = activeOf(stream, backgrounds);
  const wanted = chosen === NONE ? ofStudio(backgrounds) : backgrounds.find(({ id }) => id === chosen);
  return (
    <Notice tone="warn" className="mb-3">
      <p>The stream is live: its picture changes on air as soon as you change the background.</p>
      {chosen !== null && (
        <p role="status" className="text-soft">
          {takesTurns ? willShowInTurns(choice, wanted, now) : willShow(choice, wanted)}
        </p>
      )}
    </Notice>
  );
}

/** Where the stream has none of its own. */
const STUDIO_NAME = "The studio's active background";

interface ChoiceCardProps {
  name: string;
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}

function ChoiceCard({ name, isChosen, onChoose, children }: ChoiceCardProps) {
  return (
    <li>
      <label className="flex cursor-pointer items-center gap-3 rounded-xl border border-line p-3 has-checked:border-moon has-checked:bg-moon/10">
        <input type="radio" name="background" className="size-4 accent-moon" checked={isChosen} onChange={onChoose} aria-label={name} />
        {children}
      </label>
    </li>
  );
}

interface ChoicesProps extends Choosing {
  onChoose: (chosen: Choice<BackgroundId>) => void;
}

/** All backgrounds, and before them the studio's in the place of the stream's own. */
function Choices({ stream, backgrounds, chosen, onChoose }: ChoicesProps) {
  const active = ofStudio(backgrounds);
  return (
    <ul className="flex flex-col gap-2">
      {stream.activeBackgroundId !== null && (
        <ChoiceCard name={STUDIO_NAME} isChosen={chosen === NONE} onChoose={() => onChoose(NONE)}>
          <div className="min-w-0">
            <p className="text-sm font-medium">{STUDIO_NAME}</p>
            <p className="text-sm text-dim wrap-anywhere">
              {active ? `“${active.title}” for now.` : "None is set active for now: the plain default."}
            </p>
          </div>
        </ChoiceCard>
      )}
      {backgrounds.map((one) => (
        <ChoiceCard key={one.id} name={one.title} isChosen={chosen === one.id} onChoose={() => onChoose(one.id)}>
          <Facts background={one} />
        </ChoiceCard>
      ))}
    </ul>
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
  const inUse = stream.activeBackgroundId;
  const ids = backgrounds.map(({ id }) => id);
  const { chosen, choose, canSend, isMet, keepMine, isSending, send } = useStreamChoice<BackgroundId>({
    ...{ stream, now: inUse, patch: (activeBackgroundId: BackgroundId | null) => ({ activeBackgroundId }) },
    from: "backgrounds",
    offered: inUse === null ? ids : [NONE, ...ids],
    failed: "The background could not be changed",
    done: () => notify("Background Changed", stream.title),
    shown: onClose,
  });
  return (
    <Dialog
      onClose={onClose}
      locked={isSending}
      title="Change Background"
      footer={
        <>
          <DialogCancel disabled={isSending} />
          <Button variant="primary" busy={isSending} disabled={!canSend} onClick={send}>
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
        <ChoiceConflict
          of="background"
          id={inUse}
          name={backgrounds.find(({ id }) => id === inUse)?.title}
          none="the studio's active background"
          isNot="saved"
          onLoad={() => choose(null)}
          onKeep={keepMine}
        />
      )}
      {stream.isLive && <OnAirNotice {...{ stream, backgrounds, chosen }} />}
      <Choices {...{ stream, backgrounds, chosen }} onChoose={choose} />
    </Dialog>
  );
}
