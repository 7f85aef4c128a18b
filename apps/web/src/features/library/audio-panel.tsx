import { Button, cn } from "@nightjar/ui";
import { CircleCheck, FileAudio, TriangleAlert } from "lucide-react";

export interface AudioPanelProps {
  isEditing: boolean;
  /** "": the track has no file. */
  fileUrl: string;
  /** What followed a replaced file. */
  note: string | null;
  onUpload: () => void;
}

/** Whether the track can be heard, and the way to its file. */
export function AudioPanel({ isEditing, fileUrl, note, onUpload }: AudioPanelProps) {
  const isReady = fileUrl !== "";
  const text = isReady
    ? "Audio file ready"
    : isEditing
      ? "No audio file - upload one to enable playback"
      : "Audio file required to save track";
  const Icon = isReady ? CircleCheck : TriangleAlert;
  return (
    <div
      className={cn(
        "flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border p-4",
        isReady ? "border-good/35 bg-good/8" : "border-warn/35 bg-warn/8",
      )}
    >
      <div role="status" className={cn("flex min-w-0 flex-1 basis-56 gap-2.5 text-sm font-medium", isReady ? "text-good" : "text-warn")}>
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
        <div>
          <p>{text}</p>
          {note !== null && <p className="font-normal text-soft">{note}</p>}
        </div>
      </div>
      <Button size="sm" variant={isReady ? "secondary" : "primary"} onClick={onUpload}>
        <FileAudio aria-hidden />
        {isReady ? "Replace Audio File" : "Upload Audio File"}
      </Button>
    </div>
  );
}
