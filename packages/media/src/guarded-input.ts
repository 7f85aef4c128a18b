import { isMp3 } from "./mp3-frames.ts";

export const AUDIO_DEMUXERS: readonly string[] = ["mp3", "wav", "flac", "mov", "aac", "ogg", "aiff"];
export const VIDEO_DEMUXERS: readonly string[] = ["mov", "avi", "matroska", "gif"];

/** Of one picture, before it is decoded: far above 8K, far below a bomb. */
export const MAX_PIXELS = 64_000_000;
/** Stand before the input of every tool that decodes pictures from outside. */
export const DECODE_LIMITS: readonly string[] = ["-max_alloc", String(MAX_PIXELS * 8), "-max_pixels", String(MAX_PIXELS)];

/**
 * The arguments of ffmpeg and ffprobe that open a local file with our demuxers only: a playlist under a music file's
 * name can then neither read other files nor call out. For every file that came from outside.
 */
export function guardedInput(path: string, demuxers: readonly string[]): string[] {
  // Frames of 192 bytes look like a transport stream to ffmpeg, which then refuses the song.
  const known = demuxers.includes("mp3") && isMp3(path) ? ["-f", "mp3"] : [];
  return ["-protocol_whitelist", "file", "-format_whitelist", demuxers.join(","), ...known, "-i", `file:${path}`];
}
