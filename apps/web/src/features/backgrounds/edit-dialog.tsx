import { BACKGROUND_TITLE_TEXT, type Background } from "@nightjar/contract";
import { Button, Dialog, DialogCancel, Field, Input, Notice, Textarea } from "@nightjar/ui";
import { useId, useState } from "react";
import { FormConflict } from "../../layout/form-conflict.tsx";
import { READS } from "../../lib/live/reads.ts";
import { tellAndReadAgain } from "../../lib/tell-and-read-again.ts";
import { notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";
import { failedTo } from "./failed-to.ts";
import { useBackgroundForm } from "./use-background-form.ts";

/** As it is by now, for somebody else may be at it too; as it last was, where they deleted it. */
function useOpened(opened: Background) {
  const { data: backgrounds } = trpc.backgrounds.list.useQuery();
  const [background, setBackground] = useState(opened);
  const found = backgrounds?.find(({ id }) => id === opened.id);
  if (found && found !== background) setBackground(found);
  return { background, isGone: backgrounds !== undefined && !found };
}

/** Mounted while it is open. */
export function EditDialog({ background: opened, onClose }: { background: Background; onClose: () => void }) {
  const formId = useId();
  const { background, isGone } = useOpened(opened);
  const [lacksTitle, setLacksTitle] = useState(false);
  const update = useVerb(trpc.backgrounds.update, {
    failed: tellAndReadAgain(failedTo("Failed to update background"), () => READS.backgrounds()),
    done: (updated) => notify("Background Updated", updated.title),
    shown: onClose,
  });
  const { values, isTyped, met, change, patch, loadTheirs, keepMine } = useBackgroundForm(background, update.isPending);
  const save = () => {
    const isBlank = values.title.trim() === "";
    setLacksTitle(isBlank);
    if (!isBlank) update.run({ id: background.id, ...patch() });
  };
  return (
    <Dialog
      onClose={onClose}
      unsaved={isTyped}
      locked={update.isPending}
      title="Edit Background"
      footer={
        <>
          <DialogCancel disabled={update.isPending} />
          <Button variant="primary" type="submit" form={formId} busy={update.isPending} disabled={isGone || met.length > 0}>
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
        {isGone && (
          <Notice tone="warn" role="alert">
            This background was deleted meanwhile: there is nothing to save your changes to.
          </Notice>
        )}
        {met.length > 0 && <FormConflict of="background" names={met.map((name) => `the ${name}`)} onLoad={loadTheirs} onKeep={keepMine} />}
        <Field label="Title" required {...(lacksTitle && { error: BACKGROUND_TITLE_TEXT })}>
          {(control) => (
            <Input
              {...control}
              aria-required
              maxLength={200}
              value={values.title}
              onChange={(event) => change({ title: event.target.value })}
            />
          )}
        </Field>
        <Field label="Description">
          {(control) => (
            <Textarea
              {...control}
              maxLength={5000}
              value={values.description}
              onChange={(event) => change({ description: event.target.value })}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
