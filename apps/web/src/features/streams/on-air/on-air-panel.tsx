import type { OnAir, OnAirState, StreamHead, StreamTrack } from "@nightjar/contract";
import { Badge, Card, Notice, ProgressBar } from "@nightjar/ui";
import { age } from "../../../lib/format.ts";
import { useConnection, useHeardAtMs, useLiveEntry, useNow } from "../../../lib/live/use-live.ts";
import { Conditions } from "../state/conditions.tsx";
import { Destinations } from "../destinations/destinations.tsx";
import { LeftOut } from "./left-out.tsx";
import { ListenIn } from "./listen-in.tsx";
import { Next, NowPlaying } from "./now-playing.tsx";
import { PlayedBefore } from "./played-before.tsx";
import { Renders } from "./renders.tsx";
import { StateBadge } from "../state/state-badge.tsx";

/** Something is produced that can be listened to. */
const SENT: ReadonlySet<OnAirState> = new Set(["on-air", "reconnecting", "slate"]);
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

/** How old the shown state is while our own server is not heard: until then it had told of every change. */
function LastKnown({ heardAtMs }: { heardAtMs: number }) {
  const now = useNow(1000);
  return <Badge tone="warn">Last known, {age(now - heardAtMs)}</Badge>;
}

export interface OnAirPanelProps {
  stream: StreamHead;
  tracks: readonly StreamTrack[];
}

/** What is true now: the state with its reason, the track and the next one, the render, and each destination. */
export function OnAirPanel({ stream, tracks }: OnAirPanelProps) {
  const entry = useLiveEntry(stream.id);
  const isHeard = useConnection() !== "lost";
  const lastHeardAtMs = useHeardAtMs();
  if (!entry || (entry.onAir.state === "off" && !stream.isLive)) return null;
  const { state, reason, track, nextTrack, render, destinations, history, conditions, quarantine, renders } = entry.onAir;
  const heardAtMs = Math.max(lastHeardAtMs ?? 0, entry.receivedAtMs);
  const artworkUrl = tracks.find((candidate) => candidate.id === track?.id)?.artworkUrl ?? null;
  return (
    <Card aria-labelledby="actual-state" className="flex flex-col gap-4 p-5">
      <header className="flex items-center justify-between gap-4">
        <h3 id="actual-state" className="font-semibold tracking-tight">
          Actual state
        </h3>
        <div className="flex flex-wrap items-center justify-end gap-2">
          {SENT.has(state) && <ListenIn stream={stream} />}
          <div role="status" className="flex flex-wrap justify-end gap-2">
            {!isHeard && <LastKnown heardAtMs={heardAtMs} />}
            <StateBadge state={state} />
          </div>
        </div>
      </header>
      {reason !== null && reason !== "" && (
        <Notice tone={state === "failed" ? "bad" : "warn"} role={state === "failed" ? "alert" : "status"}>
          {reason}
        </Notice>
      )}
      {track && (
        <NowPlaying
          entry={entry}
          track={track}
          artworkUrl={artworkUrl}
          heardAtMs={isHeard ? null : heardAtMs}
          skippable={stream.isLive ? stream.id : null}
        />
      )}
      {track && state !== "stopping" && <Next track={nextTrack} isPreparing={renders.length > 0} />}
      <Conditions conditions={conditions.filter(({ text }) => reason === null || !text.endsWith(reason))} />
      {RENDERS.has(state) && <Rendering render={render} />}
      <Destinations streamId={stream.id} destinations={destinations} receivedAtMs={entry.receivedAtMs} />
      <Renders renders={renders} />
      <LeftOut streamId={stream.id} quarantine={quarantine} />
      <PlayedBefore history={history} />
    </Card>
  );
}
