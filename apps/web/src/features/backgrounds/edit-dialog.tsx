import { BACKGROUND_TITLE_TEXT, type Background } from "@nightjar/contract";
import { Button, Dialog, DialogCancel, Field, Input, Textarea } from "@nightjar/ui";
import { useId, useState } from "react";
import { notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";
import { failedTo } from "./failed-to.ts";

/** Mounted while it is open. */
export function EditDialog({ background: current, onClose }: { background: Background; onClose: () => void }) {
  const formId = useId();
  // As it was when it was opened: what somebody else has changed since is not put back.
  const [background] = useState(current);
  const [title, setTitle] = useState(background.title);
  const [description, setDescription] = useState(background.description ?? "");
  const [lacksTitle, setLacksTitle] = useState(false);
  const update = useVerb(trpc.backgrounds.update, {
    failed: failedTo("Failed to update background"),
    done: (updated) => notify("Background Updated", updated.title),
    shown: onClose,
  });
  const save = () => {
    const isBlank = title.trim() === "";
    setLacksTitle(isBlank);
    if (isBlank) return;
    const changes = {
      ...(title !== background.title && { title }),
      ...(description !== (background.description ?? "") && { description }),
    };
    update.run({ id: background.id, ...changes });
  };
  return (
    <Dialog
      onClose={onClose}
      unsaved={title !== background.title || description !== (background.description ?? "")}
      locked={update.isPending}
      title="Edit Background"
      footer={
        <>
          <DialogCancel disabled={update.isPending} />
          <Button variant="primary" type="submit" form={formId} busy={update.isPending}>
            Save Changes
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field label="Title" required {...(lacksTitle && { error: BACKGROUND_TITLE_TEXT })}>
          {(control) => (
            <Input {...control} aria-required maxLength={200} value={title} onChange={(event) => setTitle(event.target.value)} />
          )}
        </Field>
        <Field label="Description">
          {(control) => (
            <Textarea {...control} maxLength={5000} value={description} onChange={(event) => setDescription(event.target.value)} />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
