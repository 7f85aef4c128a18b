import type { SampleChannel, StreamSummary } from "@nightjar/contract";
import { ConfirmDialog } from "@nightjar/ui";
import { useLiveEntry, useServerNow } from "../../lib/live/use-live.ts";
import { trpc } from "../../lib/trpc.ts";
import { deletionEnds } from "../streams/state/what-ends.ts";
import { removalText } from "./removal-text.ts";

const REMOVE_TEXT =
  "Somebody has built on it. Its stream, its three tracks and its background are deleted, also where they stand in other streams.";

const UNREAD_TEXT = "Which streams play and show it could not be read: what this changes on air is not known.";

/** That its background has its turn somewhere now is told by no event. */
const LOOK_EVERY_MS = 3000;

interface Consequence {
  readonly isLooking: boolean;
  /** null: nothing. */
  readonly text: string | null;
}

/** What its removal does to other streams that are on air. */
function useConsequence({ streamId, backgroundIds, playedBy }: SampleChannel): Consequence {
  const streams = trpc.streams.summaries.useQuery();
  const uses = trpc.backgrounds.uses.useQuery(undefined, { refetchOnMount: "always", refetchInterval: LOOK_EVERY_MS });
  // What was read before was true of its turns then.
  const isLooking = !uses.isFetchedAfterMount || streams.isPending;
  if (isLooking) return { isLooking, text: "Looking which streams play and show it…" };
  if (!streams.data || !uses.data || uses.isError) return { isLooking, text: UNREAD_TEXT };
  const shown = uses.data.filter(({ backgroundId }) => backgroundIds.includes(backgroundId)).flatMap((use) => use.streams);
  const shownByOthers = shown.filter(({ id }) => id !== streamId);
  const playing = streams.data.filter(({ id }) => playedBy.includes(id));
  return { isLooking, text: removalText(playing, shownByOthers) };
}

export interface RemoveSampleDialogProps {
  sample: SampleChannel;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Mounted while it is open; it says what its removal ends, and what it changes on air. */
export function RemoveSampleDialog({ sample, busy, onConfirm, onClose }: RemoveSampleDialogProps) {
  const { data: streams } = trpc.streams.summaries.useQuery();
  const own = streams?.find(({ id }) => id === sample.streamId);
  const { isLooking, text } = useConsequence(sample);
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Remove the sample channel?"
      text={
        <>
          {REMOVE_TEXT}
          {own?.isLive && <Ends stream={own} />}
          {text !== null && <span className="mt-3 block text-warn wrap-anywhere">{text}</span>}
        </>
      }
      confirmLabel="Remove"
      busy={busy}
      disabled={isLooking}
      onConfirm={onConfirm}
    />
  );
}

function Ends({ stream }: { stream: StreamSummary }) {
  const onAir = useLiveEntry(stream.id)?.onAir;
  const now = useServerNow(1000);
  return <span className="mt-3 block text-warn">{`Its stream ${deletionEnds(stream, onAir, now)}.`}</span>;
}
