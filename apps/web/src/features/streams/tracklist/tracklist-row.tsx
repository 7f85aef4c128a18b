import type { StreamTrack } from "@nightjar/contract";
import { Badge, Button, Checkbox, cn, IconButton, keyedOnce, Menu, oncePressed, Tip, type MenuItem } from "@nightjar/ui";
import {
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  ArrowUpToLine,
  EllipsisVertical,
  GripVertical,
  Link2,
  ListPlus,
  ListStart,
  MoveVertical,
  Play,
  Trash2,
  Volume1,
} from "lucide-react";
import { memo, type KeyboardEvent, type ReactNode } from "react";
import { useDragRow } from "../../../layout/drag-rows.tsx";
import { Cover } from "../../../layout/cover.tsx";
import { actionFor } from "../../../lib/keys.ts";
import { ROW_KEYS, type RowKey } from "./tracklist-keys.ts";

export const TRACKLIST_ROW_PX = 60;

const GAPLESS = "Plays on without a gap from the track above";

/** The same object as long as the same can be done: a long list draws anew only the rows that changed. */
export interface RowActions {
  readonly choose: (track: StreamTrack, withShift: boolean) => void;
  readonly move: (index: number, to: number) => void;
  readonly moveBy: (track: StreamTrack, by: -1 | 1) => void;
  readonly toTop: (track: StreamTrack) => void;
  readonly toBottom: (track: StreamTrack) => void;
  readonly toPlace: (track: StreamTrack) => void;
  readonly insertAfter: (track: StreamTrack) => void;
  readonly remove: (track: StreamTrack) => void;
  /** null: the stream is not on air. */
  readonly playNow: ((track: StreamTrack) => void) | null;
  /** null: nothing of the list is on air, or what follows is chosen by lot. */
  readonly playNext: ((track: StreamTrack) => void) | null;
  /** Why the stream never plays what it is told next; null: it does. */
  readonly whyNotNext: string | null;
  readonly setGapless: (track: StreamTrack, isGapless: boolean) => void;
}

export interface TracklistRowProps {
  track: StreamTrack;
  /** From 0. */
  index: number;
  isLast: boolean;
  isChosen: boolean;
  air: "on-air" | "next" | null;
  /** At which minute of the clock it will air; null: not known. */
  airsAt: string | null;
  actions: RowActions;
}

const AIR_TEXTS = { "on-air": "On air", next: "Next" } as const;

