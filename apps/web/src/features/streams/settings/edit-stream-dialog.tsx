import type { StreamHead } from "@nightjar/contract";
import { Button, Dialog, DialogCancel, Field, Input, Textarea } from "@nightjar/ui";
import { useEffect, useRef, useState } from "react";
import { FormConflict } from "../../../layout/form-conflict.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { UnsavedPlace, useUnsaved, useUnsavedParts } from "../../../lib/unsaved.ts";
import { ArtworkField } from "../../media/artwork-field.tsx";
import { DestinationPanel } from "../destinations/destination-panel.tsx";
import { ExtraDestinations } from "../destinations/extra-destinations.tsx";
import { DeletedNotice } from "../state/deleted-notice.tsx";
import { Deleted } from "../state/deleted.ts";
import type { SettingsPart } from "../state/settings-line.tsx";
import { fieldName } from "../state/change-sentence.ts";
import { useStreamUpdate } from "../state/use-stream-update.ts";
import { BackgroundFields } from "./background-fields.tsx";
import { BackupField } from "./backup-field.tsx";
import { interrupts, ON_AIR_TEXTS } from "./on-air-texts.ts";
import { OrderFields } from "./order-fields.tsx";
import { Part } from "./part.tsx";
import { PictureFields } from "./picture-fields.tsx";
import { RollOverField } from "./roll-over-field.tsx";
import type { CheckedStream, StreamFormValues } from "./stream-changes.ts";
import { useStreamForm } from "./use-stream-form.ts";
import { ZoneField } from "./zone-field.tsx";

const FORM_ID = "stream-form";

interface FieldsProps {
  values: StreamFormValues;
  errors: CheckedStream["errors"];
  onChange: (fields: Partial<StreamFormValues>) => void;
}

/** Its name, what is said of it, and whose it is. */
function Texts({ values, errors, onChange }: FieldsProps) {
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
    </>
  );
}

interface PartsProps extends FieldsProps {
  stream: StreamHead;
  start: StreamFormValues;
  part: SettingsPart;
  onUploading: (isUploading: boolean) => void;
}

function Parts({ stream, start, part, values, errors, onChange, onUploading }: PartsProps) {
  const onAir = (text: string) => (stream.isLive ? text : null);
  const isNoticed = interrupts(start, values);
  return (
    <>
      <Part title="Name and artwork" onAir={onAir(ON_AIR_TEXTS.name)} isWanted={part === "name"}>
        <Texts {...{ values, errors, onChange }} />
        <ArtworkField url={values.artworkUrl} onChange={(artworkUrl) => onChange({ artworkUrl })} onBusy={onUploading} />
      </Part>
      <Part title="Order and sound" onAir={onAir(ON_AIR_TEXTS.sound)} isWanted={part === "sound"}>
        <OrderFields {...{ values, errors, onChange }} />
      </Part>
      <Part
        title="Picture"
        onAir={onAir(isNoticed ? ON_AIR_TEXTS.newProfile : ON_AIR_TEXTS.picture)}
        isNoticed={isNoticed}
        isWanted={part === "picture"}
      >
        <PictureFields value={values} onChange={onChange} />
      </Part>
      <Part title="Change of backgrounds" onAir={onAir(ON_AIR_TEXTS.backgrounds)} isWanted={part === "backgrounds"}>
        <BackgroundFields values={values} onChange={onChange} />
      </Part>
      <Part title="Log and clocks" onAir={onAir(ON_AIR_TEXTS.clocks)} isWanted={part === "clocks"}>
        <ZoneField value={values.timeZone} error={errors.timeZone} onChange={(timeZone) => onChange({ timeZone })} />
      </Part>
      {stream.youtubeConnected && (
        <>
          <Part title="Recording at YouTube" onAir={onAir(ON_AIR_TEXTS.archive)} isWanted={false}>
            <RollOverField value={values.ytRollOverHours} onChange={(ytRollOverHours) => onChange({ ytRollOverHours })} />
          </Part>
          <Part title="Backup at YouTube" onAir={onAir(ON_AIR_TEXTS.backup)} isWanted={false}>
            <BackupField value={values.ytSendsBackup} onChange={(ytSendsBackup) => onChange({ ytSendsBackup })} />
          </Part>
        </>
      )}
    </>
  );
}

/** Why Save is held: it saves no destination, and closes what one is typed in. Told also to who does not see it. */
const TypedNotice = ({ isShown }: { isShown: boolean }) => (
  <p role="status" className={isShown ? "w-full text-sm text-warn" : "sr-only"}>
    {isShown && "A destination is typed and not saved: save it by its own button, or cancel it."}
  </p>
);

export interface EditStreamDialogProps {
  stream: StreamHead;
  /** What is shown first. */
  part?: SettingsPart;
  onClose: () => void;
}

/** All settings of a stream in one place, each with what it does on air. Mounted while it is open. */
export function EditStreamDialog({ stream, part = "name", onClose }: EditStreamDialogProps) {
  const [isUploading, setUploading] = useState(false);
  const [isDestinationTyped, tell] = useUnsavedParts();
  const form = useRef<HTMLFormElement>(null);
  const { data: streams } = trpc.streams.summaries.useQuery();
  const isDeleted = streams?.every(({ id }) => id !== stream.id) === true;
  const update = useStreamUpdate(stream, onClose);
  const busy = update.isPending;
  const { start, values, errors, isTyped, met, change, check, loadTheirs, keepMine } = useStreamForm(stream, busy);
  const unsaved = isUploading || isDestinationTyped || isTyped;
  // Its page stays as long, whatever becomes of the stream.
  useUnsaved(unsaved);
  useEffect(() => {
    // It may have been scrolled out of sight.
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [errors]);
  const submit = () => {
    const patch = check();
    if (patch) update.run({ ...patch, id: stream.id });
  };
  return (
    <Dialog
      onClose={onClose}
      locked={busy}
      unsaved={unsaved}
      width="lg"
      title="Edit Stream"
      description="All of its settings. Tracks, the background and the overlay are chosen on its page."
      footer={
        <>
          <TypedNotice isShown={isDestinationTyped && !isDeleted} />
          <DialogCancel disabled={busy} />
          <Button
            type="submit"
            form={FORM_ID}
            variant="primary"
            busy={busy}
            disabled={isDeleted || isUploading || isDestinationTyped || met.length > 0 || values.title.trim() === ""}
          >
            Save
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={FORM_ID}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {isDeleted && <DeletedNotice />}
        {met.length > 0 && <FormConflict of="stream" names={met.map(fieldName)} onLoad={loadTheirs} onKeep={keepMine} />}
        <Parts {...{ stream, start, part, values, errors }} onChange={change} onUploading={setUploading} />
      </form>
      {/* Their forms are their own, and need no Save. */}
      <Part title="Destinations" onAir={stream.isLive ? ON_AIR_TEXTS.destinations : null} isWanted={part === "destinations"}>
        <UnsavedPlace value={tell}>
          <Deleted value={isDeleted}>
            <div className="divide-y divide-line">
              <DestinationPanel stream={stream} isAmongOthers />
              <ExtraDestinations stream={stream} />
            </div>
          </Deleted>
        </UnsavedPlace>
      </Part>
    </Dialog>
  );
}
