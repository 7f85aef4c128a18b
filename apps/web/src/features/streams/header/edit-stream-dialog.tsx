import type { Stream } from "@nightjar/contract";
import { Button, Dialog, DialogCancel, Field, Input, Textarea } from "@nightjar/ui";
import { useState } from "react";
import { notify } from "../../../lib/toast.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { updateFailed } from "../state/update-failed.ts";
import { ArtworkField } from "../../media/artwork-field.tsx";
import { PictureFields } from "./picture-fields.tsx";
import { ZoneField } from "./zone-field.tsx";
import { checkStream, isChanged, streamForm, type CheckedStream, type StreamFormValues } from "./stream-changes.ts";

const FORM_ID = "stream-form";

interface TextsProps {
  values: StreamFormValues;
  errors: CheckedStream["errors"];
  onChange: (fields: Partial<StreamFormValues>) => void;
}

/** Its name, what is said of it, whose it is, and how loud. */
function Texts({ values, errors, onChange }: TextsProps) {
  return (
    <>
      <Field label="Title" error={errors.title}>
        {(control) => (
          <Input {...control} value={values.title} maxLength={200} onChange={(event) => onChange({ title: event.target.value })} />
        )}
      </Field>
      <Field label="Description" error={errors.description}>
        {(control) => (
          <Textarea
            {...control}
            value={values.description}
            maxLength={5000}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Channel name" error={errors.channelName} hint="Shown under the title, and by overlays that name the channel.">
          {(control) => (
            <Input
              {...control}
              value={values.channelName}
              maxLength={200}
              onChange={(event) => onChange({ channelName: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Loudness (LUFS)"
          error={errors.targetLufs}
          hint="Every track is brought to it, from -40 to -5. Video platforms play at -14."
        >
          {(control) => (
            // The numeric keys of a phone have no minus.
            <Input {...control} value={values.targetLufs} onChange={(event) => onChange({ targetLufs: event.target.value })} />
          )}
        </Field>
      </div>
    </>
  );
}

/** Mounted while it is open. */
export function EditStreamDialog({ stream, onClose }: { stream: Stream; onClose: () => void }) {
  // What was changed is told against the stream as it was opened: what others change meanwhile stays.
  const [start] = useState(() => streamForm(stream));
  const [values, setValues] = useState(start);
  const [errors, setErrors] = useState<CheckedStream["errors"]>({});
  const [isUploading, setUploading] = useState(false);
  const change = (fields: Partial<StreamFormValues>) => setValues((before) => ({ ...before, ...fields }));
  const rename = useVerb(trpc.youtube.updateStream, { failed: updateFailed(stream, "The broadcast could not be changed") });
  const update = useVerb(trpc.streams.update, {
    failed: updateFailed(stream, "The stream could not be changed"),
    done: ({ title, description }, sent) => {
      notify("Stream Updated", title);
      const areTexts = sent.title !== undefined || sent.description !== undefined;
      // Viewers see the texts of the broadcast, which has its own.
      if (areTexts && stream.isLive && stream.youtubeConnected) rename.run({ id: stream.id, title, description });
    },
    shown: onClose,
  });
  const submit = () => {
    const checked = checkStream(start, values);
    setErrors(checked.errors);
    if (checked.patch) update.run({ ...checked.patch, id: stream.id });
  };
  const busy = update.isPending;
  return (
    <Dialog
      onClose={onClose}
      locked={busy}
      unsaved={isUploading || isChanged(start, values)}
      title="Edit Stream"
      footer={
        <>
          <DialogCancel disabled={busy} />
          <Button type="submit" form={FORM_ID} variant="primary" busy={busy} disabled={isUploading || values.title.trim() === ""}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={FORM_ID}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Texts values={values} errors={errors} onChange={change} />
        <ArtworkField url={values.artworkUrl} onChange={(artworkUrl) => change({ artworkUrl })} onBusy={setUploading} />
        <PictureFields
          value={values}
          stored={stream}
          isLive={stream.isLive}
          onChange={({ profile, quality }) => change({ profile, quality })}
        />
        <ZoneField value={values.timeZone} error={errors.timeZone} onChange={(timeZone) => change({ timeZone })} />
      </form>
    </Dialog>
  );
}
