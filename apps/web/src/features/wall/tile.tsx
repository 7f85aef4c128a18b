import type { OnAirTrack, StreamHead, WallStream } from "@nightjar/contract";
import { Badge, cn, Lamp, type Tone } from "@nightjar/ui";
import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import { age, airTime } from "../../lib/format.ts";
import type { LiveEntry } from "../../lib/live/live-store.ts";
import { serverNowMs } from "../../lib/send.ts";
import { stateLook } from "../streams/state/state-badge.tsx";
import { type Health, healthOf } from "./health.ts";
import { levelNow, Meter } from "./meter.tsx";
import { PictureAge, SentPicture } from "./sent-picture.tsx";
import { useArrived } from "./use-arrived.ts";

const FRAMES: Readonly<Partial<Record<Tone, string>>> = { bad: "border-bad/70", warn: "border-warn/60" };
const TEXTS: Readonly<Partial<Record<Tone, string>>> = { bad: "text-bad", warn: "text-warn" };

function TrackLine({ track }: { track: OnAirTrack | null }) {
  if (!track) return <p className="truncate text-soft">Nothing on air</p>;
  return (
    <p className="name-line text-soft">
      <bdi>{track.title}</bdi> · <bdi>{track.artist}</bdi>
    </p>
  );
}

function NextLine({ track, nowMs }: { track: OnAirTrack | null; nowMs: number }) {
  if (!track) return <p className="truncate text-dim">Nothing to follow</p>;
  return (
    <p className="name-line text-dim">
      Next <time dateTime={track.startedAt}>{airTime(Date.parse(track.startedAt), serverNowMs(nowMs))}</time> <bdi>{track.title}</bdi>
    </p>
  );
}

/** What YouTube says, and how long ago: over the picture, so that twenty still stand on a screen. */
function YouTubeLine({ youtube: { text, checkedAtMs }, nowMs }: { youtube: NonNullable<Health["youtube"]>; nowMs: number }) {
  return (
    <Badge className="absolute bottom-2 left-2 max-w-[calc(100%-2rem)] bg-night/80!">
      <span className="truncate" title={text}>
        YouTube: {text}
      </span>
      {checkedAtMs !== null && <span className="shrink-0 text-dim tabular-nums">{age(serverNowMs(nowMs) - checkedAtMs)}</span>}
    </Badge>
  );
}

export interface TileProps {
  stream: StreamHead;
  entry: LiveEntry | undefined;
  look: WallStream | undefined;
  /** When the look was told. */
  lookAtMs: number;
  nowMs: number;
}

/** One stream: what is sent of it, what airs and what follows, and how it is. */
export function Tile({ stream, entry, look, lookAtMs, nowMs }: TileProps) {
  const { id, title, isLive } = stream;
  const onAir = entry?.onAir;
  const lookAgeMs = Math.max(0, nowMs - lookAtMs);
  const health = healthOf(onAir, isLive, look, lookAgeMs);
  const state = onAir?.state ?? (isLive ? "preparing" : "off");
  const { word, tone } = stateLook(state);
  const isOff = !isLive && state === "off";
  const { track = null, nextTrack = null } = onAir ?? {};
  const place = useRef<HTMLLIElement>(null);
  const picture = useArrived(place, { isLive, sessionId: onAir?.sessionId ?? null, picture: look?.picture, atMs: lookAtMs });
  return (
    <li
      ref={place}
      data-tone={health.tone}
      className={cn(
        "relative flex min-w-0 flex-col overflow-hidden rounded-xl border border-line bg-panel transition-colors hover:bg-raised has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-moon",
        FRAMES[health.tone],
      )}
    >
      <div className="relative">
        <SentPicture picture={picture} without={isLive ? "No picture yet" : "Off air"} className={isOff ? "max-sm:hidden" : ""} />
        <span className="absolute top-2 left-2 flex gap-1.5">
          {!isOff && (
            <Badge tone={tone} className="bg-night/80!">
              <Lamp tone={tone} />
              {word}
            </Badge>
          )}
          <PictureAge picture={picture} nowMs={nowMs} />
        </span>
        {isLive && health.youtube && <YouTubeLine youtube={health.youtube} nowMs={nowMs} />}
        {isLive && <Meter levelDb={levelNow(look?.sound, lookAgeMs)} className="absolute inset-y-2 right-2" />}
      </div>
      <div className="flex min-w-0 flex-col px-3 py-1.5 text-xs leading-4">
        <h2 dir="auto" className="truncate text-sm leading-5 font-medium">
          <Link to="/streaming" search={{ stream: id }} className="outline-none after:absolute after:inset-0">
            {title}
          </Link>
        </h2>
        {!isOff && <TrackLine track={track} />}
        {!isOff && <NextLine track={nextTrack} nowMs={nowMs} />}
        <p className={cn("flex min-w-0 gap-1.5", isOff && "sm:hidden")}>
          <span className={cn("truncate", TEXTS[health.tone] ?? "text-soft")} title={health.text}>
            {health.text}
          </span>
          {health.evidence !== null && <span className="ml-auto shrink-0 text-dim tabular-nums">{health.evidence}</span>}
        </p>
      </div>
    </li>
  );
}
