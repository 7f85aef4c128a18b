import type { StreamId, TrackId } from "@nightjar/contract";
import { Button } from "@nightjar/ui";
import { ListPlus } from "lucide-react";
import { useState } from "react";
import { StreamChoice } from "../../layout/stream-choice.tsx";
import { complain } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useAddToStream } from "../../lib/use-add-to-stream.ts";

export interface AddToStreamProps {
  /** What is ticked, in the order of the playlist. */
  trackIds: readonly TrackId[];
  onAdded: () => void;
  /** null: none can be ticked. */
  onChooseAll: (() => void) | null;
  onChooseNone: () => void;
}

/** Adds what is ticked to the end of a stream's tracklist. */
export function AddToStream({ trackIds, onAdded, onChooseAll, onChooseNone }: AddToStreamProps) {
  const { data: streams = [] } = trpc.streams.summaries.useQuery();
  const [id, setId] = useState<StreamId | null>(null);
  // Somebody may have deleted it since.
  const stream = streams.find((each) => each.id === id);
  const utils = trpc.useUtils();
  // The playlist says which of its tracks are in the library, and no other can be ticked.
  const add = useAddToStream(onAdded, () => void utils.playlists.get.invalidate());
  const press = () => {
    if (!stream || trackIds.length === 0) return complain("Invalid Selection", "Please select a stream and at least one track");
    add.run({ streamId: stream.id, trackIds: [...trackIds] });
  };
  return (
    <div className="flex flex-wrap items-end gap-3 border-t border-line px-3 py-4 sm:px-5">
      <StreamChoice streams={streams} value={id} onChange={setId} className="min-w-0 flex-1 basis-48" />
      <Button variant="primary" busy={add.isPending} onClick={press}>
        <ListPlus aria-hidden />
        Add to Stream
      </Button>
      <div className="flex items-center gap-2">
        <p role="status" className="text-sm tabular-nums">
          {trackIds.length.toLocaleString("en")} chosen
        </p>
        {onChooseAll && (
          <Button size="sm" variant="ghost" onClick={onChooseAll}>
            Choose all in the library
          </Button>
        )}
        {trackIds.length > 0 && (
          <Button size="sm" variant="ghost" onClick={onChooseNone}>
            Choose None
          </Button>
        )}
      </div>
    </div>
  );
}
