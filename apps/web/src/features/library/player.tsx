import { formatDuration, type Track } from "@nightjar/contract";
import { AudioPlayer, Button } from "@nightjar/ui";
import { X } from "lucide-react";
import { complain } from "../../lib/toast.ts";
import { Cover } from "../../layout/cover.tsx";

/** What the operator listens to, at the lower edge of the library; streams are not touched by it. */
export function Player({ track, onClose }: { track: Track; onClose: () => void }) {
  return (
    <section
      aria-label="Player"
      className="sticky bottom-3 z-20 flex animate-rise-in flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl border border-line bg-raised p-3 shadow-lift sm:flex-nowrap"
    >
      <div className="flex min-w-0 flex-1 items-center gap-3 sm:max-w-72">
        <Cover url={track.artworkUrl} />
        <div className="min-w-0">
          <p className="truncate text-sm font-medium">{track.title}</p>
          <p className="truncate text-sm text-dim">{track.artist}</p>
        </div>
      </div>
      <Button variant="ghost" size="icon" aria-label="Close player" className="sm:order-last" onClick={onClose}>
        <X aria-hidden />
      </Button>
      {track.fileUrl !== null && (
        <AudioPlayer
          key={track.fileUrl}
          src={track.fileUrl}
          label={`${track.title} by ${track.artist}`}
          formatTime={formatDuration}
          autoPlay
          className="flex-1 basis-full sm:basis-0"
          onError={() => complain("Playback failed", "The audio file could not be played.")}
        />
      )}
    </section>
  );
}
