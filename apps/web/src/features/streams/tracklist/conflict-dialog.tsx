import type { StreamId } from "@nightjar/contract";
import { Button, Dialog, Loading } from "@nightjar/ui";
import { QueryError } from "../../../layout/query-state.tsx";
import { askOnce } from "../../../lib/ask-once.ts";
import { byWhom } from "../../../lib/by-whom.ts";
import { clockTime } from "../../../lib/format.ts";
import { trpc, trpcClient } from "../../../lib/trpc.ts";
import { sentenceOf } from "../state/change-sentence.ts";
import { renewed } from "./renewed.ts";
import type { Conflict, RundownStore } from "./rundown-store.ts";

export interface ConflictDialogProps {
  id: StreamId;
  conflict: Conflict;
  /** How the steps are made anew is not asked before: no screen waits for its code. */
  onInsist: RundownStore["insist"];
  onGiveWay: () => void;
  onClose: () => void;
}

/** Two changed the same entries: shows the second what the first did, and lets that one choose. What was done is held here alone by now. */
export function ConflictDialog({ id, conflict, onInsist, onGiveWay, onClose }: ConflictDialogProps) {
  // What was read before cannot hold what somebody has changed just now.
  const { data, error, isFetching, refetch } = trpc.streams.history.useQuery({ id }, { refetchOnMount: "always" });
  const since =
    data?.items.filter(({ revision }) => revision !== null && revision > conflict.readAt && !conflict.own.includes(revision)) ?? [];
  return (
    <Dialog
      onClose={onClose}
      unsaved
      title="Changed by Somebody Else"
      description="Your change was not saved: the same tracks were changed meanwhile. The list behind this is theirs."
      footer={
        <>
          <Button onClick={onGiveWay}>Keep Theirs</Button>
          <Button variant="primary" onClick={() => void onInsist(renewed, () => askOnce(trpcClient.streams.get, { id }))}>
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
    </Dialog>
  );
}
