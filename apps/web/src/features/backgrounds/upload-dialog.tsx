import { VIDEO_DIALOG_CLOSE_MS, type VideoUpload } from "@nightjar/contract";
import { Button, Dialog, DropZone, Notice, oncePressed, UploadComplete, UploadUnderWay } from "@nightjar/ui";
import { useEffect, useEffectEvent, useState } from "react";
import { fileSize } from "../../lib/format.ts";
import { VIDEO_ACCEPT } from "./send-video.ts";
import { type VideoItem, isUnderWay } from "./upload-queue.ts";
import { UploadRow } from "./upload-row.tsx";
import { uploads, useUploads } from "./uploads.ts";
import { stateOf } from "./words.ts";

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
  const isComplete = isOne && only.status === "uploaded";
  const close = () => {
    // Whoever does not wait for the second wants what was uploaded all the same.
    if (isComplete) return handOver();
    for (const { creates, id, status } of items) {
      if (status !== "failed") uploads.leave(id);
      // Nobody else lists it; of several, each that failed stays in sight.
      else if (!creates) uploads.remove(id);
    }
    onClose();
  };
  const handOver = () => {
    if (!only?.upload) return;
    uploads.remove(only.id);
    onUploaded(only.upload);
    onClose();
  };
  const onceShown = useEffectEvent(handOver);
  useEffect(() => {
    if (!isComplete) return;
    const timer = setTimeout(() => onceShown(), VIDEO_DIALOG_CLOSE_MS);
    return () => clearTimeout(timer);
  }, [isComplete]);
  const isEmpty = items.length === 0;
  const isBusy = items.some(isUnderWay);
  return (
    <Dialog
      onClose={close}
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
          <span dir="auto" className="block font-medium">
            {file.name}
          </span>
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
  if (!isUnderWay(item)) return <UploadComplete fileName={file.name} />;
  return (
    <UploadUnderWay fileName={file.name} size={fileSize(file.size, 1)} share={share} text={stateOf(item)} isHeld={isHeld}>
      {isHeld && (
        <Button size="sm" onClick={() => uploads.retry(id)}>
          Try Again
        </Button>
      )}
      <Button size="sm" onClick={oncePressed(onChooseAgain)}>
        Cancel upload
      </Button>
    </UploadUnderWay>
  );
}
