import type { MediaAsset, MediaAssetId } from "@nightjar/contract";
import { Button, Counting, Dialog, DropZone, EmptyState, ProgressBar } from "@nightjar/ui";
import { Images } from "lucide-react";
import { useState } from "react";
import { Reading } from "../../layout/reading.tsx";
import { plural } from "../../lib/format.ts";
import { trpc } from "../../lib/trpc.ts";
import { DeleteImageDialog } from "./delete-image-dialog.tsx";
import { ImageTile } from "./image-tile.tsx";
import { IMAGE_ACCEPT } from "./upload-image.ts";
import { type Uploading, useImageUpload } from "./use-image-upload.ts";

function UploadProgress({ uploading: { file, share, waiting }, onCancel }: { uploading: Uploading; onCancel: () => void }) {
  const percent = Math.floor(share * 100);
  return (
    <div className="flex flex-col gap-3 rounded-xl border border-line px-5 py-4">
      <p dir="auto" className="truncate text-sm font-medium">
        {file.name}
      </p>
      <ProgressBar label="Upload progress" value={share} />
      <div className="flex items-center justify-between gap-4">
        <p role="status" className="text-sm text-soft tabular-nums">
          <Counting text={percent < 100 ? `Uploading... ${percent} %` : "Checking the image..."} />
          {waiting > 0 && ` ${plural(waiting, "more image")} to come.`}
        </p>
        <Button size="sm" onClick={onCancel}>
          Cancel upload
        </Button>
      </div>
    </div>
  );
}

interface GridProps {
  chosenId: MediaAssetId | null;
  onChoose: (asset: MediaAsset) => void;
  onDelete: (asset: MediaAsset) => void;
}

function Grid({ chosenId, onChoose, onDelete }: GridProps) {
  const [images] = trpc.overlays.media.useSuspenseQuery();
  if (images.length === 0)
    return (
      <EmptyState icon={<Images />} title="No images yet" text="Upload a PNG, JPEG or WebP image; it can be used in every template." />
    );
  return (
    <ul aria-label="Images" className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {images.map((asset) => (
        <ImageTile
          key={asset.id}
          asset={asset}
          isChosen={asset.id === chosenId}
          onChoose={() => onChoose(asset)}
          onDelete={() => onDelete(asset)}
        />
      ))}
    </ul>
  );
}

export interface MediaDialogProps {
  /** Of what is edited. */
  currentId: MediaAssetId | null;
  onUse: (asset: MediaAsset) => void;
  onClose: () => void;
}

/** The media library: picks an image, takes new ones, deletes what nobody shows. Mounted while it is open. */
export function MediaDialog({ currentId, onUse, onClose }: MediaDialogProps) {
  const { data: images } = trpc.overlays.media.useQuery();
  const [chosenId, setChosenId] = useState<MediaAssetId | null>(null);
  // Somebody may have deleted it since: a save that names it is refused with all that it holds.
  const chosen = images?.find(({ id }) => id === chosenId);
  const [deleting, setDeleting] = useState<MediaAsset | null>(null);
  const { uploading, send, cancel } = useImageUpload(({ id }) => setChosenId(id));
  const use = () => {
    if (chosen) onUse(chosen);
    onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      locked={uploading !== null}
      width="lg"
      title="Media Library"
      description="Images for overlays: logos, icons, pictures."
      footer={
        <>
          <Button disabled={uploading !== null} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" disabled={!chosen || uploading !== null} onClick={use}>
            Use Image
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {uploading ? (
          <UploadProgress uploading={uploading} onCancel={cancel} />
        ) : (
          <DropZone label="Upload images" accept={IMAGE_ACCEPT} multiple hint="PNG, JPEG or WebP, up to 10 MB" onFiles={send} />
        )}
        <Reading loading="Loading images..." failed="The images could not be read">
          <Grid chosenId={chosen?.id ?? currentId} onChoose={({ id }) => setChosenId(id)} onDelete={setDeleting} />
        </Reading>
      </div>
      {deleting && (
        <DeleteImageDialog
          asset={deleting}
          onDeleted={() => setChosenId((before) => (before === deleting.id ? null : before))}
          onClose={() => setDeleting(null)}
        />
      )}
    </Dialog>
  );
}
