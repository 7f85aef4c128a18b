import type { StreamSummary } from "@nightjar/contract";
import { Card, EmptyState, Notice } from "@nightjar/ui";
import { MousePointerClick } from "lucide-react";
import { focusPlace } from "../../layout/met-notice.tsx";

interface NoneChosenProps {
  /** What was chosen until somebody deleted it. */
  deleted: StreamSummary | undefined;
}

/** What went away may have had the focus. */
function takeFocus(place: HTMLElement | null): void {
  if (place) focusPlace(place);
}

/** Beside the list. Of a stream that went from under somebody's eyes it says why, above the list where that stands alone. */
export function NoneChosen({ deleted }: NoneChosenProps) {
  return (
    <>
      {deleted && (
        <div ref={takeFocus} className="rounded-lg xl:mb-6">
          <Notice role="status">
            “<bdi>{deleted.title}</bdi>” was deleted.
          </Notice>
        </div>
      )}
      <Card className="border-dashed max-xl:hidden">
        <EmptyState
          icon={<MousePointerClick />}
          title="Select a stream"
          text="Choose a stream from the list to manage it."
          className="py-24"
        />
      </Card>
    </>
  );
}
