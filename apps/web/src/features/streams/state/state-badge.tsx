import { viewerWord, viewers } from "../../../lib/format.ts";
import type { OnAirState } from "@nightjar/contract";
import { Badge, Lamp, type Tone } from "@nightjar/ui";
import { Eye } from "lucide-react";

export const STATE_WORDS: Readonly<Record<OnAirState, string>> = {
  off: "Off",
  preparing: "Preparing",
  "on-air": "On air",
  reconnecting: "Reconnecting",
  slate: "Slate",
  stopping: "Stopping",
  failed: "Failed",
};

export const STATE_TONES: Readonly<Record<OnAirState, Tone>> = {
  off: "neutral",
  preparing: "moon",
  "on-air": "good",
  reconnecting: "warn",
  slate: "warn",
  stopping: "neutral",
  failed: "bad",
};

/** What is true of a stream now, as a word. */
export function StateBadge({ state }: { state: OnAirState }) {
  const tone = STATE_TONES[state];
  return (
    <Badge tone={tone}>
      <Lamp tone={tone} breathing={state === "preparing" || state === "reconnecting" || state === "stopping"} />
      {STATE_WORDS[state]}
    </Badge>
  );
}

/** @param count null: nobody told */
export function Viewers({ count }: { count: number | null }) {
  return (
    <span className="inline-flex min-w-11 items-center gap-1 text-xs text-soft tabular-nums">
      <Eye aria-hidden className="size-3.5 text-dim" />
      {viewers(count)}
      <span className="sr-only">{viewerWord(count)}</span>
    </span>
  );
}

/** What is wanted of a stream: LIVE from Start to Stop, with its viewers, or OFFLINE. */
export function LiveBadge({ isLive, viewerCount }: { isLive: boolean; viewerCount: number | null }) {
  if (!isLive) return <Badge>OFFLINE</Badge>;
  return (
    <span className="inline-flex items-center gap-2">
      <Badge tone="live" className="font-semibold tracking-wide">
        LIVE
      </Badge>
      <Viewers count={viewerCount} />
    </span>
  );
}
