/**
 * Encoder profiles. All units that are spliced into one stream share one profile,
 * so that SPS/PPS and AudioSpecificConfig are byte-identical.
 */
export interface EncoderProfile {
  readonly id: ProfileId;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly framesPerSecond: 30 | 60;
  readonly videoKbps: number;
  /** H.264 level, as x264 writes it. */
  readonly level: string;
  /** Closed GOP, always 2 s. */
  readonly gopFrames: number;
  readonly audioKbps: number;
  readonly sampleRateHz: 48_000;
}

export const PROFILE_IDS = ["1080p30"] as const;
export type ProfileId = (typeof PROFILE_IDS)[number];
export const DEFAULT_PROFILE_ID: ProfileId = "1080p30";

export const PROFILES: Readonly<Record<ProfileId, EncoderProfile>> = {
  "1080p30": {
    id: "1080p30",
    widthPx: 1920,
    heightPx: 1080,
    framesPerSecond: 30,
    videoKbps: 4500,
    level: "4.1",
    gopFrames: 60,
    audioKbps: 160,
    sampleRateHz: 48_000,
  },
};

/** How many bits a picture may have; the size and the headers stay, so that it may change while a stream is on air. */
export const QUALITIES = ["economy", "standard", "high"] as const;
export type Quality = (typeof QUALITIES)[number];
export const DEFAULT_QUALITY: Quality = "standard";

/** Samples in one AAC-LC packet (ISO/IEC 14496-3). */
export const AAC_PACKET_SAMPLES = 1024;
export const DEFAULT_TARGET_LUFS = -14;