/** One entry; it is moved by dragging its handle, by the keys on it, or through the menu. */
export const TracklistRow = memo(function TracklistRow(props: TracklistRowProps) {
  const { track, index, air, actions } = props;
  const { row, handle, isDragged, place } = useDragRow(track.itemId, index);
  const byKey = (event: KeyboardEvent) => {
    const action = actionFor(ROW_KEYS, event);
    if (action === null) return;
    event.preventDefault();
    if (action === "remove" && event.repeat) return;
    const acts: Record<RowKey, () => void> = {
      up: () => actions.moveBy(track, -1),
      down: () => actions.moveBy(track, 1),
      top: () => actions.toTop(track),
      bottom: () => actions.toBottom(track),
      remove: () => actions.remove(track),
    };
    acts[action]();
  };
  return (
    <div
      ref={row}
      role="listitem"
      data-row={index}
      aria-label={`${index + 1}. ${track.title} by ${track.artist}`}
      aria-current={air === "on-air" ? "true" : undefined}
      style={{ height: TRACKLIST_ROW_PX }}
      className={cn(
        "relative flex items-center gap-3 border-t border-line max-sm:gap-2",
        air === "on-air" && "bg-moon/8",
        isDragged && "opacity-40",
      )}
    >
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Move ${track.title}; use the arrow keys, Home and End`}
        data-part="handle"
        className="w-6 shrink-0 cursor-grab touch-none text-dim max-sm:h-11"
        onKeyDown={byKey}
        {...handle}
      >
        <GripVertical aria-hidden />
      </Button>
      <RowContent {...props} />
      {place}
    </div>
  );
});

/** All that a drag over the row does not change. */
const RowContent = memo(function RowContent({ track, index, isLast, isChosen, air, airsAt, actions }: TracklistRowProps) {
  return (
    <>
      <Checkbox
        label=""
        aria-label={`Choose ${track.title}`}
        checked={isChosen}
        onPress={(withShift) => actions.choose(track, withShift)}
        className="shrink-0"
      />
      <span className="w-7 shrink-0 text-right text-sm text-dim tabular-nums max-sm:hidden">{index + 1}</span>
      <Cover url={track.artworkUrl} className="size-10 max-sm:size-8" />
      {/* On a phone the title shares its line with the number alone: what stands beside it goes beside the artist. */}
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
        <div className="flex min-w-0 items-baseline gap-1.5 text-sm max-sm:col-span-2">
          <span className="text-dim tabular-nums sm:hidden">{index + 1}</span>
          <p dir="auto" className="truncate font-medium">
            {track.title}
          </p>
        </div>
        <p dir="auto" className="truncate text-sm text-dim sm:col-start-1">
          {track.artist}
        </p>
        <Marks {...{ track, index, air, airsAt }} />
      </div>
      <IconButton
        label={`Remove ${track.title}`}
        icon={<Trash2 />}
        data-part="remove"
        className="shrink-0 hover:text-bad! max-sm:-mr-2 max-sm:h-11"
        onKeyDown={keyedOnce}
        onClick={oncePressed(() => actions.remove(track))}
      />
      <Menu items={() => menuOf({ track, index, isLast, air, actions })}>
        <Button variant="ghost" size="icon" aria-label={`Actions for ${track.title}`} data-part="actions" className="-mr-2 size-11">
          <EllipsisVertical aria-hidden />
        </Button>
      </Menu>
    </>
  );
});

/** When it airs, how it joins, what is wrong with it, and how long it is. */
function Marks({ track, index, air, airsAt }: Pick<TracklistRowProps, "track" | "index" | "air" | "airsAt">) {
  return (
    <div className="flex items-center gap-3 max-sm:gap-2 sm:col-start-2 sm:row-span-2 sm:row-start-1">
      {air !== null && <Badge tone={air === "on-air" ? "good" : "neutral"}>{AIR_TEXTS[air]}</Badge>}
      {air !== "on-air" && airsAt !== null && (
        <span className="text-sm text-soft tabular-nums">
          <span className="sr-only">Airs at </span>
          {airsAt}
        </span>
      )}
      {track.isGapless && index > 0 && <Mark text={GAPLESS} icon={<Link2 aria-hidden />} className="text-dim" />}
      {track.levelNote !== null && <Mark text={track.levelNote} icon={<Volume1 aria-hidden />} className="text-warn" />}
      {!track.hasAudioFile && <Badge tone="warn">No File</Badge>}
      <span className={cn("text-sm text-soft tabular-nums", (air !== null || airsAt !== null) && "max-sm:hidden")}>{track.duration}</span>
    </div>
  );
}

function Mark({ text, icon, className }: { text: string; icon: ReactNode; className: string }) {
  return (
    <Tip text={text}>
      <span tabIndex={0} role="img" aria-label={text} className={cn("[&_svg]:size-4", className)}>
        {icon}
      </span>
    </Tip>
  );
}

function menuOf({
  track,
  index,
  isLast,
  air,
  actions,
}: Pick<TracklistRowProps, "track" | "index" | "isLast" | "air" | "actions">): MenuItem[] {
  const { playNow, playNext, whyNotNext: why, insertAfter, moveBy, toTop, toBottom, toPlace, remove, setGapless } = actions;
  const isFirst = index === 0;
  const canAirNext = playNext !== null && track.hasAudioFile && air !== "on-air";
  return [
    { label: "Play now", icon: <Play />, onSelect: () => playNow?.(track), disabled: playNow === null || !track.hasAudioFile },
    { label: "Play next", icon: <ListStart />, onSelect: () => playNext?.(track), disabled: !canAirNext, why },
    { label: "Add tracks after this", icon: <ListPlus />, onSelect: () => insertAfter(track) },
    ...(isFirst ? [] : [gaplessItem(track, setGapless)]),
    { label: "Move up", icon: <ArrowUp />, onSelect: () => moveBy(track, -1), disabled: isFirst },
    { label: "Move down", icon: <ArrowDown />, onSelect: () => moveBy(track, 1), disabled: isLast },
    { label: "Move to the top", icon: <ArrowUpToLine />, onSelect: () => toTop(track), disabled: isFirst },
    { label: "Move to the bottom", icon: <ArrowDownToLine />, onSelect: () => toBottom(track), disabled: isLast },
    { label: "Move to a place…", icon: <MoveVertical />, onSelect: () => toPlace(track), disabled: isFirst && isLast },
    { label: "Remove", icon: <Trash2 />, onSelect: () => remove(track), danger: true },
  ];
}

function gaplessItem(track: StreamTrack, setGapless: RowActions["setGapless"]): MenuItem {
  const { isGapless } = track;
  return {
    label: isGapless ? "Do not join to the track above" : GAPLESS,
    icon: <Link2 />,
    onSelect: () => setGapless(track, !isGapless),
  };
}
