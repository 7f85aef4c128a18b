import type { StreamHead } from "@nightjar/contract";
import { Button } from "@nightjar/ui";
import { useEffect, useState } from "react";
import { plural } from "../../../lib/format.ts";
import { JumpSeveralDialog } from "./jump-several-dialog.tsx";
import { ACT_WORDS, concernedBy } from "./several.ts";
import { SeveralFailed } from "./several-failed.tsx";
import { StopSeveralDialog } from "./stop-several-dialog.tsx";
import { useSeveral } from "./use-several.ts";

export interface SeveralBarProps {
  /** The ticked ones, in the order of the list. */
  chosen: readonly StreamHead[];
  total: number;
  onAll: () => void;
  /** Nothing shall be ticked any more. */
  onClose: () => void;
  /** What came of it is told here: what is around stays until then. */
  onBusy?: (isBusy: boolean) => void;
}

/** What can be done with all ticked streams together, and what came of it. */
export function SeveralBar({ chosen, total, onAll, onClose, onBusy }: SeveralBarProps) {
  const [asking, ask] = useState<"stop" | "jump" | null>(null);
  const { underWay, failed, run, jump, forget } = useSeveral();
  const off = concernedBy("start", chosen);
  const live = concernedBy("stop", chosen);
  const isBusy = underWay !== null;
  useEffect(() => onBusy?.(isBusy), [onBusy, isBusy]);
  return (
    <div role="group" aria-label="Chosen streams" className="flex flex-wrap items-center gap-2 bg-raised px-4 py-2.5">
      <p role="status" className="mr-auto text-sm font-medium tabular-nums">
        {underWay
          ? `${ACT_WORDS[underWay.act].doing} ${plural(underWay.total, "stream")}…`
          : `${chosen.length.toLocaleString("en")} chosen`}
      </p>
      {chosen.length < total && (
        <Button size="sm" variant="ghost" disabled={isBusy} onClick={onAll}>
          All {total.toLocaleString("en")}
        </Button>
      )}
      <Button size="sm" variant="ghost" disabled={isBusy} onClick={onClose}>
        Clear
      </Button>
      <div className="grid w-full grid-cols-2 gap-2">
        <Button size="sm" disabled={isBusy || off.length === 0} onClick={() => run("start", off)}>
          Start {off.length}
        </Button>
        <Button size="sm" variant="danger" disabled={isBusy || live.length === 0} onClick={() => ask("stop")}>
          Stop {live.length}
        </Button>
        <Button size="sm" disabled={isBusy || live.length === 0} onClick={() => run("skip", live)}>
          Skip {live.length}
        </Button>
        <Button size="sm" disabled={isBusy || live.length === 0} onClick={() => ask("jump")}>
          Jump…
        </Button>
      </div>
      {off.length > 0 && <p className="w-full text-xs text-dim">Start uses each stream's own title and description, unlisted.</p>}
      {failed && <SeveralFailed done={failed} onClose={forget} />}
      {asking === "stop" && (
        <StopSeveralDialog
          streams={live}
          onClose={() => ask(null)}
          onStop={() => {
            ask(null);
            run("stop", live);
          }}
        />
      )}
      {asking === "jump" && <JumpSeveralDialog streams={live} onClose={() => ask(null)} onJump={jump} />}
    </div>
  );
}
