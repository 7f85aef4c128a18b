import type { ItemId, StreamHead, StreamId } from "@nightjar/contract";
import { useEffect, useRef, useState } from "react";
import { complain, notify } from "../../../lib/toast.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { heardOn } from "../state/use-air-changes.ts";
import { failureOf, namesOf, failedOf, outcomeOf, summaryOf, type Outcome, type SeveralAct } from "./several.ts";

/** What was done with several, and what became of each. */
export interface SeveralDone {
  readonly act: SeveralAct;
  readonly outcomes: readonly Outcome[];
  /** The same again, for those that failed. */
  readonly again: () => void;
}

export interface Several {
  /** null: nothing is under way. */
  readonly underWay: { readonly act: SeveralAct; readonly total: number } | null;
  /** Of the last one, where something failed. */
  readonly failed: SeveralDone | null;
  run(act: Exclude<SeveralAct, "jump">, streams: readonly StreamHead[]): void;
  jump(streams: readonly StreamHead[], itemIds: ReadonlyMap<StreamId, ItemId>): void;
  forget(): void;
}

/** Each is a call of its own, all in one request: one that is refused keeps no other from being carried out. */
export function useSeveral(): Several {
  const [underWay, setUnderWay] = useState<Several["underWay"]>(null);
  const [failed, setFailed] = useState<SeveralDone | null>(null);
  const isShown = useIsShown();
  const start = useVerb(trpc.streams.start, { failed: "shown" });
  const stop = useVerb(trpc.streams.stop, { failed: "shown" });
  const skip = useVerb(trpc.streams.skip, { failed: "shown" });
  const leap = useVerb(trpc.streams.jump, { failed: "shown" });
  const calls = { start, stop, skip };

  const gather = async (act: SeveralAct, streams: readonly StreamHead[], call: (stream: StreamHead) => Promise<unknown>) => {
    if (streams.length === 0) return;
    setFailed(null);
    setUnderWay({ act, total: streams.length });
    const settled = await Promise.allSettled(streams.map(call));
    const outcomes = streams.flatMap((stream, index) => {
      const one = settled[index];
      return one ? [outcomeOf(stream, one)] : [];
    });
    setUnderWay(null);
    const ids = new Set(failedOf(outcomes).map(({ stream }) => stream.id));
    if (ids.size === 0) return notify(summaryOf(act, outcomes), namesOf(streams));
    if (!isShown()) return complain(...failureOf(act, outcomes));
    const left = streams.filter(({ id }) => ids.has(id));
    setFailed({ act, outcomes, again: () => void gather(act, left, call) });
  };

  return {
    underWay,
    failed,
    run(act, streams) {
      // As of the press: Try Again leaves no further track where only the answer was lost.
      const inputs = new Map(streams.map(({ id }) => [id, act === "skip" ? heardOn(id) : { id }]));
      void gather(act, streams, ({ id }) => calls[act].attempt(inputs.get(id) ?? { id }));
    },
    jump: (streams, itemIds) =>
      void gather("jump", streams, async ({ id }) => {
        const itemId = itemIds.get(id);
        return itemId && leap.attempt({ id, itemId });
      }),
    forget: () => setFailed(null),
  };
}

/** Where it was asked for may be gone when the answers come. */
function useIsShown(): () => boolean {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);
  return () => isShown.current;
}
