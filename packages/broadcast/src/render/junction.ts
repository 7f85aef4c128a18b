import { AAC_PACKET_SAMPLES } from "@nightjar/contract";

/** Interleaved stereo, 48 kHz, 32-bit float: what the gain and the limiter of a track let through. */
export const CHANNELS = 2;

/**
 * Frames both encodes must have seen alike before one may take over from the other: the error at the cut then is the
 * encoder's own (measured; at four frames it was, at none it is twenty times as large).
 */
const WARM_FRAMES = 8;
/** Frames an encoder looks ahead: nothing that differs may lie within them before a cut. */
const AHEAD_FRAMES = 4;
/** Below this a join is no fade but the overlap that brings the next track onto the grid. */
const LIMIT_DBFS = -1;
const LIMIT_WINDOW_SAMPLES = 240;

/** What a junction needs of the track before, beside the fade. */
export const CUT_MARGINS = { warmFrames: WARM_FRAMES, aheadFrames: AHEAD_FRAMES } as const;

export interface JunctionSource {
  /** The end of the track before, from `tailStartSample` to its last sample. */
  readonly tail: Float32Array;
  readonly tailStartSample: number;
  /** The beginning of the next. */
  readonly head: Float32Array;
}

/** Where a junction lies between its two tracks: of one that is encoded nothing else is asked. */
export interface JunctionPlace {
  /** Packets of the encoding that are warm-up, and those that go on air after them. */
  readonly skipPackets: number;
  readonly packets: number;
  /** The packet of the track before that is replaced by the junction's first. */
  readonly leaveAtPacket: number;
  /** The junction's packet at which the next track counts as begun: the middle of the fade. */
  readonly enterAtPacket: number;
  /** The packet of the next track that follows the junction. */
  readonly resumeAtPacket: number;
}

export interface Junction extends JunctionPlace {
  /** To be encoded; its first sample lies on the grid of the track before. */
  readonly pcm: Float32Array;
}

/** Samples of head and tail that a junction with this crossfade reads. */
export function edgeSamples(crossfadeMs: number): number {
  return crossfadeSamples(crossfadeMs) + (2 * WARM_FRAMES + 2 * AHEAD_FRAMES + 2) * AAC_PACKET_SAMPLES;
}

/**
 * Lays the next track over the end of the one before: its first sample on a packet boundary of the other's grid, so
 * that both units can be left and entered between packets. What the grid costs, at most one packet, is overlapped.
 * null: one of them is too short for a junction, and they are simply put one after the other.
 */
export function makeJunction(source: JunctionSource, crossfadeMs: number): Junction | null {
  const { tail, head, tailStartSample } = source;
  const endSample = tailStartSample + tail.length / CHANNELS;
  const enterFrame = Math.floor((endSample - crossfadeSamples(crossfadeMs)) / AAC_PACKET_SAMPLES);
  const enterSample = enterFrame * AAC_PACKET_SAMPLES;
  const overlapSamples = endSample - enterSample;
  const leaveFrame = enterFrame - AHEAD_FRAMES;
  const firstFrame = leaveFrame - WARM_FRAMES;
  const resumeAtPacket = Math.ceil(overlapSamples / AAC_PACKET_SAMPLES) + WARM_FRAMES;
  const headSamples = (resumeAtPacket + AHEAD_FRAMES) * AAC_PACKET_SAMPLES;
  const firstSample = firstFrame * AAC_PACKET_SAMPLES;
  if (firstSample < tailStartSample || head.length / CHANNELS < headSamples) return null;

  const pcm = new Float32Array((enterSample - firstSample + headSamples) * CHANNELS);
  pcm.set(tail.subarray((firstSample - tailStartSample) * CHANNELS));
  mixIn(pcm, head, enterSample - firstSample, overlapSamples, crossfadeMs > 0);
  limit(pcm, enterSample - firstSample, overlapSamples);
  return {
    pcm,
    skipPackets: WARM_FRAMES,
    packets: AHEAD_FRAMES + resumeAtPacket,
    leaveAtPacket: leaveFrame,
    enterAtPacket: AHEAD_FRAMES + Math.floor(crossfadeSamples(crossfadeMs) / 2 / AAC_PACKET_SAMPLES),
    resumeAtPacket,
  };
}

