export const AUDIO_DEMUXERS: readonly string[] = ["mp3", "wav", "flac", "mov", "aac", "ogg"];
export const VIDEO_DEMUXERS: readonly string[] = ["mov", "avi", "matroska"];

/**
 * The arguments of ffmpeg and ffprobe that open a local file with our demuxers only: a playlist under a music file's
 * name can then neither read other files nor call out. For every file that came from outside.
 */
export function guardedInput(path: string, demuxers: readonly string[]): string[] {
  return ["-protocol_whitelist", "file", "-format_whitelist", demuxers.join(","), "-i", `file:${path}`];
}
