import { formatDuration } from "@nightjar/contract";
import { AudioControls, Button, cn, VolumeControl } from "@nightjar/ui";
import { X } from "lucide-react";
import { Cover } from "../../layout/cover.tsx";
import { player, usePlayer } from "./use-player.ts";

function Controls({ label, className }: { label: string; className?: string }) {
  const isPlaying = usePlayer((snapshot) => snapshot.isPlaying);
  const atMs = usePlayer((snapshot) => snapshot.atMs);
  const lengthMs = usePlayer((snapshot) => snapshot.lengthMs);
  return (
    <AudioControls
      label={label}
      isPlaying={isPlaying}
      atMs={atMs}
      lengthMs={lengthMs}
      formatTime={formatDuration}
      onToggle={player.toggle}
      onSeek={player.seek}
      {...(className !== undefined && { className })}
    />
  );
}

export interface DeckProps {
  shape: "panel" | "bar";
}

/** What the operator listens to: a panel in the sidebar, where that is hidden a bar at the lower edge. */
export function Deck({ shape }: DeckProps) {
  const track = usePlayer((snapshot) => snapshot.track);
  const volume = usePlayer((snapshot) => snapshot.volume);
  if (track === null) return null;
  const isBar = shape === "bar";
  const label = `${track.title} by ${track.artist}`;
  return (
    <section
      aria-label="Player"
      className={cn(
        "border-t border-line",
        isBar
          ? "grid h-26 grid-cols-[minmax(0,1fr)_auto] content-center gap-x-3 gap-y-1 bg-raised px-3 shadow-lift max-sm:pointer-fine:grid-cols-[minmax(0,1fr)_7rem_auto] sm:grid-cols-[minmax(0,1fr)_10rem_auto]"
          : "flex flex-col gap-2 px-4 py-3",
      )}
    >
      <div className="flex min-w-0 items-center gap-3">
        <Cover url={track.artworkUrl} className="size-10 rounded-lg" />
        <div className="min-w-0 flex-1">
          <p dir="auto" className="truncate text-sm font-medium">
            {track.title}
          </p>
          <p dir="auto" className="truncate text-xs text-dim">
            {track.artist}
          </p>
        </div>
        {!isBar && <CloseButton />}
      </div>
      {/* A phone has keys for it; a window as narrow has none. */}
      {isBar && <VolumeControl value={volume} onChange={player.setVolume} className="max-sm:hidden max-sm:pointer-fine:flex" />}
      {isBar && <CloseButton />}
      <Controls label={label} className={isBar ? "col-span-full" : ""} />
      {!isBar && <VolumeControl value={volume} onChange={player.setVolume} />}
    </section>
  );
}

function CloseButton() {
  return (
    <Button variant="ghost" size="icon" aria-label="Close player" className="pointer-coarse:size-11" onClick={player.close}>
      <X aria-hidden />
    </Button>
  );
}
