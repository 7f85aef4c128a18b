import type { BackgroundTransition, EncoderProfile } from "@nightjar/contract";
import { VIDEO_DEMUXERS, guardedInput } from "@nightjar/media";
import { type CompositeBackground, type OverlayBox, backgroundFilters, backgroundInput, boxInput, overlayFilters } from "./composite.ts";
import { type Preset, QUIET_ARGS, videoEncoderArgs } from "./encoder-args.ts";
import { hardwareInputArgs, hardwareUpload } from "./hardware-args.ts";

export type MovingTransition = Exclude<BackgroundTransition, "instant">;

/** How long the one background takes to give way to the other; the rest of the unit's two seconds is the new one alone. */
const TRANSITION_MS = 1000;
/** Of the background that goes, a little more than that: no filter is to come to its end too early. */
const OLD_MS = 1200;
const EFFECTS: Readonly<Record<MovingTransition, string>> = { fade: "fade", slide: "slideleft" };

/**
 * ffmpeg's arguments for one GOP in which one background gives way to another, under the boxes of the new scene. The new
 * background is shown from its beginning, so that its own composite goes on with its second GOP.
 * @param fromMs where in its file the background that goes is shown
 */
export function transitionArgs(options: {
  profile: EncoderProfile;
  kind: MovingTransition;
  from: { readonly background: CompositeBackground; readonly fromMs: number };
  to: CompositeBackground;
  boxes: readonly OverlayBox[];
  preset: Preset;
  device: string;
}): string[] {
  const { profile, kind, from, to, boxes, preset, device } = options;
  const { framesPerSecond, gopFrames } = profile;
  const rate = `fps=${framesPerSecond},settb=1/${framesPerSecond},setpts=N`;
  const oldFrames = Math.ceil((OLD_MS * framesPerSecond) / 1000);
  const effect = `xfade=transition=${EFFECTS[kind]}:duration=${TRANSITION_MS / 1000}:offset=0`;
  // To the end of the file and on from its beginning: a loop that is entered within has times with a hole.
  const rest = from.background.kind === "video" && from.fromMs > 0 ? { path: from.background.path, fromMs: from.fromMs } : null;
  const cover = backgroundFilters(profile, from.background.kind);
  const graph = [
    ...(rest ? [`[2:v]${cover}[rest]`, `[0:v]${cover}[again]`, `[rest][again]concat=n=2[under]`] : [`[0:v]${cover}[under]`]),
    `[under]${rate},trim=end_frame=${oldFrames}[old]`,
    `[1:v]${backgroundFilters(profile, to.kind)},${rate},trim=end_frame=${gopFrames}[new]`,
    `[old][new]${effect},format=yuv420p[v0]`,
    ...overlayFilters(boxes, rest ? 3 : 2),
    `[v${boxes.length}]${hardwareUpload(profile.encoder) ?? "null"}[out]`,
  ];
  return [
    ...QUIET_ARGS,
    ...hardwareInputArgs(profile.encoder, device),
    ...[...backgroundInput(profile, from.background), ...backgroundInput(profile, to), ...(rest ? restInput(rest) : [])],
    ...boxes.flatMap(boxInput),
    ...["-filter_complex", graph.join(";"), "-map", "[out]", "-frames:v", String(gopFrames)],
    ...videoEncoderArgs(profile, preset),
  ];
}

function restInput({ path, fromMs }: { path: string; fromMs: number }): string[] {
  return ["-ss", (fromMs / 1000).toFixed(3), ...guardedInput(path, VIDEO_DEMUXERS)];
}
