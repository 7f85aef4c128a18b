import type { ItemId, StreamHead, StreamId } from "@nightjar/contract";
import { newId } from "@nightjar/kit";
import { useEffect, useRef, useState } from "react";
import { complain, notify } from "../../../lib/toast.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { heardOn } from "../state/use-air-changes.ts";
import { stepsAreSent } from "../state/steps-are-sent.ts";
import { answerOf, failureOf, namesOf, failedOf, outcomeOf, overText, summaryOf } from "./several.ts";
import type { Answer, Outcome, SeveralAct } from "./several.ts";

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

type Ask = (stream: StreamHead, isAgain: boolean) => Promise<Answer>;

/** Each is a call of its own, all in one request: one that is refused keeps no other from being carried out. */
export function useSeveral(): Several {
  const { gather, ...told } = useGathered();
  const start = useVerb(trpc.streams.start, { failed: "shown" });
  const stop = useVerb(trpc.streams.stop, { failed: "shown" });
  const skip = useVerb(trpc.streams.skip, { after: stepsAreSent, failed: "shown" });
  const leap = useVerb(trpc.streams.jump, { after: stepsAreSent, failed: "shown" });
  const calls = { start, stop };

  return {
    ...told,
    run(act, streams) {
      if (act !== "skip") {
        return void gather(act, streams, async ({ id }) => {
          await calls[act].attempt({ id });
          return "done";
        });
      }
      // As of the press: Try Again leaves no further track where only the answer was lost.
      const heard = new Map(streams.map(({ id }) => [id, heardOn(id).itemId]));
      const pressId = newId();
      void gather(act, streams, async ({ id }, isAgain) => {
        const itemId = heard.get(id);
        const answered = await skip.attempt({ id, itemId, pressId });
        // Whether the first try or its own end has left the track: it is left, as was asked for.
        return isAgain ? "done" : answerOf(itemId, answered);
      });
    },
    jump(streams, itemIds) {
      const pressId = newId();
      void gather("jump", streams, async ({ id }) => {
        const itemId = itemIds.get(id);
        if (itemId) await leap.attempt({ id, itemId, pressId });
        return "done";
      });
    },
  };
}

/** Asks all of them, and keeps what became of each. */
function useGathered() {
  const [underWay, setUnderWay] = useState<Several["underWay"]>(null);
  const [failed, setFailed] = useState<SeveralDone | null>(null);
  const isShown = useIsShown();
  const gather = async (act: SeveralAct, streams: readonly StreamHead[], ask: Ask, isAgain = false) => {
    if (streams.length === 0) return;
    setFailed(null);
    setUnderWay({ act, total: streams.length });
    const settled = await Promise.allSettled(streams.map((stream) => ask(stream, isAgain)));
    const outcomes = streams.flatMap((stream, index) => {
      const one = settled[index];
      return one ? [outcomeOf(stream, one)] : [];
    });
    setUnderWay(null);
    const ids = new Set(failedOf(outcomes).map(({ stream }) => stream.id));
    if (ids.size === 0) return notify(summaryOf(act, outcomes), overText(outcomes) ?? namesOf(streams));
    if (!isShown()) return complain(...failureOf(act, outcomes));
    const left = streams.filter(({ id }) => ids.has(id));
    setFailed({ act, outcomes, again: () => void gather(act, left, ask, true) });
  };
  return { underWay, failed, gather, forget: () => setFailed(null) };
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
