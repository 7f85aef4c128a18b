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
  /** H.264 level, as x264 writes it: the one YouTube asks for at this size and rate. */
  readonly level: string;
  /** Closed GOP, always 2 s. */
  readonly gopFrames: number;
  readonly audioKbps: number;
  readonly sampleRateHz: 48_000;
  /** What makes the pictures: each writes SPS and PPS of its own. */
  readonly encoder: RenderEncoder;
}

export const PROFILE_IDS = ["720p30", "720p60", "1080p30", "1080p60", "1440p30", "2160p30"] as const;
export type ProfileId = (typeof PROFILE_IDS)[number];
export const DEFAULT_PROFILE_ID: ProfileId = "1080p30";

/** Encoders a picture may be rendered with. Software is always there; the others where the machine has the hardware. */
export const RENDER_ENCODERS = ["software", "nvenc", "vaapi", "qsv"] as const;
export type RenderEncoder = (typeof RENDER_ENCODERS)[number];
export const DEFAULT_RENDER_ENCODER: RenderEncoder = "software";

/** How many bits a picture may have; the size and the headers stay, so that it may change while a stream is on air. */
export const QUALITIES = ["economy", "standard", "high"] as const;
export type Quality = (typeof QUALITIES)[number];
export const DEFAULT_QUALITY: Quality = "standard";

/** Of the profile's video bitrate. `high` comes near what YouTube recommends today, `economy` near the least it takes. */
const QUALITY_SHARE: Readonly<Record<Quality, number>> = { economy: 0.7, standard: 1, high: 1.4 };

function profile(id: ProfileId, size: readonly [widthPx: number, heightPx: number], videoKbps: number, level: string): EncoderProfile {
  const [widthPx, heightPx] = size;
  const framesPerSecond = id.endsWith("60") ? 60 : 30;
  const picture = { id, widthPx, heightPx, framesPerSecond, videoKbps, level, gopFrames: 2 * framesPerSecond } as const;
  return { ...picture, audioKbps: 160, sampleRateHz: 48_000, encoder: DEFAULT_RENDER_ENCODER };
}

/** At standard quality, by the software encoder. What is rendered for a stream is decided by `profileOf` its plan. */
export const PROFILES: Readonly<Record<ProfileId, EncoderProfile>> = {
  "720p30": profile("720p30", [1280, 720], 3000, "3.1"),
  "720p60": profile("720p60", [1280, 720], 4500, "3.2"),
  "1080p30": profile("1080p30", [1920, 1080], 4500, "4.1"),
  "1080p60": profile("1080p60", [1920, 1080], 7000, "4.2"),
  "1440p30": profile("1440p30", [2560, 1440], 10_000, "5.0"),
  "2160p30": profile("2160p30", [3840, 2160], 20_000, "5.1"),
};

/** A profile at a quality: only the bitrate (and with it the size of the rate control's buffer) differs. */
export function encoderProfile(id: ProfileId, quality: Quality, encoder: RenderEncoder = DEFAULT_RENDER_ENCODER): EncoderProfile {
  const base = PROFILES[id];
  return { ...base, videoKbps: Math.round(base.videoKbps * QUALITY_SHARE[quality]), encoder };
}

/** The profile that a plan's pictures and sounds are rendered with. */
export function profileOf(plan: { profileId: ProfileId; quality: Quality; renderEncoder: RenderEncoder }): EncoderProfile {
  return encoderProfile(plan.profileId, plan.quality, plan.renderEncoder);
}

/** Samples in one AAC-LC packet (ISO/IEC 14496-3). */
export const AAC_PACKET_SAMPLES = 1024;
export const DEFAULT_TARGET_LUFS = -14;
