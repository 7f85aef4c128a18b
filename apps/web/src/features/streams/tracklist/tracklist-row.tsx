import type { StreamTrack } from "@nightjar/contract";
import { Badge, Button, cn, IconButton, Menu, Tip, type MenuItem } from "@nightjar/ui";
import { ArrowDown, ArrowUp, EllipsisVertical, GripVertical, Link2, Link2Off, Play, Trash2, Volume1 } from "lucide-react";
import type { KeyboardEvent } from "react";
import { markLook, useDragRow } from "../../../layout/drag-rows.tsx";
import { Cover } from "../../../layout/cover.tsx";

export const TRACKLIST_ROW_PX = 60;

const GAPLESS = "Plays on without a gap from the track above";

export interface TracklistRowProps {
  track: StreamTrack;
  /** From 0. */
  index: number;
  count: number;
  onMove: (to: number) => void;
  onRemove: () => void;
  /** null: the stream is not on air. */
  onPlayNow: (() => void) | null;
  onGapless: (isGapless: boolean) => void;
}

/** One entry; it is moved by dragging its handle, by the arrow keys on it, or through the menu. */
export function TracklistRow(props: TracklistRowProps) {
  const { track, index, count, onMove, onRemove, onPlayNow, onGapless } = props;
  const { row, handle, isDragged, mark } = useDragRow(track.itemId, index);
  const byKey = (event: KeyboardEvent) => {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    onMove(index + step);
  };
  return (
    <div
      ref={row}
      role="listitem"
      aria-label={`${index + 1}. ${track.title} by ${track.artist}`}
      style={{ height: TRACKLIST_ROW_PX }}
      className={cn(
        "relative flex items-center gap-3 border-t border-line max-sm:gap-2",
        isDragged && "opacity-40",
        mark !== null && markLook[mark],
      )}
    >
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Move ${track.title}; use the arrow keys`}
        className="w-6 shrink-0 cursor-grab touch-none text-dim max-sm:h-11"
        onKeyDown={byKey}
        {...handle}
      >
        <GripVertical aria-hidden />
      </Button>
      <span className="w-7 shrink-0 text-right max-sm:w-5 text-sm text-dim tabular-nums">{index + 1}</span>
      <Cover url={track.artworkUrl} className="size-10" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium">{track.title}</p>
        <p className="truncate text-sm text-dim">{track.artist}</p>
      </div>
      {track.isGapless && index > 0 && (
        <Tip text={GAPLESS}>
          <span tabIndex={0} role="img" aria-label={GAPLESS} className="shrink-0 text-dim">
            <Link2 aria-hidden className="size-4" />
          </span>
        </Tip>
      )}
      {track.levelNote !== null && (
        <Tip text={track.levelNote}>
          <span tabIndex={0} role="img" aria-label={track.levelNote} className="shrink-0 text-warn">
            <Volume1 aria-hidden className="size-4" />
          </span>
        </Tip>
      )}
      {!track.hasAudioFile && <Badge tone="warn">No File</Badge>}
      <span className="shrink-0 text-sm text-soft tabular-nums">{track.duration}</span>
      <IconButton label={`Remove ${track.title}`} icon={<Trash2 />} className="hidden hover:text-bad! sm:inline-flex" onClick={onRemove} />
      <div>
        <Menu
          items={[
            { label: "Play now", icon: <Play />, onSelect: () => onPlayNow?.(), disabled: onPlayNow === null || !track.hasAudioFile },
            ...(index > 0 ? [gaplessItem(track, onGapless)] : []),
            { label: "Move up", icon: <ArrowUp />, onSelect: () => onMove(index - 1), disabled: index === 0 },
            { label: "Move down", icon: <ArrowDown />, onSelect: () => onMove(index + 1), disabled: index === count - 1 },
            { label: "Remove", icon: <Trash2 />, onSelect: onRemove, danger: true },
          ]}
        >
          <Button variant="ghost" size="icon" aria-label={`Actions for ${track.title}`} className="-mr-2 size-11">
            <EllipsisVertical aria-hidden />
          </Button>
        </Menu>
      </div>
    </div>
  );
}

function gaplessItem(track: StreamTrack, onGapless: (isGapless: boolean) => void): MenuItem {
  const { isGapless } = track;
  return {
    label: isGapless ? "Do not join to the track above" : GAPLESS,
    icon: isGapless ? <Link2Off /> : <Link2 />,
    onSelect: () => onGapless(!isGapless),
  };
}
