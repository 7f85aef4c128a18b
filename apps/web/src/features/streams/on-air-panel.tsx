import {
  formatDuration,
  type OnAir,
  type OnAirState,
  type OnAirTrack,
  type Stream,
  type StreamId,
  type StreamTrack,
} from "@nightjar/contract";
import { Artwork, Badge, Card, Notice, ProgressBar } from "@nightjar/ui";
import { age } from "../../lib/format.ts";
import { positionMs } from "../../lib/live/position.ts";
import type { LiveEntry } from "../../lib/live/live-store.ts";
import { useConnection, useLiveEntry, useNow } from "../../lib/live/use-live.ts";
import { Conditions } from "./conditions.tsx";
import { Destinations } from "./destinations.tsx";
import { LeftOut } from "./left-out.tsx";
import { PlayedBefore } from "./played-before.tsx";
import { Renders } from "./renders.tsx";
import { SkipButton } from "./skip-button.tsx";
import { StateBadge } from "./state-badge.tsx";

interface NowPlayingProps {
  entry: LiveEntry;
  track: OnAirTrack;
  artworkUrl: string | null;
  /** False: our own server is not heard, so the position is only what it last said. */
  isHeard: boolean;
  /** The stream, while it is wanted on air. */
  skippable: StreamId | null;
}

function NowPlaying({ entry, track, artworkUrl, isHeard, skippable }: NowPlayingProps) {
  const now = useNow(500);
  const position = positionMs(entry, isHeard ? now : entry.receivedAtMs);
  return (
    <div className="flex items-center gap-4">
      <Artwork url={artworkUrl} className="size-16 rounded-xl" />
      <div className="min-w-0 flex-1">
        <p className="text-xs text-dim">Now playing</p>
        <p className="truncate font-semibold">{track.title}</p>
        <p className="truncate text-sm text-soft">{track.artist}</p>
        <div className="mt-2 flex items-center gap-3">
          <ProgressBar label="Position in the track" value={track.durationMs > 0 ? position / track.durationMs : 0} className="flex-1" />
          <p className="shrink-0 text-xs text-dim tabular-nums">
            {formatDuration(position)} / {formatDuration(track.durationMs)}
          </p>
        </div>
      </div>
      {skippable && <SkipButton id={skippable} />}
    </div>
  );
}

/** What follows, and why, where it was chosen by lot. */
function Next({ track }: { track: OnAirTrack | null }) {
  return (
    <div className="flex min-w-0 gap-2 text-sm">
      <span className="shrink-0 text-dim">Next</span>
      <div className="min-w-0">
        <p className="truncate">
          {track ? track.title : "–"} {track && <span className="text-dim">· {track.artist}</span>}
        </p>
        {track?.because && <p className="text-xs text-dim">{track.because}</p>}
      </div>
    </div>
  );
}

const RENDERS: ReadonlySet<OnAirState> = new Set(["preparing", "on-air", "reconnecting", "slate"]);

function Rendering({ render }: { render: OnAir["render"] }) {
  if (render.ready) return null;
  return (
    <div className="flex items-center gap-3 text-sm text-soft">
      <span className="shrink-0">Rendering</span>
      <ProgressBar label="Rendering" value={render.progress} className="flex-1" />
      <span className="w-11 shrink-0 text-right tabular-nums">{Math.floor(render.progress * 100)} %</span>
    </div>
  );
}

/** How old the shown state is while our own server is not heard. */
function LastKnown({ receivedAtMs }: { receivedAtMs: number }) {
  const now = useNow(1000);
  return <Badge tone="warn">Last known, {age(now - receivedAtMs)}</Badge>;
}

export interface OnAirPanelProps {
  stream: Stream;
  tracks: readonly StreamTrack[];
}

/** What is true now: the state with its reason, the track and the next one, the render, and each destination. */
export function OnAirPanel({ stream, tracks }: OnAirPanelProps) {
  const entry = useLiveEntry(stream.id);
  const isHeard = useConnection() !== "lost";
  if (!entry || (entry.onAir.state === "off" && !stream.isLive)) return null;
  const { state, reason, track, nextTrack, render, destinations, history, conditions, quarantine, renders } = entry.onAir;
  const artworkUrl = tracks.find((candidate) => candidate.id === track?.id)?.artworkUrl ?? null;
  return (
    <Card aria-labelledby="actual-state" className="flex flex-col gap-4 p-5">
      <header className="flex items-center justify-between gap-4">
        <h3 id="actual-state" className="font-semibold tracking-tight">
          Actual state
        </h3>
        <div role="status" className="flex flex-wrap justify-end gap-2">
          {!isHeard && <LastKnown receivedAtMs={entry.receivedAtMs} />}
          <StateBadge state={state} />
        </div>
      </header>
      {reason !== null && reason !== "" && (
        <Notice tone={state === "failed" ? "bad" : "warn"} role={state === "failed" ? "alert" : "status"}>
          {reason}
        </Notice>
      )}
      <Conditions conditions={conditions.filter(({ text }) => text !== reason)} />
      {track && (
        <NowPlaying entry={entry} track={track} artworkUrl={artworkUrl} isHeard={isHeard} skippable={stream.isLive ? stream.id : null} />
      )}
      {track && <Next track={nextTrack} />}
      {RENDERS.has(state) && <Rendering render={render} />}
      <Destinations destinations={destinations} receivedAtMs={entry.receivedAtMs} />
      <Renders renders={renders} />
      <LeftOut streamId={stream.id} quarantine={quarantine} />
      <PlayedBefore history={history} />
    </Card>
  );
}
