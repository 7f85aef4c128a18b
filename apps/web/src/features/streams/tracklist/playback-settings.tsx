import { STREAM_ORDERS, type Stream } from "@nightjar/contract";
import { Field, Select, Slider } from "@nightjar/ui";
import { useRef, useState } from "react";
import { oneOf } from "../../../lib/shape.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { updateFailed } from "../state/update-failed.ts";

const ORDER_HINTS = {
  sequential: "From the top to the bottom, again and again.",
  shuffled: "Every track once in each round; tracks of one artist are kept apart.",
} as const;
/** A slider is moved through many values: only where it rests is saved. */
const REST_MS = 500;

const seconds = (ms: number) => `${(ms / 1000).toLocaleString("en")} s`;

/** How tracks follow each other. What is saved reaches a live stream by itself, at the next change of track. */
export function PlaybackSettings({ stream }: { stream: Stream }) {
  const [crossfadeMs, setCrossfadeMs] = useState<number | null>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const failed = updateFailed(stream, "The stream could not be changed");
  const update = useVerb(trpc.streams.update, { failed });
  const slide = useVerb(trpc.streams.update, {
    failed,
    settled: (saved) => setCrossfadeMs((shown) => (shown === saved.crossfadeMs ? null : shown)),
  });
  const moveTo = (ms: number) => {
    setCrossfadeMs(ms);
    clearTimeout(rest.current);
    rest.current = setTimeout(() => slide.run({ id: stream.id, crossfadeMs: ms }), REST_MS);
  };
  const shownMs = crossfadeMs ?? stream.crossfadeMs;
  return (
    <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      <Field label="Order" hint={ORDER_HINTS[stream.order]}>
        {(control) => (
          <Select
            {...control}
            value={stream.order}
            disabled={update.isPending}
            onChange={(event) => update.run({ id: stream.id, order: oneOf(STREAM_ORDERS, event.target.value) })}
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
            onChange={(event) => moveTo(event.target.valueAsNumber)}
          />
        )}
      </Field>
    </div>
  );
}
