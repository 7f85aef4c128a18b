import { streamId, type TrackId } from "@nightjar/contract";
import { Button, Field, Select } from "@nightjar/ui";
import { ListPlus } from "lucide-react";
import { useState } from "react";
import { plural } from "../../lib/format.ts";
import { complain, notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";

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
  const { data: streams = [] } = trpc.streams.list.useQuery();
  const [id, setId] = useState("");
  const add = useVerb(trpc.streams.addTracks, {
    failed: ["Update Failed", "The tracks could not be added"],
    done: ({ title }, { trackIds: added }) => notify("Tracks Added", `${plural(added.length, "track")} added to ${title}`),
    shown: onAdded,
  });
  const press = () => {
    if (id === "" || trackIds.length === 0) return complain("Invalid Selection", "Please select a stream and at least one track");
    add.run({ streamId: streamId.parse(id), trackIds: [...trackIds] });
  };
  return (
    <div className="flex flex-wrap items-end gap-3 border-t border-line px-3 py-4 sm:px-5">
      <Field label="Stream" className="min-w-0 flex-1 basis-48">
        {(control) => (
          <Select {...control} value={id} onChange={(event) => setId(event.target.value)}>
            <option value="">Choose a stream</option>
            {streams.map((stream) => (
              <option key={stream.id} value={stream.id}>
                {stream.title}
              </option>
            ))}
          </Select>
        )}
      </Field>
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
