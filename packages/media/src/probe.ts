import { open } from "node:fs/promises";
import { type ProbedFile, type ProbedStream, probeFile, type ProbeOptions, statedPixels, walkPackets } from "./ffprobe.ts";
import { AUDIO_DEMUXERS, MAX_PIXELS, VIDEO_DEMUXERS } from "./guarded-input.ts";
import { MediaError } from "./media-error.ts";

export type { ProbeOptions } from "./ffprobe.ts";

/** Their streams begin with the encoder's delay inside the timestamps, told only beside the packets. */
const DELAY_INSIDE = new Set(["mp3"]);

/** As ffprobe names them. */
const HDR_TRANSFERS = new Set(["smpte2084", "arib-std-b67"]);

/** Containers by what they are, not by name. */
export type AudioContainer = "mp3" | "wav" | "flac" | "mp4" | "aac" | "ogg" | "aiff";
export type VideoContainer = "mp4" | "avi" | "matroska" | "gif";

export interface AudioProbe {
  readonly container: AudioContainer;
  /** As ffmpeg names it: mp3, aac, flac, pcm_s16le, … */
  readonly codec: string;
  /** Of what is heard, from the packets themselves; at least 1. */
  readonly durationMs: number;
  readonly sampleRateHz: number;
  readonly channels: number;
  readonly bitrateKbps: number | null;
}

export interface VideoProbe {
  readonly container: VideoContainer;
  readonly codec: string;
  readonly durationMs: number;
  /** As shown: after the rotation a phone writes into the file. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly framesPerSecond: number | null;
  readonly hasAudio: boolean;
  /** PQ or HLG. */
  readonly isHdr: boolean;
}

/** What an uploaded sound file really is. Throws MediaError when it is none; ProcessError when ffprobe cannot work. */
export async function probeAudio(path: string, options: ProbeOptions): Promise<AudioProbe> {
  const file = await probeFile(path, AUDIO_DEMUXERS, options);
  const stream = file.streams.find((candidate) => candidate.codec_type === "audio");
  if (stream === undefined) throw new MediaError("no-audio", "The file contains no sound");
  const { codec_name: codec, sample_rate: sampleRateHz = 0, channels = 0 } = stream;
  if (codec === undefined || sampleRateHz <= 0 || channels <= 0) {
    throw new MediaError("damaged", "The file's sound cannot be decoded");
  }
  const formatName = file.format.format_name;
  const trimsEncoderDelay = DELAY_INSIDE.has(formatName);
  const walk = await walkPackets(path, AUDIO_DEMUXERS, stream, { ...options, trimsEncoderDelay, countsGaps: false });
  return {
    container: containerOf(formatName, { mp3: "mp3", wav: "wav", flac: "flac", mov: "mp4", aac: "aac", ogg: "ogg", aiff: "aiff" }),
    codec,
    durationMs: lastingMs(walk.durationSeconds),
    sampleRateHz,
    channels,
    bitrateKbps: bitrateKbps(file, stream),
  };
}

/** What an uploaded video really is. Throws as probeAudio. */
export async function probeVideo(path: string, options: ProbeOptions): Promise<VideoProbe> {
  const file = await probeFile(path, VIDEO_DEMUXERS, options).catch(async (error: unknown) => {
    throw (await beginsLikeVideo(path)) ? damagedBy(error) : error;
  });
  const stream = file.streams.find(isMovingPicture);
  if (stream === undefined) throw new MediaError("no-video", "The file contains no video");
  const { codec_name: codec, width = 0, height = 0 } = stream;
  if (codec === undefined || width <= 0 || height <= 0) {
    const isTooLarge = (await statedPixels(path, VIDEO_DEMUXERS, stream, options)) > MAX_PIXELS;
    throw isTooLarge
      ? new MediaError("too-many-pixels", "The video's pictures are too large")
      : new MediaError("damaged", "The file's video cannot be decoded");
  }
  const walk = await walkPackets(path, VIDEO_DEMUXERS, stream, { ...options, trimsEncoderDelay: false, countsGaps: true });
  if (walk.packets < 2) throw new MediaError("single-picture", "The file contains a single picture, not a video");
  const isTurned = (stream.side_data_list ?? []).some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90);
  return {
    container: containerOf(file.format.format_name, { mov: "mp4", avi: "avi", matroska: "matroska", gif: "gif" }),
    codec,
    durationMs: lastingMs(walk.durationSeconds),
    widthPx: isTurned ? height : width,
    heightPx: isTurned ? width : height,
    framesPerSecond: stream.avg_frame_rate ?? null,
    hasAudio: file.streams.some((candidate) => candidate.codec_type === "audio"),
    isHdr: HDR_TRANSFERS.has(stream.color_transfer ?? ""),
  };
}

/** What stands at the very beginning of the containers we take; of mp4 behind the length of its first box. */
const BEGINNINGS: readonly (readonly [offset: number, text: string])[] = [
  [4, "ftyp"],
  [8, "AVI "],
  [0, "\x1a\x45\xdf\xa3"],
  [0, "GIF8"],
];

/** Whether it is one of our containers that only went wrong further on: most often it was cut off. */
async function beginsLikeVideo(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(12), 0, 12, 0);
    const head = buffer.toString("latin1", 0, bytesRead);
    return BEGINNINGS.some(([offset, text]) => head.startsWith(text, offset));
  } finally {
    await file.close();
  }
}

function damagedBy(error: unknown): unknown {
  const isFormat = error instanceof MediaError && error.kind === "unsupported-format";
  return isFormat ? new MediaError("damaged", "The video is cut off or damaged", error) : error;
}

/** Cover art is a video stream to ffprobe. */
function isMovingPicture(stream: ProbedStream): boolean {
  return stream.codec_type === "video" && (stream.disposition?.attached_pic ?? 0) === 0;
}

/** ffprobe names a demuxer by all its names: "mov,mp4,m4a,3gp,3g2,mj2". */
function containerOf<T extends string>(formatName: string, byDemuxer: Readonly<Record<string, T>>): T {
  const container = byDemuxer[formatName.split(",")[0] ?? ""];
  if (container === undefined) throw new MediaError("unsupported-format", "The file is not in a supported format");
  return container;
}

function lastingMs(durationSeconds: number): number {
  const durationMs = Math.round(durationSeconds * 1000);
  if (durationMs < 1) throw new MediaError("no-duration", "The file has no length");
  return durationMs;
}

function bitrateKbps(file: ProbedFile, stream: ProbedStream): number | null {
  const bitsPerSecond = stream.bit_rate ?? file.format.bit_rate;
  return bitsPerSecond === undefined ? null : Math.round(bitsPerSecond / 1000);
}
