import { z } from "zod";
import type { EncoderProfile } from "./profile.ts";

/** Played time rendered in a second at 1080p30, on an idle machine of two cores; until the machine has shown its own. */
const FIRST_SPEED = 3.5;
const FIRST_SPEED_PIXELS_PER_SECOND = 1920 * 1080 * 30;
/** A unit of a track is this much longer, so that the picture never ends before the sound. */
const TAIL_MS = 1000;

/** What a scene that moves costs, because its picture is rendered through the whole length of every track. */
export const motionPrice = z.object({
  /** False: it costs one loop of the background a track, like every scene that stands still. */
  moves: z.boolean(),
  tracks: z.number().int(),
  bytes: z.number().int(),
  renderMs: z.number().int(),
});
export type MotionPrice = z.infer<typeof motionPrice>;

/** How fast a profile is expected to render before it was ever rendered here: played time by time. */
export function expectedRenderSpeed({ widthPx, heightPx, framesPerSecond }: EncoderProfile): number {
  return (FIRST_SPEED * FIRST_SPEED_PIXELS_PER_SECOND) / (widthPx * heightPx * framesPerSecond);
}

/**
 * @param durationsMs of the distinct tracks: one that stands in the list twice is rendered once
 * @param renderSpeed played time rendered in the same time, by this machine
 */
export function priceOfMotion(durationsMs: readonly number[], profile: EncoderProfile, renderSpeed: number): MotionPrice {
  const playedMs = durationsMs.reduce((sum, durationMs) => sum + durationMs + TAIL_MS, 0);
  return {
    moves: true,
    tracks: durationsMs.length,
    bytes: Math.round((playedMs * profile.videoKbps) / 8),
    renderMs: Math.round(playedMs / renderSpeed),
  };
}

/** "Moves: 67 GB and 21 h of rendering for 500 tracks." */
export function motionPriceText({ moves, tracks, bytes, renderMs }: MotionPrice): string {
  if (!moves) return "Stands still: one loop of the background is rendered for each track.";
  const count = `${tracks.toLocaleString("en")} ${tracks === 1 ? "track" : "tracks"}`;
  return `Moves: ${roundBytes(bytes)} and ${roundTime(renderMs)} of rendering for ${count}.`;
}

const round = (value: number) => (value < 10 ? value.toFixed(1).replace(/\.0$/, "") : Math.round(value).toLocaleString("en"));

function roundBytes(bytes: number): string {
  return bytes < 1e9 ? `${Math.ceil(bytes / 1e6).toLocaleString("en")} MB` : `${round(bytes / 1e9)} GB`;
}

function roundTime(renderMs: number): string {
  const minutes = renderMs / 60_000;
  return minutes < 60 ? `${Math.ceil(minutes)} min` : `${round(minutes / 60)} h`;
}
