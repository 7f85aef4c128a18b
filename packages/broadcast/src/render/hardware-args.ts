import type { EncoderProfile, RenderEncoder } from "@nightjar/contract";

/**
 * Arguments of the hardware encoders. None of them could be run where this was written: no machine had the hardware. What
 * the splicer needs is asked for as plainly as each encoder allows, and every unit is held against it by the writer all the
 * same: closed GOPs of the profile's length that begin with an IDR, no B-frames, no bitrate in the headers.
 */

/** In front of the inputs: opens the device. */
export function hardwareInputArgs(encoder: RenderEncoder, device: string): string[] {
  return encoder === "vaapi" ? ["-init_hw_device", `vaapi=card:${device}`, "-filter_hw_device", "card"] : [];
}

/** The filter that brings a picture to the device; null where the encoder takes it from memory. */
export function hardwareUpload(encoder: RenderEncoder): string | null {
  if (encoder === "vaapi") return "format=nv12,hwupload";
  return encoder === "qsv" ? "format=nv12" : null;
}

const COLOURS = ["-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-color_range", "tv"];

/** Pictures are decoded in another order than shown: with the B-frames of the software encoder, and with no other. */
export function isReordered({ encoder }: EncoderProfile): boolean {
  return encoder === "software";
}

/** Output options for pictures by a hardware encoder. */
export function hardwareArgs(profile: EncoderProfile): string[] {
  const { gopFrames, videoKbps, level } = profile;
  const rate = ["-b:v", `${videoKbps}k`, "-maxrate", `${videoKbps}k`, "-bufsize", `${videoKbps * 2}k`];
  const common = ["-profile:v", "high", "-g", String(gopFrames), "-bf", "0", ...rate, ...COLOURS];
  const levelNumber = level.replace(".", "");
  if (profile.encoder === "nvenc") {
    const gop = ["-no-scenecut", "1", "-forced-idr", "1", "-strict_gop", "1", "-rc-lookahead", "0"];
    const look = ["-preset", "p5", "-tune", "hq", "-rc", "vbr", "-coder", "cabac", "-aud", "0", "-level:v", level];
    return ["-an", "-c:v", "h264_nvenc", ...common, ...gop, ...look, "-pix_fmt", "yuv420p"];
  }
  if (profile.encoder === "vaapi") {
    // Its SEI would bring the rate control's figures into the headers.
    const look = ["-idr_interval", "0", "-rc_mode", "VBR", "-coder", "cabac", "-sei", "0", "-aud", "0", "-level:v", levelNumber];
    return ["-an", "-c:v", "h264_vaapi", ...common, ...look];
  }
  if (profile.encoder === "qsv") {
    const gop = ["-idr_interval", "0", "-adaptive_i", "0", "-adaptive_b", "0", "-look_ahead", "0"];
    const look = ["-preset", "medium", "-pic_timing_sei", "0", "-recovery_point_sei", "0", "-aud", "0", "-level:v", levelNumber];
    return ["-an", "-c:v", "h264_qsv", ...common, ...gop, ...look, "-pix_fmt", "nv12"];
  }
  throw new Error("the software encoder is no hardware");
}
