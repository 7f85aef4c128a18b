import { Button } from "@nightjar/ui";
import { useId } from "react";
import { leavesFocus } from "../../../layout/leaves-focus.ts";

export interface ChosenBarProps {
  count: number;
  total: number;
  onAll: () => void;
  /** None is chosen any more. */
  onClose: () => void;
  /** null: nothing of the list is on air, or nothing else is chosen, or what follows is chosen by lot. */
  onPlayNext: (() => void) | null;
  /** Why the stream never plays what it is told next; null: it does. */
  whyNotNext: string | null;
  onTop: () => void;
  onBottom: () => void;
  onPlace: () => void;
  onRemove: () => void;
}

/** What can be done with all ticked entries together. */
export function ChosenBar(props: ChosenBarProps) {
  const { count, total, onAll, onClose, onPlayNext, whyNotNext, onTop, onBottom, onPlace, onRemove } = props;
  const whyId = useId();
  return (
    <div role="group" aria-label="Chosen tracks" className="flex flex-wrap items-center gap-2 rounded-lg bg-raised px-3 py-2">
      <p role="status" className="mr-auto text-sm font-medium tabular-nums">
        {count.toLocaleString("en")} chosen
      </p>
      {count < total && (
        <Button ref={leavesFocus} size="sm" variant="ghost" onClick={onAll}>
          All {total.toLocaleString("en")}
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={onClose}>
        Clear
      </Button>
      {onPlayNext && (
        <Button size="sm" onClick={onPlayNext}>
          Play Next
        </Button>
      )}
      {whyNotNext !== null && (
        <>
          <p id={whyId} className="text-xs text-dim">
            {whyNotNext}
          </p>
          <Button size="sm" disabled aria-describedby={whyId}>
            Play Next
          </Button>
        </>
      )}
      <Button size="sm" onClick={onTop}>
        To the Top
      </Button>
      <Button size="sm" onClick={onBottom}>
        To the Bottom
      </Button>
      <Button size="sm" onClick={onPlace}>
        To a Place…
      </Button>
      <Button size="sm" variant="danger" onClick={onRemove}>
        Remove
      </Button>
    </div>
  );
}
