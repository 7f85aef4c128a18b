import type { StreamId, StreamTrack, ToldStep, TracklistStep } from "@nightjar/contract";
import { Button, Dialog, keyedOnce, Loading, oncePressed } from "@nightjar/ui";
import { QueryError } from "../../../layout/query-state.tsx";
import { askOnce } from "../../../lib/ask-once.ts";
import { byWhom } from "../../../lib/by-whom.ts";
import { clockTime } from "../../../lib/format.ts";
import { trpc, trpcClient } from "../../../lib/trpc.ts";
import { sentenceOf, stepSentence } from "../state/change-sentence.ts";
import { leftBehind, renewed } from "./renewed.ts";
import type { Conflict } from "./rundown-store.ts";
import type { Rundown } from "./use-rundown.ts";

/** As many as the history names. */
const NAMED_TITLES = 3;

export interface ConflictDialogProps {
  id: StreamId;
  conflict: Conflict;
  /** How the steps are made anew is not asked before: no screen waits for its code. */
  onInsist: Rundown["insist"];
  /** What of the others is still wanted comes as late. */
  onGiveWay: Rundown["giveWay"];
  /** All of them are given up. */
  onClose: () => void;
}

function Steps({ label, steps, seen }: { label: string; steps: readonly TracklistStep[]; seen: readonly StreamTrack[] }) {
  if (steps.length === 0) return null;
  return (
    <section className="mt-4 text-sm">
      <h3 className="text-dim">{label}</h3>
      <ul aria-label={label} className="mt-1 flex flex-col gap-2">
        {steps.map((step, index) => (
          <li key={index}>You {stepSentence(toldOf(step, seen))}</li>
        ))}
      </ul>
    </section>
  );
}

/** Titles of tracks that are added are not known here. */
function toldOf(step: TracklistStep, seen: readonly StreamTrack[]): ToldStep {
  const ids = step.is === "insert" ? step.entries.map(({ itemId }) => itemId) : step.itemIds;
  const titles = ids.slice(0, NAMED_TITLES).flatMap((id) => seen.find(({ itemId }) => itemId === id)?.title ?? []);
  return { is: step.is, titles, total: ids.length };
}

/** Two changed the same entries: shows the second what the first did, and lets that one choose. What was done is held here alone by now. */
export function ConflictDialog({ id, conflict, onInsist, onGiveWay, onClose }: ConflictDialogProps) {
  const { met } = conflict;
  // What was read before cannot hold what somebody has changed just now.
  const { data, error, isFetching, refetch } = trpc.streams.history.useQuery({ id }, { refetchOnMount: "always" });
  const since = data?.items.filter(({ revision }) => revision !== null && revision > met.readAt && !met.own.includes(revision)) ?? [];
  return (
    <Dialog
      onClose={onClose}
      unsaved
      title="Changed by Somebody Else"
      description="Your change was not saved: the same tracks were changed meanwhile. The list behind this is theirs."
      footer={
        <>
          <Button onKeyDown={keyedOnce} onClick={oncePressed(() => onGiveWay(leftBehind))}>
            Keep Theirs
          </Button>
          <Button
            variant="primary"
            onKeyDown={keyedOnce}
            onClick={oncePressed(() => void onInsist(renewed, () => askOnce(trpcClient.streams.get, { id })))}
          >
            Do Mine as Well
          </Button>
        </>
      }
    >
      {isFetching && since.length === 0 && <Loading text="Loading changes..." />}
      {!isFetching && error && <QueryError error={error} fallback="The changes could not be read" onRetry={() => void refetch()} />}
      <ul aria-label="Changes meanwhile" className="flex flex-col gap-2 text-sm">
        {since.map((change) => (
          <li key={change.id}>
            <span className="font-medium">{byWhom(change)}</span> {sentenceOf(change)}{" "}
            <span className="text-dim tabular-nums">{clockTime(change.at)}</span>
          </li>
        ))}
      </ul>
      <Steps label="Not saved" steps={conflict.steps.slice(0, 1)} seen={conflict.seen} />
      <Steps
        label="Still to be saved, whatever you choose"
        steps={conflict.steps.slice(1).flatMap((step) => leftBehind(step, conflict))}
        seen={conflict.seen}
      />
    </Dialog>
  );
}
