import type { BackgroundId, StreamHead } from "@nightjar/contract";
import { Button, Dialog, EmptyState, Notice } from "@nightjar/ui";
import { Image } from "lucide-react";
import { useState } from "react";
import { QueryError } from "../../../layout/query-state.tsx";
import { notify } from "../../../lib/toast.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { updateFailed } from "../state/update-failed.ts";
import { activeOf } from "./active.ts";
import { type Background, Facts } from "./facts.tsx";
import { willShow } from "./will-show.ts";

/** What is on air changes under somebody's eyes. */
function OnAirNotice({ stream, from, to }: { stream: StreamHead; from: Background | undefined; to: Background | undefined }) {
  const { data: studio } = trpc.settings.get.useQuery();
  const takesTurns = (stream.autoSwitch ?? studio?.autoSwitch ?? "never") !== "never";
  return (
    <Notice tone="warn" className="mb-3">
      <p>The stream is live: its picture changes on air as soon as you change the background.</p>
      {to && (
        <p role="status" className="text-soft">
          {willShow(from, to, takesTurns)}
        </p>
      )}
    </Notice>
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
  const [chosen, setChosen] = useState<BackgroundId | null>(null);
  const change = useVerb(trpc.streams.update, {
    failed: updateFailed(stream, "The background could not be changed"),
    done: () => notify("Background Changed", stream.title),
    shown: onClose,
  });
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
          <Button
            variant="primary"
            busy={change.isPending}
            disabled={chosen === null}
            onClick={() => change.run({ id: stream.id, activeBackgroundId: chosen })}
          >
            Change Background
          </Button>
        </>
      }
    >
      {read.isLoadingError && (
        <QueryError error={read.error} fallback="The backgrounds could not be read" onRetry={() => void read.refetch()} />
      )}
      {read.data?.length === 0 && (
        <EmptyState icon={<Image />} title="No backgrounds yet" text="Upload a background video first, then choose it here." />
      )}
      {stream.isLive && (
        <OnAirNotice stream={stream} from={activeOf(stream, backgrounds)} to={backgrounds.find(({ id }) => id === chosen)} />
      )}
      <ul className="flex flex-col gap-2">
        {backgrounds.map((background) => (
          <li key={background.id}>
            <label className="flex cursor-pointer items-center gap-3 rounded-xl border border-line p-3 has-checked:border-moon has-checked:bg-moon/10">
              <input
                type="radio"
                name="background"
                className="size-4 accent-moon"
                checked={chosen === background.id}
                onChange={() => setChosen(background.id)}
                aria-label={background.title}
              />
              <Facts background={background} />
            </label>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
