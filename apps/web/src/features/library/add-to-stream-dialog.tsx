import { streamId, type TrackId } from "@nightjar/contract";
import { Button, Dialog, DialogCancel, Field, Select } from "@nightjar/ui";
import { useState } from "react";
import { Reading } from "../../layout/reading.tsx";
import { plural } from "../../lib/format.ts";
import { notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import type { Chosen } from "../../lib/use-chosen.ts";
import { useVerb } from "../../lib/use-verb.ts";

function StreamChoice({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const [streams] = trpc.streams.list.useSuspenseQuery();
  return (
    <Field
      label="Stream"
      hint={streams.length === 0 ? "There is no stream yet." : "They are added at the end, in the order they are ticked."}
    >
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">Choose a stream</option>
          {streams.map((stream) => (
            <option key={stream.id} value={stream.id}>
              {stream.title}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** Adds what is chosen in the library to a stream. Mounted while it is open. */
export function AddToStreamDialog({ chosen, onClose }: { chosen: Chosen<TrackId>; onClose: () => void }) {
  const [id, setId] = useState("");
  const count = chosen.ids.size;
  const add = useVerb(trpc.streams.addTracks, {
    failed: ["Update Failed", "The tracks could not be added"],
    done: ({ title }, { trackIds }) => notify("Tracks Added", `${plural(trackIds.length, "track")} added to ${title}`),
    shown: () => {
      chosen.clear();
      onClose();
    },
  });
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
            disabled={id === "" || count === 0}
            onClick={() => add.run({ streamId: streamId.parse(id), trackIds: [...chosen.ids] })}
          >
            {count === 1 ? "Add Track" : `Add ${count.toLocaleString("en")} Tracks`}
          </Button>
        </>
      }
    >
      <Reading loading="Loading streams..." failed="The streams could not be read">
        <StreamChoice value={id} onChange={setId} />
      </Reading>
    </Dialog>
  );
}
