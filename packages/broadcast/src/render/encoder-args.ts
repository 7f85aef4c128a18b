import type { EncoderProfile } from "@nightjar/contract";
import { hardwareArgs } from "./hardware-args.ts";

/** How long x264 looks at a picture: `ultrafast` gets a cold stream on air, `slower` ones replace its units later. */
export type Preset = "ultrafast" | "veryfast" | "medium" | "slower";

/** Part of every cache key: raise it whenever the same inputs give other bytes. */
export const RENDERER_VERSION = 3;

/**
 * x264 parameters that reach SPS, PPS or the order of pictures, pinned, because presets change them. psy is off because
 * it moves the PPS's chroma offset with the preset. Two B-frames without a pyramid and without adaptive placement:
 * a legal cut at most three frames away, and one frame between decoding and display.
 */
function pinnedX264(profile: EncoderProfile): string {
  const pinned: Record<string, string | number> = {
    ref: 3,
    bframes: 2,
    "b-adapt": 0,
    "b-pyramid": "none",
    cabac: 1,
    "8x8dct": 1,
    weightp: 0,
    weightb: 1,
    psy: 0,
    keyint: profile.gopFrames,
    "min-keyint": profile.gopFrames,
    scenecut: 0,
    "open-gop": 0,
    // Not in the headers, but ultrafast leaves it out, and dark gradients then break into bands.
    "aq-mode": 1,
    "nal-hrd": "none",
    "force-cfr": 1,
    "repeat-headers": 0,
    aud: 0,
    colorprim: "bt709",
    transfer: "bt709",
    colormatrix: "bt709",
    fullrange: "off",
    // A JPEG's colours are sampled elsewhere than a video's, and ffmpeg would write that into the header.
    chromaloc: 0,
  };
  return Object.entries(pinned)
    .map(([name, value]) => `${name}=${value}`)
    .join(":");
}

const FLV_OUTPUT = ["-map_metadata", "-1", "-f", "flv", "-flvflags", "no_duration_filesize", "-flush_packets", "1", "pipe:1"];

/** Output options for a unit of pictures as FLV on standard output. A hardware encoder has but one speed. */
export function videoEncoderArgs(profile: EncoderProfile, preset: Preset): string[] {
  return [...(profile.encoder === "software" ? softwareArgs(profile, preset) : hardwareArgs(profile)), ...FLV_OUTPUT];
}

function softwareArgs(profile: EncoderProfile, preset: Preset): string[] {
  const kbps = `${profile.videoKbps}k`;
  return [
    ...["-an", "-c:v", "libx264", "-preset", preset, "-profile:v", "high", "-level:v", profile.level, "-pix_fmt", "yuv420p"],
    ...["-b:v", kbps, "-maxrate", kbps, "-bufsize", `${profile.videoKbps * 2}k`, "-x264-params", pinnedX264(profile)],
  ];
}

/**
 * Output options for a unit of sound as FLV on standard output. The fast coder: at this bitrate its error is smaller, and the other one
 * (twoloop) now and then gives a frame ten times the usual error where it changes between stereo modes (measured).
 */
export function audioEncoderArgs(profile: EncoderProfile): string[] {
  return [
    ...["-vn", "-c:a", "aac", "-aac_coder", "fast", "-b:a", `${profile.audioKbps}k`, "-ar", String(profile.sampleRateHz), "-ac", "2"],
    ...FLV_OUTPUT,
  ];
}

/** Options before the inputs of every ffmpeg: no questions, no banner, nothing fetched but local files. */
export const QUIET_ARGS = ["-nostdin", "-hide_banner", "-nostats", "-loglevel", "error"] as const;
