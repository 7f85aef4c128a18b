import type { StreamHead } from "@nightjar/contract";
import { Button } from "@nightjar/ui";
import { Clock, Copy, Pencil, RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { LiveDuration } from "../state/live-duration.tsx";
import { LiveBadge, Viewers } from "../state/state-badge.tsx";
import { useUpdateContent } from "../state/use-air-changes.ts";
import { Cover } from "../../../layout/cover.tsx";
import { laterDialog } from "../../../layout/later-dialog.tsx";

const DuplicateStreamDialog = laterDialog(async () => (await import("./duplicate-stream-dialog.tsx")).DuplicateStreamDialog);

const DeleteStreamDialog = laterDialog(async () => (await import("./delete-stream-dialog.tsx")).DeleteStreamDialog);

export interface StreamHeaderProps {
  stream: StreamHead;
  /** Its settings are wanted. */
  onEdit: () => void;
  /** Another stream is to be shown. */
  onChoose: (id: string) => void;
}

/** Artwork, title, channel, live state, viewers and duration, with the actions on the stream itself. */
export function StreamHeader({ stream, onEdit, onChoose }: StreamHeaderProps) {
  const [open, setOpen] = useState<"duplicate" | "delete" | null>(null);
  const close = () => setOpen(null);
  const updateContent = useUpdateContent();
  return (
    <header className="flex flex-wrap items-start gap-x-4 gap-y-4">
      <Cover large url={stream.artworkUrl} className="size-20 rounded-2xl max-sm:size-16" />
      <div className="min-w-0 flex-1 basis-44">
        <h2 dir="auto" className="text-xl font-semibold tracking-tight wrap-anywhere">
          {stream.title}
        </h2>
        <p dir="auto" className="text-sm text-dim">
          {stream.channelName ?? stream.youtubeChannelName ?? "No channel"}
        </p>
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
          <LiveBadge isLive={stream.isLive} viewerCount={stream.viewerCount} />
          {!stream.isLive && <Viewers count={stream.viewerCount} />}
          <span className="inline-flex items-center gap-1.5 text-xs text-soft tabular-nums">
            <Clock aria-hidden className="size-3.5 text-dim" />
            <LiveDuration stream={stream} />
          </span>
        </div>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2 max-sm:[&_svg]:hidden">
        <Button size="sm" onClick={onEdit}>
          <Pencil aria-hidden />
          Edit
        </Button>
        <Button size="sm" disabled={!stream.isLive} busy={updateContent.isPending} onClick={() => updateContent.run(stream.id)}>
          <RefreshCw aria-hidden />
          Update Live Stream
        </Button>
        <Button size="sm" onClick={() => setOpen("duplicate")}>
          <Copy aria-hidden />
          Duplicate
        </Button>
        <Button size="sm" variant="danger" onClick={() => setOpen("delete")}>
          <Trash2 aria-hidden />
          Delete
        </Button>
      </div>
      {stream.description && <p className="w-full text-sm wrap-anywhere whitespace-pre-line text-soft">{stream.description}</p>}
      {open === "duplicate" && <DuplicateStreamDialog stream={stream} onClose={close} onDuplicated={onChoose} />}
      {open === "delete" && <DeleteStreamDialog stream={stream} onClose={close} />}
    </header>
  );
}
