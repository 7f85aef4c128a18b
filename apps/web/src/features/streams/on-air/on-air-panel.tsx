import type { OnAir, OnAirState, StreamHead, StreamTrack } from "@nightjar/contract";
import { Badge, Button, Card, InSilence, Notice, ProgressBar } from "@nightjar/ui";
import { Headphones } from "lucide-react";
import { useState } from "react";
import { laterDialog } from "../../../layout/later-dialog.tsx";
import { laterPart } from "../../../layout/later-part.tsx";
import { age } from "../../../lib/format.ts";
import type { LiveEntry } from "../../../lib/live/live-store.ts";
import { useConnection, useHeardAtMs, useIsHeard, useLiveEntry, useNow } from "../../../lib/live/use-live.ts";
import { Conditions } from "../state/conditions.tsx";
import { Destinations } from "../destinations/destinations.tsx";
import { isSent } from "../state/is-sent.ts";
import { Next, NowPlaying } from "./now-playing.tsx";
import { StateBadge } from "../state/state-badge.tsx";

const PlayedBefore = laterPart(async () => (await import("../desk.ts")).PlayedBefore, null, "div");
const Renders = laterPart(async () => (await import("../desk.ts")).Renders, null, "div");
const LeftOut = laterPart(async () => (await import("./left-out.tsx")).LeftOut, "Loading what is left out...", "div");
const ListeningDialog = laterDialog(async () => (await import("./listening-dialog.tsx")).ListeningDialog);

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

/** How old the shown state is once our own server is lost: until then it had told of every change. */
function LastKnown({ heardAtMs }: { heardAtMs: number }) {
  const now = useNow(1000);
  return (
    <Badge tone="warn">
      Last known, <InSilence>{age(now - heardAtMs)}</InSilence>
    </Badge>
  );
}

export interface OnAirPanelProps {
  stream: StreamHead;
  tracks: readonly StreamTrack[];
}

export function OnAirPanel({ stream, tracks }: OnAirPanelProps) {
  const entry = useLiveEntry(stream.id);
  // Whoever listens is told there, and not shut out, when the stream ends or is prepared anew.
  const [isListening, setListening] = useState(false);
  return (
    <>
      {entry && (entry.onAir.state !== "off" || stream.isLive) && (
        <ActualState {...{ stream, tracks, entry }} onListen={() => setListening(true)} />
      )}
      {isListening && <ListeningDialog stream={stream} onClose={() => setListening(false)} />}
    </>
  );
}

interface ActualStateProps extends OnAirPanelProps {
  entry: LiveEntry;
  onListen: () => void;
}

/** What is true now: the state with its reason, the track and the next one, the render, and each destination. */
function ActualState({ stream, tracks, entry, onListen }: ActualStateProps) {
  const isHeard = useIsHeard();
  const isLost = useConnection() === "lost";
  const lastHeardAtMs = useHeardAtMs();
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
          {isSent(state) && (
            <Button size="sm" onClick={onListen}>
              <Headphones aria-hidden />
              Listen in
            </Button>
          )}
          <div role="status" className="flex flex-wrap justify-end gap-2">
            {isLost && <LastKnown heardAtMs={heardAtMs} />}
            <StateBadge state={state} />
          </div>
        </div>
      </header>
      {reason && (
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
      <Conditions conditions={conditions.filter(({ isReason }) => !isReason)} />
      {RENDERS.has(state) && <Rendering render={render} />}
      <Destinations streamId={stream.id} destinations={destinations} receivedAtMs={entry.receivedAtMs} />
      {renders.length > 0 && <Renders renders={renders} />}
      {quarantine.length > 0 && <LeftOut streamId={stream.id} quarantine={quarantine} />}
      {history.length > 0 && <PlayedBefore history={history} />}
    </Card>
  );
}
