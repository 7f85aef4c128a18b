import type { Stream } from "@nightjar/contract";
import { Button, Dialog, Field, Input, Textarea } from "@nightjar/ui";
import { useState } from "react";
import { notify } from "../../../lib/toast.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { type PictureChoice, PictureFields } from "./picture-fields.tsx";

interface Texts {
  title: string;
  description: string;
}

/** Of a stream that is there already. */
interface StoredPicture extends PictureChoice {
  readonly isLive: boolean;
}

interface FormDialogProps {
  heading: string;
  submitLabel: string;
  start: Texts;
  picture?: StoredPicture;
  busy: boolean;
  onSubmit: (values: Texts & Partial<PictureChoice>) => void;
  onClose: () => void;
}

function StreamFormDialog({ heading, submitLabel, start, picture, busy, onSubmit, onClose }: FormDialogProps) {
  const [title, setTitle] = useState(start.title);
  const [description, setDescription] = useState(start.description);
  const [choice, setChoice] = useState<PictureChoice | null>(picture ? { profile: picture.profile, quality: picture.quality } : null);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      locked={busy}
      title={heading}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="stream-form" variant="primary" busy={busy} disabled={title.trim() === ""}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id="stream-form"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (title.trim() !== "") onSubmit({ title: title.trim(), description: description.trim(), ...choice });
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
        {picture && choice && <PictureFields value={choice} stored={picture} isLive={picture.isLive} onChange={setChoice} />}
      </form>
    </Dialog>
  );
}

/** Mounted while it is open. */
export function CreateStreamDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (id: string) => void }) {
  const create = useVerb(trpc.streams.create, {
    failed: ["Error", "Failed to create stream"],
    done: (stream) => notify("Stream Created", stream.title),
    shown: (stream) => {
      onClose();
      onCreated(stream.id);
    },
  });
  return (
    <StreamFormDialog
      heading="Create New Stream"
      submitLabel="Create"
      start={{ title: "", description: "" }}
      busy={create.isPending}
      onSubmit={({ title, description }) => create.run({ title, description })}
      onClose={onClose}
    />
  );
}

/** Mounted while it is open. */
export function EditStreamDialog({ stream, onClose }: { stream: Stream; onClose: () => void }) {
  const update = useVerb(trpc.streams.update, {
    failed: ["Update Failed", "The stream could not be changed"],
    done: (changed) => notify("Stream Updated", changed.title),
    shown: onClose,
  });
  return (
    <StreamFormDialog
      heading="Edit Stream"
      submitLabel="Save"
      start={{ title: stream.title, description: stream.description ?? "" }}
      picture={{ profile: stream.profile, quality: stream.quality, isLive: stream.isLive }}
      busy={update.isPending}
      onSubmit={(values) => update.run({ id: stream.id, ...values })}
      onClose={onClose}
    />
  );
}
