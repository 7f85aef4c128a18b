import { AAC_PACKET_SAMPLES, type EncoderProfile } from "@nightjar/contract";

/**
 * Timestamps from counters. Nothing is accumulated, so there is nothing to drift:
 * the skew after 60 days is what it was after a minute, below half a millisecond.
 */
export interface StreamClock {
  /** Decoding time of coded frame n since the session's epoch. */
  videoDtsMs(frame: number): number;
  /** Presentation time of displayed frame n: one frame after its decoding slot, as B-frames need. */
  videoPtsMs(frame: number): number;
  /** Presentation time of AAC packet n; sample 0 sounds when frame 0 shows. */
  audioPtsMs(packet: number): number;
  /** The frame on screen when packet n begins to sound. */
  frameAtPacket(packet: number): number;
  readonly packetMs: number;
  readonly frameMs: number;
}

/** Frames by which display lags decoding: two B-frames without a pyramid need one. */
export const REORDER_FRAMES = 1;

/** At 48 kHz so many packets are a whole number of frames, at 30 and at 60 frames a second. */
const MEETING_PACKETS = 25;

/** The last packet up to this time that begins with a frame. */
export function meetingPacket({ packetMs }: StreamClock, ms: number): number {
  return Math.floor(ms / packetMs / MEETING_PACKETS) * MEETING_PACKETS;
}

export function streamClock(profile: EncoderProfile): StreamClock {
  const { framesPerSecond, sampleRateHz } = profile;
  const videoDtsMs = (frame: number) => Math.round((frame * 1000) / framesPerSecond);
  const videoPtsMs = (frame: number) => videoDtsMs(frame + REORDER_FRAMES);
  const firstPtsMs = videoPtsMs(0);
  return {
    videoDtsMs,
    videoPtsMs,
    audioPtsMs: (packet) => firstPtsMs + Math.round((packet * AAC_PACKET_SAMPLES * 1000) / sampleRateHz),
    frameAtPacket: (packet) => Math.round((packet * AAC_PACKET_SAMPLES * framesPerSecond) / sampleRateHz),
    packetMs: (AAC_PACKET_SAMPLES * 1000) / sampleRateHz,
    frameMs: 1000 / framesPerSecond,
  };
}
