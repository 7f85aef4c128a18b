import type { OnAirTrack } from "@nightjar/contract";
import { ChevronDown } from "lucide-react";
import { clockTime } from "../../../lib/format.ts";

/** What sounded before, newest first, with the time each went on air. Closed until somebody asks. */
export function PlayedBefore({ history }: { history: readonly OnAirTrack[] }) {
  return (
    <details className="group border-t border-line pt-3">
      <summary className="flex cursor-pointer list-none items-center justify-between gap-3 py-1 text-sm text-soft hover:text-ink [&::-webkit-details-marker]:hidden">
        <span>Played before</span>
        <ChevronDown aria-hidden className="size-4 text-dim transition-transform group-open:rotate-180" />
      </summary>
      <ol aria-label="Played before" className="mt-1 flex flex-col">
        {history.map((track) => (
          <li key={track.startedAt} className="flex min-w-0 gap-3 py-1 text-sm">
            <time dateTime={track.startedAt} className="shrink-0 text-dim tabular-nums">
              {clockTime(track.startedAt)}
            </time>
            <span className="name-line text-dim">
              <bdi className="text-ink">{track.title}</bdi> · <bdi>{track.artist}</bdi>
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
