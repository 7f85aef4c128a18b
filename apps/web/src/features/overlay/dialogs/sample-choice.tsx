import type { SampleTrack } from "../../../lib/scene/samples.ts";
import { Cover } from "../../../layout/cover.tsx";

export interface SampleChoiceProps {
  track: SampleTrack;
  /** Why it is in the list; empty: nothing is to be said. */
  note: string;
  isCurrent: boolean;
  onChoose: () => void;
}

/** One track to look at the design with. */
export function SampleChoice({ track, note, isCurrent, onChoose }: SampleChoiceProps) {
  return (
    <li>
      <button
        type="button"
        aria-current={isCurrent ? "true" : undefined}
        onClick={onChoose}
        className="flex min-h-12 w-full items-center gap-3 rounded-lg px-2 py-1.5 text-left hover:bg-raised aria-current:bg-moon/15"
      >
        <Cover url={track.artworkUrl} className="size-9" />
        <span className="min-w-0 flex-1">
          <span dir="auto" className="block truncate text-sm font-medium">
            {track.title}
          </span>
          <span className="sr-only"> by </span>
          <span dir="auto" className="block truncate text-[0.8125rem] text-dim">
            {track.artist}
          </span>
        </span>
        {note !== "" && <bdi className="shrink-0 text-[0.8125rem] text-dim">{note}</bdi>}
      </button>
    </li>
  );
}
