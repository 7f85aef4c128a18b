import type { AudioUpload, Track, TrackId } from "@nightjar/contract";
import { Button, Dialog, DialogCancel, Notice } from "@nightjar/ui";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useLiveStreams } from "../../lib/live/use-live.ts";
import { notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { ArtworkField } from "../media/artwork-field.tsx";
import { AudioPanel } from "./audio-panel.tsx";
import { AudioUploadDialog } from "./audio-upload-dialog.tsx";
import { editText, UNREAD_TEXT } from "./on-air.ts";
import { TrackConflict } from "./track-conflict.tsx";
import { fromMetadata, fromReplacement, replacementText, type TrackFormValues } from "./track-form.ts";
import { TrackFieldset } from "./track-fieldset.tsx";
import { type TrackFormState, useTrackForm } from "./use-track-form.ts";

const FORM_ID = "track-form";

export interface TrackDialogProps {
  /** The track to edit; null adds one. */
  track: Track | null;
  onClose: () => void;
}

/** The way to the audio file, and what it brings along. */
function AudioFile({ form, editing }: Pick<TrackFormState, "form" | "editing">) {
  // The dialog keeps the title it was opened with, though the file is there before it closes.
  const [upload, setUpload] = useState({ isOpen: false, isReplacing: false });
  const [hasMetadata, setHasMetadata] = useState(false);
  const [followed, setFollowed] = useState<string | null>(null);
  const fileUrl = useWatch({ control: form.control, name: "fileUrl" });
  const take = (uploaded: AudioUpload) => {
    const before = form.getValues();
    const fields = editing ? fromReplacement(uploaded) : { fileUrl: uploaded.fileUrl, ...fromMetadata(uploaded) };
    for (const [name, value] of Object.entries(fields)) {
      form.setValue(name as keyof TrackFormValues, value, { shouldDirty: true });
    }
    form.clearErrors();
    if (editing) setFollowed(replacementText(before, fields));
    else setHasMetadata(true);
  };
  const closeUpload = () => {
    setUpload((before) => ({ ...before, isOpen: false }));
    if (hasMetadata) notify("Metadata Extracted", "The form was filled in from the file. Please check it.");
    setHasMetadata(false);
  };
  return (
    <>
      <AudioPanel
        isEditing={editing !== null}
        fileUrl={fileUrl}
        note={followed}
        onUpload={() => setUpload({ isOpen: true, isReplacing: fileUrl !== "" })}
      />
      <AudioUploadDialog open={upload.isOpen} isReplacing={upload.isReplacing} onClose={closeUpload} onUploaded={take} />
    </>
  );
}

/** What is on air changes under somebody's eyes. */
function OnAirNotice({ id }: { id: TrackId }) {
  const streams = trpc.streams.summaries.useQuery();
  const live = useLiveStreams();
  const text = streams.data ? editText(id, streams.data, live) : streams.isError ? UNREAD_TEXT : null;
  return text === null ? null : <Notice tone="warn">{text}</Notice>;
}

/** 'Complete Track Details' and 'Edit Track'. Mounted while it is open. */
export function TrackDialog({ track, onClose }: TrackDialogProps) {
  const { form, editing, isTyped, isSaving, failure, conflict, submit, loadTheirs, keepMine } = useTrackForm(track, onClose);
  const [isUploading, setUploading] = useState(false);
  const [isLooking, setLooking] = useState(false);
  const [fileUrl, artworkUrl] = useWatch({ control: form.control, name: ["fileUrl", "artworkUrl"] });
  const needsFile = track === null && fileUrl === "";
  const label = track ? (isSaving ? "Updating..." : "Update Track") : isSaving ? "Uploading..." : "Upload Track";
  return (
    <Dialog
      onClose={onClose}
      locked={isSaving}
      unsaved={isTyped || isUploading || isLooking}
      width="lg"
      title={track ? "Edit Track" : "Complete Track Details"}
      footer={
        <>
          <DialogCancel disabled={isSaving} />
          <Button
            type="submit"
            form={FORM_ID}
            variant="primary"
            busy={isSaving}
            disabled={needsFile || isUploading || isLooking || conflict !== null}
          >
            {label}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} noValidate className="flex flex-col gap-5" onSubmit={submit}>
        {conflict && <TrackConflict before={conflict.before} theirs={conflict.theirs} onLoad={loadTheirs} onKeep={keepMine} />}
        {editing && <OnAirNotice id={editing.id} />}
        <AudioFile form={form} editing={editing} />
        {failure !== null && (
          <Notice tone="bad" role="alert">
            {failure}
          </Notice>
        )}
        <ArtworkField
          url={artworkUrl === "" ? null : artworkUrl}
          onChange={(url) => form.setValue("artworkUrl", url ?? "", { shouldDirty: true })}
          onBusy={setUploading}
        />
        <TrackFieldset form={form} trackId={editing?.id ?? null} onBusy={setLooking} />
      </form>
    </Dialog>
  );
}
