import { UPLOAD_DIALOG_CLOSE_MS, type AudioUpload } from "@nightjar/contract";
import { Button, Dialog, DropZone, ProgressBar } from "@nightjar/ui";
import { CircleCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { messageOf } from "../../lib/errors.ts";
import { fileSize, plural } from "../../lib/format.ts";
import { complain, notify } from "../../lib/toast.ts";
import { ACCEPT, refusalOf, uploadAudio } from "./upload-audio.ts";

type Phase = { at: "choose" } | { at: "uploading"; file: File; share: number } | { at: "done"; file: File };

export interface AudioUploadDialogProps {
  open: boolean;
  isReplacing: boolean;
  onClose: () => void;
  onUploaded: (upload: AudioUpload) => void;
}

/** One file at a time: choose, uploading, 'Upload Complete!', closed. */
export function AudioUploadDialog({ open, isReplacing, onClose, onUploaded }: AudioUploadDialogProps) {
  const [phase, setPhase] = useState<Phase>({ at: "choose" });
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  useEffect(() => {
    if (phase.at !== "done") return;
    const timer = setTimeout(() => {
      setPhase({ at: "choose" });
      onClose();
    }, UPLOAD_DIALOG_CLOSE_MS);
    return () => clearTimeout(timer);
  }, [phase.at, onClose]);

  const send = async (file: File) => {
    const refusal = refusalOf(file);
    if (refusal) return complain(refusal.title, refusal.text);
    abort.current = new AbortController();
    setPhase({ at: "uploading", file, share: 0 });
    try {
      const upload = await uploadAudio(file, {
        signal: abort.current.signal,
        onProgress: (share) => setPhase({ at: "uploading", file, share }),
      });
      setPhase({ at: "done", file });
      notify("File Uploaded Successfully", `${upload.fileName} uploaded and ready`);
      onUploaded(upload);
    } catch (error) {
      setPhase({ at: "choose" });
      if (!(error instanceof DOMException)) complain("Upload Failed", messageOf(error, "Failed to upload file"));
    }
  };

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (next) return;
        setPhase({ at: "choose" });
        onClose();
      }}
      locked={phase.at === "uploading"}
      width="sm"
      title={isReplacing ? "Replace Audio File" : "Upload Audio File"}
      description="Upload an MP3 file. We'll extract metadata automatically."
    >
      <div className="grid min-h-48 content-center">
        {phase.at === "choose" && (
          <DropZone
            label="Audio file"
            accept={ACCEPT}
            hint="MP3, WAV, FLAC, M4A or AAC, up to 50 MB"
            onFiles={([file]) => {
              if (file) void send(file);
            }}
            onLeftOut={(count) =>
              notify(
                "One file at a time",
                `The first file was taken, ${plural(count, "other")} left out. Bulk Upload takes several at once.`,
              )
            }
          />
        )}
        {phase.at === "uploading" && <Uploading file={phase.file} share={phase.share} onCancel={() => abort.current?.abort()} />}
        {phase.at === "done" && (
          <div role="status" className="flex flex-col items-center gap-1 text-center">
            <CircleCheck aria-hidden className="mb-2 size-10 text-good" />
            <p className="font-medium">Upload Complete!</p>
            <p className="max-w-full truncate text-sm text-dim">{phase.file.name}</p>
          </div>
        )}
      </div>
    </Dialog>
  );
}

function Uploading({ file, share, onCancel }: { file: File; share: number; onCancel: () => void }) {
  const percent = Math.floor(share * 100);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <p className="min-w-0 truncate font-medium">{file.name}</p>
        <p className="shrink-0 text-sm text-dim tabular-nums">{fileSize(file.size, 1)}</p>
      </div>
      <ProgressBar label="Upload progress" value={share} />
      <div className="flex items-center justify-between">
        <p role="status" className="text-sm text-soft tabular-nums">
          {percent < 100 ? `Uploading... ${percent} %` : "Reading the file..."}
        </p>
        <Button size="sm" onClick={onCancel}>
          Cancel upload
        </Button>
      </div>
    </div>
  );
}
