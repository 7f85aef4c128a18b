import type { StreamHead } from "@nightjar/contract";
import { newId } from "@nightjar/kit";
import { Button, Checkbox, Dialog, DialogCancel, Field, Input } from "@nightjar/ui";
import { useState } from "react";
import { notify } from "../../../lib/toast.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";

export interface DuplicateStreamDialogProps {
  stream: StreamHead;
  onClose: () => void;
  onDuplicated: (id: string) => void;
}

const FORM_ID = "duplicate-form";

/** Mounted while it is open. */
export function DuplicateStreamDialog({ stream, onClose, onDuplicated }: DuplicateStreamDialogProps) {
  // Of the duplicate to be: a press whose answer was lost may have made it.
  const [duplicateId] = useState(newId);
  const [offered] = useState(`${stream.title} (copy)`.slice(0, 200));
  const [title, setTitle] = useState(offered);
  const [withDestinations, setWithDestinations] = useState(false);
  const duplicate = useVerb(trpc.streams.duplicate, {
    failed: ["Error", "Failed to duplicate stream"],
    done: (made) => notify("Stream Created", made.title),
    shown: (made) => {
      onClose();
      onDuplicated(made.id);
    },
  });
  const busy = duplicate.isPending;
  return (
    <Dialog
      onClose={onClose}
      locked={busy}
      unsaved={title !== offered || withDestinations}
      title="Duplicate Stream"
      description="Texts, artwork, tracklist, background, overlay and all settings. What aired, and a connected channel, stay with the first."
      footer={
        <>
          <DialogCancel disabled={busy} />
          <Button type="submit" form={FORM_ID} variant="primary" busy={busy} disabled={title.trim() === ""}>
            Duplicate
          </Button>
        </>
      }
    >
      <form
        id={FORM_ID}
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (title.trim() !== "") duplicate.run({ id: stream.id, newId: duplicateId, title: title.trim(), withDestinations });
        }}
      >
        <Field label="Title">
          {(control) => <Input {...control} value={title} maxLength={200} onChange={(event) => setTitle(event.target.value)} />}
        </Field>
        <div>
          <Checkbox
            label="Its destinations too, with their keys"
            checked={withDestinations}
            onCheckedChange={(checked) => setWithDestinations(checked === true)}
          />
          <p className="pl-7.5 text-sm text-dim">
            A key is for one sender: where both streams are on air at the same destination, most services end one of them.
          </p>
        </div>
      </form>
    </Dialog>
  );
}
