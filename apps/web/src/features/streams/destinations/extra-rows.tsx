import type { StreamDestination, StreamHead } from "@nightjar/contract";
import { useState } from "react";
import { useLiveEntry } from "../../../lib/live/use-live.ts";
import { ExtraDestination } from "./extra-destination.tsx";
import { type Kept, type Row, withKept } from "./kept-rows.ts";
import { RemovalDialog } from "./removal.ts";

type Rows = readonly Row<StreamDestination>[];

/** The rows to show: what is typed in the place of one outlasts it, and while one is saved nothing moves. */
function useRows(extras: readonly StreamDestination[]) {
  const [kept, setKept] = useState<readonly Kept<StreamDestination>[]>([]);
  // What takes its place may be heard of before the answer.
  const [held, setHeld] = useState<Rows | null>(null);
  const rows = held ?? withKept(extras, kept);
  return {
    rows,
    keep(destination: StreamDestination, isTyped: boolean) {
      const at = rows.findIndex((row) => row.destination.id === destination.id);
      setKept((all) => [...all.filter((one) => one.destination.id !== destination.id), ...(isTyped ? [{ destination, at }] : [])]);
    },
    hold: (isSaving: boolean) => setHeld(isSaving ? rows : null),
  };
}

/** Those beside the stream's own, in the order in which they were added. */
export function ExtraRows({ stream, extras }: { stream: StreamHead; extras: readonly StreamDestination[] }) {
  const { rows, keep, hold } = useRows(extras);
  const [removing, setRemoving] = useState<StreamDestination | null>(null);
  const entry = useLiveEntry(stream.id);
  return (
    <>
      {rows.length > 0 && (
        <ul className="mt-2 divide-y divide-line">
          {rows.map(({ destination, isGone }) => (
            <ExtraDestination
              key={destination.id}
              {...{ stream, destination, isGone }}
              live={entry?.onAir.destinations.find(({ id }) => id === destination.id)}
              receivedAtMs={entry?.receivedAtMs ?? 0}
              onTyped={(isTyped) => keep(destination, isTyped)}
              onSaving={hold}
              onRemove={() => setRemoving(destination)}
            />
          ))}
        </ul>
      )}
      {removing && <RemovalDialog stream={stream} destination={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}
