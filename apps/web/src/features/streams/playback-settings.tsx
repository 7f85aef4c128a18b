import { streamOrder, type Stream } from "@nightjar/contract";
import { Field, Select, Slider } from "@nightjar/ui";
import { useEffect, useState } from "react";
import { messageOf } from "../../lib/errors.ts";
import { complain } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";

const ORDER_HINTS = {
  sequential: "From the top to the bottom, again and again.",
  shuffled: "Every track once in each round; tracks of one artist are kept apart.",
} as const;
/** A slider is moved through many values: only where it rests is saved. */
const REST_MS = 500;

const seconds = (ms: number) => `${(ms / 1000).toLocaleString("en")} s`;

/** How tracks follow each other. What is saved reaches a live stream by itself, at the next change of track. */
export function PlaybackSettings({ stream }: { stream: Stream }) {
  const utils = trpc.useUtils();
  const [crossfadeMs, setCrossfadeMs] = useState<number | null>(null);
  const update = trpc.streams.update.useMutation({
    onSettled: () => utils.streams.invalidate(),
    onError: (error) => complain("Update Failed", messageOf(error, "The stream could not be changed")),
  });
  const { mutateAsync } = update;
  useEffect(() => {
    if (crossfadeMs === null) return;
    const timer = setTimeout(() => {
      void mutateAsync({ id: stream.id, crossfadeMs })
        .catch(() => undefined)
        .finally(() => setCrossfadeMs((shown) => (shown === crossfadeMs ? null : shown)));
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [crossfadeMs, mutateAsync, stream.id]);
  const shownMs = crossfadeMs ?? stream.crossfadeMs;
  return (
    <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      <Field label="Order" hint={ORDER_HINTS[stream.order]}>
        {(control) => (
          <Select
            {...control}
            value={stream.order}
            disabled={update.isPending}
            onChange={(event) => update.mutate({ id: stream.id, order: streamOrder.parse(event.target.value) })}
          >
            <option value="sequential">In order</option>
            <option value="shuffled">Shuffled</option>
          </Select>
        )}
      </Field>
      <Field
        label={`Crossfade: ${shownMs === 0 ? "none" : seconds(shownMs)}`}
        hint={shownMs === 0 ? "Each track follows the other without a gap." : "The end of each track fades into the beginning of the next."}
      >
        {(control) => (
          <Slider
            {...control}
            min={0}
            max={12_000}
            step={500}
            value={shownMs}
            aria-valuetext={seconds(shownMs)}
            onChange={(event) => setCrossfadeMs(event.target.valueAsNumber)}
          />
        )}
      </Field>
    </div>
  );
}
