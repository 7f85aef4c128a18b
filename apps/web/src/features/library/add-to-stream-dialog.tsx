import type { StreamId, TrackId } from "@nightjar/contract";
import { Button, Dialog, DialogCancel } from "@nightjar/ui";
import { useState } from "react";
import { Reading } from "../../layout/reading.tsx";
import { StreamChoice, type StreamChoiceProps } from "../../layout/stream-choice.tsx";
import { plural } from "../../lib/format.ts";
import { trpc } from "../../lib/trpc.ts";
import type { Chosen } from "../../lib/use-chosen.ts";
import { useAddToStream } from "../../lib/use-add-to-stream.ts";

function Choice(props: Pick<StreamChoiceProps, "value" | "onChange">) {
  const [streams] = trpc.streams.summaries.useSuspenseQuery();
  const hint = streams.length === 0 ? "There is no stream yet." : "They are added at the end, in the order they are ticked.";
  return <StreamChoice {...props} streams={streams} hint={hint} />;
}

/** Adds what is chosen in the library to a stream. Mounted while it is open. */
export function AddToStreamDialog({ chosen, onClose }: { chosen: Chosen<TrackId>; onClose: () => void }) {
  const [id, setId] = useState<StreamId | null>(null);
  const { data: streams } = trpc.streams.summaries.useQuery();
  // Somebody may have deleted it since.
  const stream = streams?.find((each) => each.id === id);
  const count = chosen.ids.size;
  const added = () => {
    chosen.clear();
    onClose();
  };
  const add = useAddToStream(added, (gone) => chosen.keep((trackId) => !gone.has(trackId)));
  return (
    <Dialog
      onClose={onClose}
      locked={add.isPending}
      title="Add to Stream"
      description={`${plural(count, "track")} chosen.`}
      footer={
        <>
          <DialogCancel disabled={add.isPending} />
          <Button
            variant="primary"
            busy={add.isPending}
            disabled={!stream || count === 0}
            onClick={() => stream && add.run({ streamId: stream.id, trackIds: [...chosen.ids] })}
          >
            {count === 1 ? "Add Track" : `Add ${count.toLocaleString("en")} Tracks`}
          </Button>
        </>
      }
    >
      <Reading loading="Loading streams..." failed="The streams could not be read">
        <Choice value={id} onChange={setId} />
      </Reading>
    </Dialog>
  );
}
