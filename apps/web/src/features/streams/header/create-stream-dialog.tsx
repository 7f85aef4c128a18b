import { newId } from "@nightjar/kit";
import { Button, Dialog, DialogCancel, Field, Input, Textarea } from "@nightjar/ui";
import { useState } from "react";
import { notify } from "../../../lib/toast.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";

/** Mounted while it is open. */
export function CreateStreamDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (id: string) => void }) {
  // Of the stream to be: a press whose answer was lost may have made it.
  const [id] = useState(newId);
  const [title, setTitle] = useState("");
  const [description, setDescription] = useState("");
  const create = useVerb(trpc.streams.create, {
    failed: ["Error", "Failed to create stream"],
    done: (stream) => notify("Stream Created", stream.title),
    shown: (stream) => {
      onClose();
      onCreated(stream.id);
    },
  });
  const busy = create.isPending;
  return (
    <Dialog
      onClose={onClose}
      locked={busy}
      unsaved={title.trim() !== "" || description.trim() !== ""}
      title="Create New Stream"
      footer={
        <>
          <DialogCancel disabled={busy} />
          <Button type="submit" form="stream-form" variant="primary" busy={busy} disabled={title.trim() === ""}>
            Create
          </Button>
        </>
      }
    >
      <form
        id="stream-form"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (title.trim() !== "") create.run({ id, title: title.trim(), description: description.trim() });
        }}
      >
        <Field label="Title">
          {(control) => <Input {...control} value={title} maxLength={200} onChange={(event) => setTitle(event.target.value)} />}
        </Field>
        <Field label="Description">
          {(control) => (
            <Textarea {...control} value={description} maxLength={5000} onChange={(event) => setDescription(event.target.value)} />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