/** Out of silence into the head of a track: a junction that nothing was before. null: the track is too short. */
export function fadeInFromSilence(head: Float32Array, fadeMs: number): Junction | null {
  const tailSamples = (WARM_FRAMES + AHEAD_FRAMES) * AAC_PACKET_SAMPLES + crossfadeSamples(fadeMs);
  const junction = makeJunction({ tail: new Float32Array(tailSamples * CHANNELS), tailStartSample: 0, head }, fadeMs);
  if (!junction) return null;
  // Nothing is to be heard before the head begins: the session begins with it.
  const { skipPackets, packets, pcm, resumeAtPacket } = junction;
  return {
    pcm,
    skipPackets: skipPackets + AHEAD_FRAMES,
    packets: packets - AHEAD_FRAMES,
    leaveAtPacket: 0,
    enterAtPacket: 0,
    resumeAtPacket,
  };
}

function crossfadeSamples(crossfadeMs: number): number {
  return crossfadeMs * 48;
}

/** Equal power where a fade is wanted; equal gain over the few samples of a grid overlap, which then cannot add up. */
function mixIn(pcm: Float32Array, head: Float32Array, atSample: number, overlapSamples: number, isFade: boolean): void {
  const from = atSample * CHANNELS;
  for (let sample = 0; sample < overlapSamples; sample += 1) {
    const share = (sample + 0.5) / overlapSamples;
    const out = isFade ? Math.cos((share * Math.PI) / 2) : 1 - share;
    const into = isFade ? Math.sin((share * Math.PI) / 2) : share;
    for (let at = sample * CHANNELS; at < (sample + 1) * CHANNELS; at += 1) {
      pcm[from + at] = (pcm[from + at] ?? 0) * out + (head[at] ?? 0) * into;
    }
  }
  pcm.set(head.subarray(overlapSamples * CHANNELS, pcm.length - from), from + overlapSamples * CHANNELS);
}

/** Two tracks at full level may add up: where they would pass the limit, both are turned down smoothly. */
function limit(pcm: Float32Array, fromSample: number, samples: number): void {
  const most = 10 ** (LIMIT_DBFS / 20);
  const gains = new Float32Array(samples).fill(1);
  for (let sample = 0; sample < samples; sample += 1) {
    const at = (fromSample + sample) * CHANNELS;
    const peak = Math.max(Math.abs(pcm[at] ?? 0), Math.abs(pcm[at + 1] ?? 0));
    if (peak > most) gains[sample] = most / peak;
  }
  if (gains.every((gain) => gain === 1)) return;
  const smooth = averaged(slidingMinimum(gains, LIMIT_WINDOW_SAMPLES), LIMIT_WINDOW_SAMPLES);
  smooth.forEach((gain, sample) => {
    const at = (fromSample + sample) * CHANNELS;
    for (let channel = 0; channel < CHANNELS; channel += 1) pcm[at + channel] = (pcm[at + channel] ?? 0) * gain;
  });
}

/** The least value within `reach` to either side. */
function slidingMinimum(values: Float32Array, reach: number): Float32Array {
  const least = new Float32Array(values.length).fill(1);
  values.forEach((value, index) => {
    if (value === 1) return;
    const end = Math.min(values.length - 1, index + reach);
    for (let at = Math.max(0, index - reach); at <= end; at += 1) least[at] = Math.min(least[at] ?? 1, value);
  });
  return least;
}

/** Mean over `reach` to either side; 1 beyond the ends. */
function averaged(values: Float32Array, reach: number): Float32Array {
  const width = 2 * reach + 1;
  const result = new Float32Array(values.length);
  let sum = 0;
  const value = (index: number) => values[index] ?? 1;
  for (let index = -reach; index <= reach; index += 1) sum += value(index);
  for (let index = 0; index < values.length; index += 1) {
    result[index] = sum / width;
    sum += value(index + reach + 1) - value(index - reach);
  }
  return result;
}
