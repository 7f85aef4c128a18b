import { zodResolver } from "@hookform/resolvers/zod";
import type { AudioUpload, Track } from "@nightjar/contract";
import { Button, Dialog, Notice } from "@nightjar/ui";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { notify } from "../../lib/toast.ts";
import { AudioPanel } from "./audio-panel.tsx";
import { AudioUploadDialog } from "./audio-upload-dialog.tsx";
import { EMPTY_FORM, formOf, fromMetadata, trackForm, type TrackFormValues } from "./track-form.ts";
import { TrackFieldset } from "./track-fieldset.tsx";
import { useSaveTrack } from "./use-save-track.ts";

const FORM_ID = "track-form";

export interface TrackDialogProps {
  /** The track to edit; null adds one. */
  track: Track | null;
  onClose: () => void;
}

/** 'Complete Track Details' and 'Edit Track'. Mounted while it is open. */
export function TrackDialog({ track, onClose }: TrackDialogProps) {
  const form = useForm({ resolver: zodResolver(trackForm), defaultValues: track ? formOf(track) : EMPTY_FORM });
  // The dialog keeps the title it was opened with, though the file is there before it closes.
  const [upload, setUpload] = useState({ isOpen: false, isReplacing: false });
  const [hasMetadata, setHasMetadata] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { isSaving, save } = useSaveTrack(track);
  const fileUrl = useWatch({ control: form.control, name: "fileUrl" });
  const needsFile = track === null && fileUrl === "";

  const take = (uploaded: AudioUpload) => {
    form.setValue("fileUrl", uploaded.fileUrl, { shouldDirty: true });
    if (track !== null) return;
    for (const [name, value] of Object.entries(fromMetadata(uploaded))) {
      form.setValue(name as keyof TrackFormValues, value, { shouldDirty: true });
    }
    form.clearErrors();
    setHasMetadata(true);
  };
  const closeUpload = () => {
    setUpload((before) => ({ ...before, isOpen: false }));
    if (hasMetadata) notify("Metadata Extracted", "The form was filled in from the file. Please check it.");
    setHasMetadata(false);
  };
  const submit = form.handleSubmit(async (fields) => {
    setFailure(null);
    const reason = await save(fields);
    if (reason === null) onClose();
    else setFailure(reason);
  });
  const label = track ? (isSaving ? "Updating..." : "Update Track") : isSaving ? "Uploading..." : "Upload Track";
  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => {
          if (!open) onClose();
        }}
        locked={isSaving}
        width="lg"
        title={track ? "Edit Track" : "Complete Track Details"}
        footer={
          <>
            <Button disabled={isSaving} onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form={FORM_ID} variant="primary" busy={isSaving} disabled={needsFile}>
              {label}
            </Button>
          </>
        }
      >
        <form id={FORM_ID} noValidate className="flex flex-col gap-5" onSubmit={submit}>
          <AudioPanel
            isEditing={track !== null}
            fileUrl={fileUrl}
            onUpload={() => setUpload({ isOpen: true, isReplacing: fileUrl !== "" })}
          />
          {failure !== null && (
            <Notice tone="bad" role="alert">
              {failure}
            </Notice>
          )}
          <TrackFieldset form={form} />
        </form>
      </Dialog>
      <AudioUploadDialog open={upload.isOpen} isReplacing={upload.isReplacing} onClose={closeUpload} onUploaded={take} />
    </>
  );
}
