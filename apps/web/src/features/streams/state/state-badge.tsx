import { viewerWord, viewers } from "../../../lib/format.ts";
import type { OnAirState } from "@nightjar/contract";
import { Badge, Lamp, type Tone } from "@nightjar/ui";
import { Eye } from "lucide-react";

const WORDS: Readonly<Record<string, string>> = {
  off: "Off",
  preparing: "Preparing",
  "on-air": "On air",
  reconnecting: "Reconnecting",
  slate: "Slate",
  stopping: "Stopping",
  failed: "Failed",
} satisfies Readonly<Record<OnAirState, string>>;

const TONES: Readonly<Record<string, Tone>> = {
  off: "neutral",
  preparing: "moon",
  "on-air": "good",
  reconnecting: "warn",
  slate: "warn",
  stopping: "neutral",
  failed: "bad",
} satisfies Readonly<Record<OnAirState, Tone>>;

/** What a state is called, and how it shines. One that only a newer server knows stands in its own word: this page stays as it is for weeks. */
export const stateLook = (state: OnAirState): { readonly word: string; readonly tone: Tone } => ({
  word: WORDS[state] ?? state,
  tone: TONES[state] ?? "warn",
});

/** What is true of a stream now, as a word. */
export function StateBadge({ state }: { state: OnAirState }) {
  const { word, tone } = stateLook(state);
  return (
    <Badge tone={tone}>
      <Lamp tone={tone} breathing={state === "preparing" || state === "reconnecting" || state === "stopping"} />
      {word}
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
