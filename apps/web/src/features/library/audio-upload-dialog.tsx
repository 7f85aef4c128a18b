import { UPLOAD_DIALOG_CLOSE_MS, type AudioUpload } from "@nightjar/contract";
import { Button, Dialog, DropZone, UploadComplete, UploadUnderWay } from "@nightjar/ui";
import { useEffect, useRef, useState } from "react";
import { fileSize, plural } from "../../lib/format.ts";
import { complain, complainOf, notify } from "../../lib/toast.ts";
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
      if (!(error instanceof DOMException)) complainOf(error, ["Upload Failed", "Failed to upload file"]);
    }
  };

  return (
    <Dialog
      open={open}
      onClose={() => {
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
        {phase.at === "done" && <UploadComplete fileName={phase.file.name} />}
      </div>
    </Dialog>
  );
}

function Uploading({ file, share, onCancel }: { file: File; share: number; onCancel: () => void }) {
  const percent = Math.floor(share * 100);
  return (
    <UploadUnderWay
      fileName={file.name}
      size={fileSize(file.size, 1)}
      share={share}
      text={percent < 100 ? `Uploading... ${percent} %` : "Reading the file..."}
    >
      <Button size="sm" onClick={onCancel}>
        Cancel upload
      </Button>
    </UploadUnderWay>
  );
}
