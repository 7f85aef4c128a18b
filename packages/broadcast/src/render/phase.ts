import { AAC_PACKET_SAMPLES } from "@nightjar/contract";

/** A file's sound as it is stored. */
export interface SourceFacts {
  readonly sampleRateHz: number;
  readonly channels: number;
  /** Samples of each channel, decoded and counted: what a header says is not exact for every format. */
  readonly samples: number;
}

/**
 * Where a file begins on the grid of the one it goes on from. Two halves of one recording decode as the whole only when
 * the second is resampled at the same fraction of a sample and encoded on the same grid of packets as within the whole.
 */
export interface Phase {
  /** Silence before the file, in its own samples, that puts its resampling and its packets where the whole has them. */
  readonly sourceSamples: number;
  /** Packets at the unit's beginning that hold nothing but that silence, and are left out of it. */
  readonly wholePackets: number;
}

export const NO_PHASE: Phase = { sourceSamples: 0, wholePackets: 0 };

/**
 * Frames both encodes see alike before one takes over from the other. As in a junction eight would do against a click, but an
 * encoder's rate control takes a second to settle, and until then its error is up to half as large again (measured).
 */
const WARM_FRAMES = 64;
/** For tracks too short for more. */
const WARM_MIN_FRAMES = 8;
/** Frames an encoder looks ahead. */
const AHEAD_FRAMES = 4;

export interface Seam {
  /** Of the second file's unit. */
  readonly phase: Phase;
  /** Packets of the junction's encoding that are warm-up. */
  readonly skipPackets: number;
  /** Samples of the two put together, from the lead-in of the first on: those the junction is encoded from. */
  readonly fromSample: number;
  readonly toSample: number;
  /** The packet of the first unit that the junction's first one replaces. */
  readonly leaveAtPacket: number;
  /** The junction's packet in which the second file begins. */
  readonly enterAtPacket: number;
  readonly packets: number;
  /** The packet of the second unit that follows the junction. */
  readonly resumeAtPacket: number;
}

/** Samples of the file after which both its samples and those of the air meet the beginning of a packet together. */
function periodSamples(sourceHz: number, airHz: number): number {
  const packetTicks = sourceHz * AAC_PACKET_SAMPLES;
  return packetTicks / greatestCommonDivisor(packetTicks, airHz);
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** The phase of what follows a file of `before`'s length that itself began at `phase`. */
export function phaseAfter(before: SourceFacts, phase: Phase, airHz: number): Phase {
  const sourceSamples = (phase.sourceSamples + before.samples) % periodSamples(before.sampleRateHz, airHz);
  const packetSamples = (before.sampleRateHz / airHz) * AAC_PACKET_SAMPLES;
  return { sourceSamples, wholePackets: Math.floor(sourceSamples / packetSamples) };
}

/**
 * How one file goes on into the next without a gap; null when one of them is too short for it.
 * @param phase of the first file's unit
 */
export function seamOf(before: SourceFacts, after: SourceFacts, phase: Phase, airHz: number): Seam | null {
  const frames = (sourceSamples: number) => (sourceSamples * airHz) / before.sampleRateHz / AAC_PACKET_SAMPLES;
  const shorterFrames = Math.floor(Math.min(frames(before.samples), frames(after.samples)));
  // Between two seams of a track there must be something left of its own unit.
  const warmFrames = Math.min(WARM_FRAMES, Math.floor(shorterFrames / 2) - AHEAD_FRAMES - 1);
  if (warmFrames < WARM_MIN_FRAMES) return null;
  const endSourceSample = phase.sourceSamples + before.samples;
  const endFrame = frames(endSourceSample);
  const next = phaseAfter(before, phase, airHz);
  const nextStartFrame = Math.round(frames(endSourceSample - next.sourceSamples)) + next.wholePackets;
  const leaveFrame = Math.floor(endFrame) - AHEAD_FRAMES;
  const resumeFrame = Math.ceil(endFrame) + warmFrames;
  return {
    phase: next,
    skipPackets: warmFrames,
    fromSample: (leaveFrame - warmFrames) * AAC_PACKET_SAMPLES,
    toSample: (resumeFrame + AHEAD_FRAMES) * AAC_PACKET_SAMPLES,
    leaveAtPacket: leaveFrame - phase.wholePackets,
    enterAtPacket: AHEAD_FRAMES,
    packets: resumeFrame - leaveFrame,
    resumeAtPacket: resumeFrame - nextStartFrame,
  };
}
