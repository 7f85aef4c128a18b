import { Button } from "@nightjar/ui";
import { CircleAlert } from "lucide-react";
import { leavesFocus } from "../../../layout/leaves-focus.ts";
import { doneOf, failedOf, failureOf, namesOf, overText } from "./several.ts";
import type { SeveralDone } from "./use-several.ts";

export interface SeveralFailedProps {
  done: Pick<SeveralDone, "act" | "outcomes">;
  onAgain: () => void;
  onClose: () => void;
}

/** What failed, by name and why, beside what was carried out; it stays until somebody has read it. */
export function SeveralFailed({ done: { act, outcomes }, onAgain, onClose }: SeveralFailedProps) {
  const failed = failedOf(outcomes);
  const carriedOut = doneOf(outcomes);
  const over = overText(outcomes);
  return (
    <div ref={leavesFocus} role="alert" className="w-full rounded-lg border border-bad/40 bg-bad/10 px-3 py-2.5 text-sm">
      <p className="flex items-start gap-2 font-medium text-bad">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        {failureOf(act, outcomes)[0]}
      </p>
      <ul aria-label="Failed" className="mt-1.5 flex flex-col gap-1.5">
        {failed.map(({ stream, failure }) => (
          <li key={stream.id} className="wrap-anywhere">
            <bdi className="font-medium">{stream.title}</bdi>: <span className="text-soft">{failure}</span>
          </li>
        ))}
      </ul>
      {carriedOut.length > 0 && <p className="mt-1.5 wrap-anywhere text-soft">Done: {namesOf(carriedOut)}</p>}
      {over !== null && <p className="mt-1.5 wrap-anywhere text-soft">{over}</p>}
      <div className="mt-2.5 flex justify-end gap-2">
        <Button size="sm" variant="ghost" onClick={onClose}>
          Dismiss
        </Button>
        <Button size="sm" onClick={onAgain}>
          Try Again
        </Button>
      </div>
    </div>
  );
}
