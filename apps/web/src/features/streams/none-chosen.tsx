import type { StreamSummary } from "@nightjar/contract";
import { Card, EmptyState } from "@nightjar/ui";
import { MousePointerClick } from "lucide-react";

interface NoneChosenProps {
  streams: readonly StreamSummary[];
  /** What was chosen before. */
  last: StreamSummary | undefined;
}

/** Beside the list; it says of a stream that went from under somebody's eyes why it did. */
export function NoneChosen({ streams, last }: NoneChosenProps) {
  const isDeleted = last && streams.every(({ id }) => id !== last.id);
  return (
    <Card className="border-dashed">
      {isDeleted && (
        <p role="status" className="px-6 pt-6 text-center text-sm text-soft wrap-anywhere">
          “{last.title}” was deleted.
        </p>
      )}
      <EmptyState
        icon={<MousePointerClick />}
        title="Select a stream"
        text="Choose a stream from the list to manage it."
        className="py-24"
      />
    </Card>
  );
}
