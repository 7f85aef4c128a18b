import { formatDuration, type OnAirTrack, type StreamId } from "@nightjar/contract";
import { ProgressBar } from "@nightjar/ui";
import { positionMs } from "../../../lib/live/position.ts";
import type { LiveEntry } from "../../../lib/live/live-store.ts";
import { useNow } from "../../../lib/live/use-live.ts";
import { SkipButton } from "./skip-button.tsx";
import { Cover } from "../../../layout/cover.tsx";

export interface NowPlayingProps {
  entry: LiveEntry;
  track: OnAirTrack;
  artworkUrl: string | null;
  /** Our own server was last heard then, and where the track is since is not known; null: it is heard. */
  heardAtMs: number | null;
  /** The stream, while it is wanted on air. */
  skippable: StreamId | null;
}

/** The track on air, and where in it. */
export function NowPlaying({ entry, track, artworkUrl, heardAtMs, skippable }: NowPlayingProps) {
  const now = useNow(500);
  const position = positionMs(entry, heardAtMs ?? now);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-4">
        <Cover large url={artworkUrl} className="size-16 rounded-xl" />
        <div className="min-w-0 flex-1">
          <p className="text-xs text-dim">Now playing</p>
          <p dir="auto" className="truncate font-semibold">
            {track.title}
          </p>
          <p dir="auto" className="truncate text-sm text-soft">
            {track.artist}
          </p>
        </div>
        {skippable && <SkipButton id={skippable} />}
      </div>
      <div className="flex items-center gap-3">
        <ProgressBar label="Position in the track" value={track.durationMs > 0 ? position / track.durationMs : 0} className="flex-1" />
        <p className="shrink-0 text-xs text-dim tabular-nums">
          {formatDuration(position)} / {formatDuration(track.durationMs)}
        </p>
      </div>
    </div>
  );
}

export interface NextProps {
  track: OnAirTrack | null;
  /** Something is being rendered for it. */
  isPreparing: boolean;
}

/** What follows, and why, where it was chosen by lot. */
export function Next({ track, isPreparing }: NextProps) {
  return (
    <div className="flex min-w-0 gap-2 text-sm">
      <span className="shrink-0 text-dim">Next</span>
      <div className="min-w-0">
        <p className="name-line text-dim">
          <bdi className="text-ink">{track ? track.title : isPreparing ? "Being prepared" : "–"}</bdi>
          {track && (
            <>
              {" "}
              · <bdi>{track.artist}</bdi>
            </>
          )}
        </p>
        {track?.because && <p className="text-xs text-dim">{track.because}</p>}
      </div>
    </div>
  );
}
