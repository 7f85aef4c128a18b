import { VIDEO_DIALOG_CLOSE_MS, type VideoUpload } from "@nightjar/contract";
import { Button, cn, Dialog, DropZone, Notice, ProgressBar } from "@nightjar/ui";
import { CircleCheck } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { fileSize } from "../../lib/format.ts";
import { VIDEO_ACCEPT } from "./send-video.ts";
import { type VideoItem, isUnderWay } from "./upload-queue.ts";
import { stateOf, UploadRow } from "./upload-row.tsx";
import { uploads, useUploads } from "./uploads.ts";

export interface UploadDialogProps {
  onUploaded: (upload: VideoUpload) => void;
  onClose: () => void;
}

/** Mounted while it is open. One file is handed over to the form that asked; of several each becomes a background by itself. */
export function UploadDialog({ onUploaded, onClose }: UploadDialogProps) {
  const [ids, setIds] = useState<readonly string[]>([]);
  const items = useUploads().filter(({ id }) => ids.includes(id));
  const [only] = items;
  const isOne = ids.length === 1 && only !== undefined;
  const close = () => {
    for (const { creates, id, status } of items) {
      if (status !== "failed") uploads.leave(id);
      // Nobody else lists it; of several, each that failed stays in sight.
      else if (!creates) uploads.remove(id);
    }
    onClose();
  };
  const handOver = useEffectEvent(() => {
    if (!only?.upload) return;
    uploads.remove(only.id);
    onUploaded(only.upload);
    onClose();
  });
  const isComplete = isOne && only.status === "uploaded";
  useEffect(() => {
    if (!isComplete) return;
    const timer = setTimeout(() => handOver(), VIDEO_DIALOG_CLOSE_MS);
    return () => clearTimeout(timer);
  }, [isComplete]);
  const isEmpty = items.length === 0;
  const isBusy = items.some(isUnderWay);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title="Upload Background Video"
      description="A video up to 100 MB, or a picture that stands still. Several at once become a background each, named after their files."
      {...(!isEmpty && { footer: <Button onClick={close}>{isBusy ? "Go On in the Background" : "Close"}</Button> })}
    >
      <div className="grid min-h-48 content-center">
        {isEmpty && (
          <DropZone
            label="Background files"
            accept={VIDEO_ACCEPT}
            multiple
            hint="MP4, MOV, AVI or WebM, up to 100 MB; PNG, JPEG or WebP"
            onFiles={(files) => setIds(uploads.add(files, files.length > 1))}
          />
        )}
        {isOne && <OnlyFile item={only} onChooseAgain={() => uploads.remove(only.id)} />}
        {!isEmpty && !isOne && (
          <ul aria-label="Uploads" className="divide-y divide-line">
            {items.map((item) => (
              <UploadRow key={item.id} item={item} />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

function OnlyFile({ item, onChooseAgain }: { item: VideoItem; onChooseAgain: () => void }) {
  const { file, id, isHeld, mayWork, reason, share, status } = item;
  if (status === "failed") {
    return (
      <div className="flex flex-col gap-4">
        <Notice tone="bad" role="alert">
          <span className="block font-medium">{file.name}</span>
          {reason}
        </Notice>
        <div className="flex flex-wrap justify-end gap-2">
          {mayWork && <Button onClick={onChooseAgain}>Choose Another File</Button>}
          <Button variant="primary" onClick={() => (mayWork ? uploads.retry(id) : onChooseAgain())}>
            Try Again
          </Button>
        </div>
      </div>
    );
  }
  if (!isUnderWay(item)) {
    return (
      <div role="status" className="flex flex-col items-center gap-1 text-center">
        <CircleCheck aria-hidden className="mb-2 size-10 text-good" />
        <p className="font-medium">Upload Complete!</p>
        <p className="max-w-full truncate text-sm text-dim">{file.name}</p>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <p className="min-w-0 truncate font-medium">{file.name}</p>
        <p className="shrink-0 text-sm text-dim tabular-nums">{fileSize(file.size, 1)}</p>
      </div>
      <ProgressBar label="Upload progress" value={share} tone={isHeld ? "warn" : "moon"} />
      <div className="flex items-center justify-between gap-4">
        <p role="status" className={cn("text-sm tabular-nums", isHeld ? "text-warn" : "text-soft")}>
          {stateOf(item)}
        </p>
        <div className="flex shrink-0 gap-2">
          {isHeld && (
            <Button size="sm" onClick={() => uploads.retry(id)}>
              Try Again
            </Button>
          )}
          <Button size="sm" onClick={onChooseAgain}>
            Cancel upload
          </Button>
        </div>
      </div>
    </div>
  );
}
