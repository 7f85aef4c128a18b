import { Button, Checkbox, Dialog, DropZone, Locked, ProgressBar } from "@nightjar/ui";
import { isOpen, isUnsaved } from "./bulk-items.ts";
import { BulkRow } from "./bulk-row.tsx";
import { useBulkUpload } from "./use-bulk-upload.ts";

/** How far all of them are, and the way out. */
function RunProgress({ progress, onStop }: { progress: number; onStop: () => void }) {
  return (
    <div className="flex items-center gap-3 py-4">
      <ProgressBar label="Files processed" value={progress} className="flex-1" />
      <p className="w-12 text-right text-sm text-soft tabular-nums">{Math.round(progress * 100)} %</p>
      <Button size="sm" onClick={onStop}>
        Stop
      </Button>
    </div>
  );
}

/** Several files at once, each with its ISRC code. Mounted while it is open. */
export function BulkUploadDialog({ onClose }: { onClose: () => void }) {
  const bulk = useBulkUpload();
  const isRunning = bulk.progress !== null;
  return (
    <Dialog
      onClose={onClose}
      locked={isRunning}
      unsaved={isUnsaved(bulk.items)}
      width="lg"
      title="Bulk Upload"
      description="Choose several audio files and give each its ISRC code. Titles, artists and codes are read from the files; a column of codes can be pasted."
      footer={
        <>
          <Button busy={bulk.isChecking} disabled={isRunning || !bulk.items.some(isOpen)} onClick={bulk.checkDuplicates}>
            Check Duplicates
          </Button>
          <Button variant="primary" busy={isRunning} disabled={bulk.items.length === 0} onClick={() => void bulk.process()}>
            {isRunning ? "Uploading..." : "Upload Tracks"}
          </Button>
        </>
      }
    >
      {bulk.progress === null ? (
        <DropZone
          label="Audio files"
          accept="audio/*,.mp3,.wav,.flac,.aac,.ogg,.m4a,.aif,.aiff"
          hint="A whole folder can be dropped. Up to 2 GB a file."
          multiple
          onFiles={bulk.add}
        />
      ) : (
        <RunProgress progress={bulk.progress} onStop={bulk.stop} />
      )}
      {/* It stays as it ends, and what waits for its turn takes its code until then. */}
      <Locked value={false}>
        <Checkbox
          label="Look up what the files leave out by their codes"
          className="mt-4"
          checked={bulk.looksUp}
          onCheckedChange={(checked) => bulk.lookUp(checked === true)}
        />
        <ul aria-label="Files" className="mt-4 max-h-96 overflow-y-auto">
          {bulk.items.map((item) => (
            <BulkRow
              key={item.id}
              item={item}
              onIsrc={(isrcCode) => bulk.setIsrc(item.id, isrcCode)}
              onArtist={(artist) => bulk.setArtist(item.id, artist)}
              onPaste={(text) => bulk.paste(item.id, text)}
              onRemove={() => bulk.remove(item.id)}
              onCancel={() => bulk.cancel(item.id)}
            />
          ))}
        </ul>
      </Locked>
    </Dialog>
  );
}
