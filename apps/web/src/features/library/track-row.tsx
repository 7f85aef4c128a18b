import type { Track } from "@nightjar/contract";
import { Artwork, Badge, Button, cn, IconButton, Menu } from "@nightjar/ui";
import { EllipsisVertical, Info, Pencil, Play, Trash2 } from "lucide-react";

export interface TrackActions {
  readonly play: (track: Track) => void;
  readonly edit: (track: Track) => void;
  readonly info: (track: Track) => void;
  readonly remove: (track: Track) => void;
}

/** The columns, shared by the heading and every row. */
export const COLUMNS =
  "grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 px-3 sm:px-5 xl:grid-cols-[3rem_minmax(0,5fr)_minmax(0,3fr)_5rem_4rem_5rem_10rem] xl:gap-x-4";

export interface TrackRowProps {
  track: Track;
  /** From 1. */
  number: number;
  isCurrent: boolean;
  actions: TrackActions;
}

function TitleCell({ track }: { track: Track }) {
  return (
    <div role="cell" className="flex min-w-0 items-center gap-3">
      <Artwork url={track.artworkUrl} />
      <div className="min-w-0">
        <p className="flex min-w-0 items-center gap-2">
          <span className="truncate font-medium">{track.title}</span>
          {track.explicit && (
            <abbr title="Explicit" className="rounded bg-hover px-1 text-[0.6875rem]/4 font-semibold text-soft no-underline">
              E
            </abbr>
          )}
        </p>
        <p className="truncate text-sm text-dim">
          <span className="xl:hidden">{track.artist}</span>
          {track.album !== null && <span className="max-xl:hidden">{track.album}</span>}
        </p>
      </div>
    </div>
  );
}

function ActionsCell({ track, actions }: Pick<TrackRowProps, "track" | "actions">) {
  const play = () => actions.play(track);
  return (
    <div role="cell" className="flex justify-end">
      <div className="hidden xl:flex">
        <IconButton label={`Play ${track.title}`} icon={<Play />} disabled={!track.hasAudioFile} onClick={play} />
        <IconButton label={`Edit ${track.title}`} icon={<Pencil />} onClick={() => actions.edit(track)} />
        <IconButton label={`Info on ${track.title}`} icon={<Info />} onClick={() => actions.info(track)} />
        <IconButton label={`Delete ${track.title}`} icon={<Trash2 />} onClick={() => actions.remove(track)} className="hover:text-bad!" />
      </div>
      <div className="xl:hidden">
        <Menu
          items={[
            { label: "Play", icon: <Play />, onSelect: play, disabled: !track.hasAudioFile },
            { label: "Edit", icon: <Pencil />, onSelect: () => actions.edit(track) },
            { label: "Info", icon: <Info />, onSelect: () => actions.info(track) },
            { label: "Delete", icon: <Trash2 />, onSelect: () => actions.remove(track), danger: true },
          ]}
        >
          <Button variant="ghost" size="icon" aria-label={`Actions for ${track.title}`} className="size-11 -mr-2">
            <EllipsisVertical aria-hidden />
          </Button>
        </Menu>
      </div>
    </div>
  );
}

export function TrackRow({ track, number, isCurrent, actions }: TrackRowProps) {
  const status = <Badge tone={track.hasAudioFile ? "good" : "warn"}>{track.hasAudioFile ? "Ready" : "No File"}</Badge>;
  return (
    <div
      role="row"
      aria-rowindex={number + 1}
      className={cn(COLUMNS, "h-16 border-t border-line", isCurrent ? "bg-moon/8" : "hover:bg-raised/60")}
    >
      <div role="cell" className={cn("hidden text-sm tabular-nums xl:block", isCurrent ? "text-moon" : "text-dim")}>
        {number}
      </div>
      <TitleCell track={track} />
      <div role="cell" className="hidden truncate text-sm text-soft xl:block">
        {track.artist}
      </div>
      <div role="cell" className="flex flex-col items-end gap-0.5 text-sm text-soft tabular-nums xl:block">
        {track.duration}
        {!track.hasAudioFile && <span className="xl:hidden">{status}</span>}
      </div>
      <div role="cell" className="hidden text-sm text-soft tabular-nums xl:block">
        {track.playCount.toLocaleString("en")}
      </div>
      <div role="cell" className="hidden xl:block">
        {status}
      </div>
      <ActionsCell track={track} actions={actions} />
    </div>
  );
}
