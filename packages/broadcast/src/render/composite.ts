import type { EncoderProfile } from "@nightjar/contract";
import { VIDEO_DEMUXERS, guardedInput } from "@nightjar/media";
import { type Preset, QUIET_ARGS, videoEncoderArgs } from "./encoder-args.ts";
import { hardwareInputArgs, hardwareUpload } from "./hardware-args.ts";
import { type MovingSheet, movingFilters, movingInput } from "./motion.ts";

/** A drawn part of the scene: raw RGBA with straight alpha, in a file of ours. */
export interface OverlayBox {
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgbaPath: string;
}

export type CompositeBackground =
  /** A still picture of the profile's size, as raw RGB in a file of ours. */
  | { readonly kind: "still"; readonly rgbPath: string }
  /** A JPEG of ours; covers the canvas. */
  | { readonly kind: "image"; readonly path: string }
  /** `passes`: how often the file is played, so that a very short loop makes a unit of useful length. */
  | { readonly kind: "video"; readonly path: string; readonly passes: number };

/** Length of the loop made of a background that stands still. */
const STILL_LOOP_MS = 10_000;
/** A JPEG under any name: by its content. */
const IMAGE_DEMUXERS = ["jpeg_pipe"];
const BT709 = "out_color_matrix=bt709:out_range=tv";

/**
 * ffmpeg's arguments for one pass over the background with the scene's boxes laid on it. Only numbers and paths of
 * ours stand in it: text from users has become pixels before.
 */
export function compositeArgs(options: {
  profile: EncoderProfile;
  background: CompositeBackground;
  boxes: readonly OverlayBox[];
  /** What moves, fed to standard input; then the unit is as long as the track, also over a background that stands still. */
  moving?: MovingSheet | null;
  /** The unit is cut off here even when the background is longer. */
  maxFrames: number;
  preset: Preset;
  /** Of the profile's encoder, where that must be told it. */
  device?: string;
}): string[] {
  const { profile, boxes, background, moving = null, device = "" } = options;
  const inputs = [...backgroundInput(profile, background), ...boxes.flatMap(boxInput), ...(moving ? movingInput(moving) : [])];
  const stillFrames = Math.round((STILL_LOOP_MS * profile.framesPerSecond) / 1000);
  const frames = background.kind !== "video" && !moving ? Math.min(stillFrames, options.maxFrames) : options.maxFrames;
  return [
    ...QUIET_ARGS,
    ...hardwareInputArgs(profile.encoder, device),
    ...inputs,
    ...["-filter_complex", filterGraph(profile, background, boxes, moving), "-map", "[out]", "-frames:v", String(frames)],
    ...videoEncoderArgs(profile, options.preset),
  ];
}

export function backgroundInput({ widthPx, heightPx, framesPerSecond }: EncoderProfile, background: CompositeBackground): string[] {
  if (background.kind === "video") {
    // Endless: the number of frames ends it.
    const loops = Number.isFinite(background.passes) ? background.passes - 1 : -1;
    return ["-stream_loop", String(loops), ...guardedInput(background.path, VIDEO_DEMUXERS)];
  }
  if (background.kind === "image")
    return ["-f", "jpeg_pipe", "-framerate", String(framesPerSecond), ...guardedInput(background.path, IMAGE_DEMUXERS)];
  const size = `${widthPx}x${heightPx}`;
  return [
    "-f",
    "rawvideo",
    "-pix_fmt",
    "rgb24",
    "-video_size",
    size,
    "-framerate",
    String(framesPerSecond),
    "-i",
    `file:${background.rgbPath}`,
  ];
}

export function boxInput(box: OverlayBox): string[] {
  return ["-f", "rawvideo", "-pix_fmt", "rgba", "-video_size", `${box.widthPx}x${box.heightPx}`, "-i", `file:${box.rgbaPath}`];
}

function filterGraph(
  profile: EncoderProfile,
  background: CompositeBackground,
  boxes: readonly OverlayBox[],
  moving: MovingSheet | null,
): string {
  const parts = [`[0:v]${backgroundFilters(profile, background.kind)}[v0]`, ...overlayFilters(boxes, 1)];
  const last = `v${boxes.length}`;
  const upload = hardwareUpload(profile.encoder) ?? "null";
  const laid = moving ? [...movingFilters(moving, boxes.length + 1, last, "laid"), `[laid]${upload}[out]`] : [`[${last}]${upload}[out]`];
  return [...parts, ...laid].join(";");
}

/** What makes an input of that kind cover the canvas, at the profile's rate. */
export function backgroundFilters({ widthPx, heightPx, framesPerSecond }: EncoderProfile, kind: CompositeBackground["kind"]): string {
  const cover = `scale=${widthPx}:${heightPx}:force_original_aspect_ratio=increase:${BT709},crop=${widthPx}:${heightPx},setsar=1`;
  // A picture that stands still is scaled and converted once, then repeated.
  const repeated = `format=yuv420p,setsar=1,loop=loop=-1:size=1,setpts=N/${framesPerSecond}/TB`;
  return {
    video: `fps=${framesPerSecond},${cover},format=yuv420p`,
    image: `${cover},${repeated}`,
    still: `scale=${BT709},${repeated}`,
  }[kind];
}

/** Lay the boxes, inputs from `firstInput` on, one after the other on [v0]; what comes out is [vN], N their number. */
export function overlayFilters(boxes: readonly OverlayBox[], firstInput: number): string[] {
  return boxes.flatMap((box, index) => [
    `[${index + firstInput}:v]scale=${BT709},format=yuva420p[o${index}]`,
    `[v${index}][o${index}]overlay=x=${box.xPx}:y=${box.yPx}:format=yuv420[v${index + 1}]`,
  ]);
}
