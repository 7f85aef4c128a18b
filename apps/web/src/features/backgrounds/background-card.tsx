import type { Background } from "@nightjar/contract";
import { Badge, Button, cn, IconButton, ProgressBar } from "@nightjar/ui";
import { LoaderCircle, Pencil, Trash2 } from "lucide-react";
import { useFocusAround } from "../../layout/leaves-focus.ts";
import { useNow } from "../../lib/live/use-live.ts";
import { Preview } from "./preview.tsx";
import { preparationText, type ToldPreparation } from "./words.ts";

export interface BackgroundCardProps {
  background: Background;
  /** Which streams show it, in a line. */
  shownBy: string;
  /** What is being done to it; undefined: nothing, or nobody tells. */
  preparation: ToldPreparation | undefined;
  /** Something is, though nobody may tell what. */
  isPreparing: boolean;
  isPlaying: boolean;
  isActivating: boolean;
  onPlay: () => void;
  onPause: () => void;
  onActivate: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** One background, with all that can be done with it. */
export function BackgroundCard(props: BackgroundCardProps) {
  const { background, shownBy, preparation, isPreparing, isPlaying, isActivating, onPlay, onPause, onActivate, onEdit, onDelete } = props;
  const { description, duration, isActive, kind, note, resolution, title } = background;
  const setActive = useFocusAround(isActive);
  return (
    <li
      aria-label={title}
      className={cn(
        "flex min-w-0 flex-col overflow-hidden rounded-2xl border bg-panel",
        isActive ? "border-moon/60 ring-1 ring-moon/40" : "border-line",
      )}
    >
      <Preview background={background} isPlaying={isPlaying} onPlay={onPlay} onPause={onPause}>
        <div className="pointer-events-none absolute inset-x-0 top-0 flex justify-between gap-2 p-2.5">
          {isActive ? <Badge className="bg-moon font-semibold tracking-wide text-night ring-moon">ACTIVE</Badge> : <span />}
          {isPreparing && (
            <Badge className="bg-night/85">
              <LoaderCircle aria-hidden className="size-3 animate-spin" />
              Preparing
            </Badge>
          )}
        </div>
        <p className="absolute right-2.5 bottom-2.5 rounded-md bg-night/85 px-1.5 py-0.5 text-xs font-medium text-ink tabular-nums">
          {kind === "image" ? "Still picture" : duration}
        </p>
      </Preview>
      <div className="flex min-w-0 flex-1 flex-col gap-1 p-4">
        <div className="flex items-baseline justify-between gap-3">
          <h3 dir="auto" className="min-w-0 truncate font-medium" title={title}>
            {title}
          </h3>
          <p className="shrink-0 text-xs text-dim tabular-nums">{resolution}</p>
        </div>
        {description !== null && <p className="line-clamp-2 text-sm text-dim wrap-anywhere">{description}</p>}
        {note !== null && <p className="text-sm text-warn">{note}</p>}
        <p className="text-sm text-dim wrap-anywhere">{shownBy}</p>
        {preparation && <Preparation preparation={preparation} />}
        <div className="mt-auto flex items-center gap-1 pt-3">
          <Button
            ref={setActive}
            size="sm"
            className="mr-auto"
            disabled={isActive}
            busy={isActivating}
            aria-label={`Set Active: ${title}`}
            onClick={onActivate}
          >
            Set Active
          </Button>
          <IconButton label={`Edit ${title}`} icon={<Pencil />} className="pointer-coarse:size-11" onClick={onEdit} />
          <IconButton label={`Delete ${title}`} icon={<Trash2 />} className="hover:text-bad pointer-coarse:size-11" onClick={onDelete} />
        </div>
      </div>
    </li>
  );
}

function Preparation({ preparation }: { preparation: ToldPreparation }) {
  const nowMs = useNow(1000);
  return (
    <div className="flex flex-col gap-1.5 pt-1">
      <p className="text-sm text-soft tabular-nums">{preparationText(preparation, nowMs)}</p>
      {preparation.isUnderWay && <ProgressBar label="Preparation" value={preparation.progress} />}
    </div>
  );
}
