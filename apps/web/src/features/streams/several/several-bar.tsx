import type { StreamHead, StreamId } from "@nightjar/contract";
import { Button } from "@nightjar/ui";
import { useEffect, useRef, useState } from "react";
import { leavesFocus, useFocusAround } from "../../../layout/leaves-focus.ts";
import { focusPlace } from "../../../layout/met-notice.tsx";
import { plural } from "../../../lib/format.ts";
import { JumpSeveralDialog } from "./jump-several-dialog.tsx";
import { ACT_WORDS, concernedBy, leftOf, type SeveralAct } from "./several.ts";
import { SeveralFailed } from "./several-failed.tsx";
import { StopSeveralDialog } from "./stop-several-dialog.tsx";
import { useSeveral, type Several } from "./use-several.ts";

export interface SeveralBarProps {
  /** The ticked ones, in the order of the list. */
  chosen: readonly StreamHead[];
  /** All that could be ticked. */
  streams: readonly StreamHead[];
  onAll: () => void;
  /** Nothing shall be ticked any more. */
  onClose: () => void;
  /** What came of it is told here: what is around stays until then. */
  onBusy?: (isBusy: boolean) => void;
}

interface ActsProps {
  off: readonly StreamHead[];
  live: readonly StreamHead[];
  /** What is under way; null: nothing. */
  act: SeveralAct | null;
  run: Several["run"];
  onStop: () => void;
  onJump: () => void;
}

function Acts({ off, live, act, run, onStop, onJump }: ActsProps) {
  const isBusy = act !== null;
  const start = useFocusAround(!isBusy && off.length === 0);
  const stop = useFocusAround(!isBusy && live.length === 0);
  return (
    <>
      <div className="grid w-full grid-cols-2 gap-2">
        <Button ref={start} size="sm" busy={act === "start"} disabled={isBusy || off.length === 0} onClick={() => run("start", off)}>
          Start {off.length}
        </Button>
        <Button ref={stop} size="sm" variant="danger" busy={act === "stop"} disabled={isBusy || live.length === 0} onClick={onStop}>
          Stop {live.length}
        </Button>
        <Button size="sm" busy={act === "skip"} disabled={isBusy || live.length === 0} onClick={() => run("skip", live)}>
          Skip {live.length}
        </Button>
        <Button size="sm" busy={act === "jump"} disabled={isBusy || live.length === 0} onClick={onJump}>
          Jump…
        </Button>
      </div>
      {off.length > 0 && (
        <p className="w-full text-xs text-dim">
          Start uses each stream's own title and description, unlisted. A broadcast that was made beforehand starts as it was made.
        </p>
      )}
    </>
  );
}

/** About the streams that were on air when it was pressed: what starts while somebody reads is not among what they answer. */
interface Asking {
  readonly to: "stop" | "jump";
  readonly ids: ReadonlySet<StreamId>;
}

/** It goes by itself where none of those is on air any more. @returns what is asked, about which that are on air still */
function useQuestion(streams: readonly StreamHead[]) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const around = useRef<HTMLDivElement>(null);
  const asked = concernedBy("stop", streams).filter(({ id }) => asking?.ids.has(id));
  const [gone, setGone] = useState<Asking | null>(null);
  if (asking && asked.length === 0) {
    setAsking(null);
    setGone(asking);
  }
  // It gives the focus back to a button that cannot be pressed by then.
  useEffect(() => {
    if (gone && around.current) focusPlace(around.current);
  }, [gone]);
  return {
    around,
    question: asking?.to,
    asked,
    ask: (to: Asking["to"], about: readonly StreamHead[]) => setAsking({ to, ids: new Set(about.map(({ id }) => id)) }),
    close: () => setAsking(null),
  };
}

/** What can be done with all ticked streams together, and what came of it. */
export function SeveralBar({ chosen, streams, onAll, onClose, onBusy }: SeveralBarProps) {
  const { underWay, failed, run, jump, forget } = useSeveral();
  const off = concernedBy("start", chosen);
  const live = concernedBy("stop", chosen);
  const liveStill = failed ? leftOf("stop", failed.outcomes, streams) : [];
  const { around, question, asked, ask, close } = useQuestion(streams);
  /** A Stop asks each time: what it is to end may have been started anew since. */
  const askAgain = () => (liveStill.length > 0 ? ask("stop", liveStill) : forget());
  const isBusy = underWay !== null;
  useEffect(() => onBusy?.(isBusy), [onBusy, isBusy]);
  return (
    <div ref={around} role="group" aria-label="Chosen streams" className="flex flex-wrap items-center gap-2 bg-raised px-4 py-2.5">
      <p role="status" className="mr-auto text-sm font-medium tabular-nums">
        {underWay
          ? `${ACT_WORDS[underWay.act].doing} ${plural(underWay.total, "stream")}…`
          : `${chosen.length.toLocaleString("en")} chosen`}
      </p>
      {chosen.length < streams.length && (
        <Button ref={leavesFocus} size="sm" variant="ghost" disabled={isBusy} onClick={onAll}>
          All {streams.length.toLocaleString("en")}
        </Button>
      )}
      <Button size="sm" variant="ghost" disabled={isBusy} onClick={onClose}>
        Clear
      </Button>
      <Acts {...{ off, live, run }} act={underWay?.act ?? null} onStop={() => ask("stop", live)} onJump={() => ask("jump", live)} />
      {failed && <SeveralFailed done={failed} onAgain={failed.act === "stop" ? askAgain : failed.again} onClose={forget} />}
      {question === "stop" && (
        <StopSeveralDialog
          streams={asked}
          onClose={close}
          onStop={() => {
            close();
            run("stop", asked);
          }}
        />
      )}
      {question === "jump" && <JumpSeveralDialog streams={asked} onClose={close} onJump={jump} />}
    </div>
  );
}
