import { Badge, Button, Dialog, DropZone, IconButton, Input, ProgressBar, type Tone } from "@nightjar/ui";
import { X } from "lucide-react";
import { fileSize } from "../../lib/format.ts";
import type { BulkItem, BulkStatus } from "./bulk-items.ts";
import { useBulkUpload } from "./use-bulk-upload.ts";

const STATUS: Readonly<Record<BulkStatus, { word: string; tone: Tone }>> = {
  pending: { word: "Pending", tone: "neutral" },
  processing: { word: "Processing", tone: "moon" },
  success: { word: "Success", tone: "good" },
  error: { word: "Error", tone: "bad" },
  duplicate: { word: "Duplicate", tone: "warn" },
};

interface ItemProps {
  item: BulkItem;
  locked: boolean;
  onIsrc: (isrcCode: string) => void;
  onRemove: () => void;
}

function Item({ item, locked, onIsrc, onRemove }: ItemProps) {
  const { word, tone } = STATUS[item.status];
  const { name, size } = item.file;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 gap-y-2 border-t border-line py-3 sm:grid-cols-[minmax(0,1fr)_12rem_6rem_auto]">
      <div className="min-w-0">
        <p className="truncate text-sm font-medium">{name}</p>
        <p className="text-xs text-dim tabular-nums">{fileSize(size, 2)}</p>
      </div>
      <Input
        aria-label={`ISRC code for ${name}`}
        placeholder="ISRC code"
        autoCapitalize="characters"
        maxLength={32}
        value={item.isrcCode}
        disabled={locked || item.status === "success"}
        onChange={(event) => onIsrc(event.target.value)}
        className="max-sm:order-last max-sm:col-span-3"
      />
      <Badge tone={tone} className="justify-self-start">
        {word}
      </Badge>
      <IconButton label={`Remove ${name}`} icon={<X />} disabled={locked} onClick={onRemove} />
      {item.errorMessage !== null && (
        <p role="alert" className="col-span-full text-sm wrap-anywhere text-bad">
          {item.errorMessage}
        </p>
      )}
    </li>
  );
}

/** Several files at once, each with its ISRC code. Mounted while it is open. */
export function BulkUploadDialog({ onClose }: { onClose: () => void }) {
  const bulk = useBulkUpload();
  const isRunning = bulk.progress !== null;
  const percent = Math.round((bulk.progress ?? 0) * 100);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      locked={isRunning}
      width="lg"
      title="Bulk Upload"
      description="Choose several audio files and give each its ISRC code. Titles and artists are read from the files."
      footer={
        <>
          <Button busy={bulk.isChecking} disabled={isRunning || bulk.items.length === 0} onClick={bulk.checkDuplicates}>
            Check Duplicates
          </Button>
          <Button variant="primary" busy={isRunning} disabled={bulk.items.length === 0} onClick={() => void bulk.process()}>
            {isRunning ? "Uploading..." : "Upload Tracks"}
          </Button>
        </>
      }
    >
      {!isRunning && (
        <DropZone
          label="Audio files"
          accept="audio/*,.mp3,.wav,.flac,.aac,.ogg,.m4a,.aif,.aiff"
          hint="Up to 2 GB each"
          multiple
          onFiles={bulk.add}
        />
      )}
      {isRunning && (
        <div className="flex items-center gap-3 py-4">
          <ProgressBar label="Files processed" value={bulk.progress ?? 0} className="flex-1" />
          <p role="status" className="w-12 text-right text-sm text-soft tabular-nums">
            {percent} %
          </p>
        </div>
      )}
      <ul aria-label="Files" className="mt-4 max-h-96 overflow-y-auto">
        {bulk.items.map((item) => (
          <Item
            key={item.id}
            item={item}
            locked={isRunning}
            onIsrc={(isrcCode) => bulk.setIsrc(item.id, isrcCode)}
            onRemove={() => bulk.remove(item.id)}
          />
        ))}
      </ul>
    </Dialog>
  );
}
