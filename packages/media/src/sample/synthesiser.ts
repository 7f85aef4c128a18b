import type { Note } from "./songs.ts";

export const RATE_HZ = 44_100;
const TURN = 2 * Math.PI;

/** Both sides of a stretch of sound. */
export interface Stereo {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

export const silence = (frames: number): Stereo => ({ left: new Float32Array(frames), right: new Float32Array(frames) });

/** Adds what a note sounds like in the frames from `fromFrame` on. */
export function addNote(sound: Stereo, note: Note, fromFrame: number): void {
  const [gainLeft, gainRight] = [Math.cos((note.pan * Math.PI) / 2), Math.sin((note.pan * Math.PI) / 2)];
  const begin = Math.max(0, Math.round(note.atS * RATE_HZ) - fromFrame);
  const end = Math.min(sound.left.length, endFrame(note) - fromFrame);
  const sampleOf = TIMBRES[note.timbre];
  for (let frame = begin; frame < end; frame += 1) {
    const atS = (frame + fromFrame) / RATE_HZ - note.atS;
    const sample = sampleOf(atS, note) * note.level;
    sound.left[frame] = (sound.left[frame] ?? 0) + sample * gainLeft;
    sound.right[frame] = (sound.right[frame] ?? 0) + sample * gainRight;
  }
}

const PAD_FADE_S = 1.4;
const SOFT_END_S = 0.3;
export const endFrame = ({ atS, lengthS, timbre }: Note): number =>
  Math.round((atS + lengthS + (timbre === "pad" ? PAD_FADE_S : 0)) * RATE_HZ);

type Timbre = (atS: number, note: Note) => number;

/** Two strings a hair apart, that swell and die away over the next chord. */
const pad: Timbre = (atS, { hz, lengthS }) => {
  const swell = Math.min(1, atS / PAD_FADE_S, Math.max(0, (lengthS + PAD_FADE_S - atS) / PAD_FADE_S));
  const one = TURN * hz * atS;
  const other = one * 1.0027;
  return swell * swell * (Math.sin(one) + Math.sin(other) + 0.3 * Math.sin(2 * one) + 0.12 * Math.sin(3 * other));
};

/** An electric piano: bright for a moment, round from then on. */
const keys: Timbre = (atS, { hz, lengthS }) => {
  const turn = TURN * hz * atS;
  const body = Math.sin(turn + 1.4 * Math.exp(-4 * atS) * Math.sin(turn));
  const bell = 0.12 * Math.exp(-9 * atS) * Math.sin(4 * turn);
  return (body + bell) * Math.min(1, atS / 0.006) * Math.exp(-1.7 * atS) * Math.min(1, (lengthS - atS) / SOFT_END_S);
};

const bass: Timbre = (atS, { hz, lengthS }) => {
  const turn = TURN * hz * atS;
  const held = Math.min(1, atS / 0.03) * Math.exp(-0.9 * atS) * Math.min(1, (lengthS - atS) / SOFT_END_S);
  return (Math.sin(turn) + 0.3 * Math.sin(2 * turn)) * held;
};

const TIMBRES: Readonly<Record<Note["timbre"], Timbre>> = { pad, keys, bass };

/** A line of delay that gives back what went in some frames ago. */
function delayLine(frames: number): (next: (before: number) => number) => number {
  const held = new Float32Array(frames);
  let at = 0;
  return (next) => {
    const before = held[at] ?? 0;
    held[at] = next(before);
    at = (at + 1) % frames;
    return before;
  };
}

const COMBS = [1557, 1617, 1491, 1422, 1277, 1356];
const SPREAD_FRAMES = 23;
const WET = 0.32;
const FEEDBACK = 0.86;
const DAMPING = 0.35;

/** A hall after Schroeder, one side of it: echoes that come round darker each time, then smeared. */
function hallSide(spread: number): (sample: number) => number {
  const combs = COMBS.map((frames) => ({ line: delayLine(frames + spread), dark: 0 }));
  const smears = [225, 556].map((frames) => delayLine(frames + spread));
  return (sample) => {
    let echo = 0;
    for (const comb of combs) {
      echo += comb.line((before) => {
        comb.dark = before * (1 - DAMPING) + comb.dark * DAMPING;
        return sample * 0.2 + comb.dark * FEEDBACK;
      });
    }
    for (const smear of smears) {
      const input = echo;
      echo = smear((before) => input + before * 0.5) - input * 0.5;
    }
    return echo;
  };
}

/** Puts sound into a hall, stretch by stretch. */
export function createHall(): (sound: Stereo) => void {
  const sides = [hallSide(0), hallSide(SPREAD_FRAMES)] as const;
  return ({ left, right }) => {
    for (const [index, side] of [left, right].entries()) {
      const hall = index === 0 ? sides[0] : sides[1];
      for (let frame = 0; frame < side.length; frame += 1) {
        const dry = side[frame] ?? 0;
        side[frame] = dry + WET * hall(dry);
      }
    }
  };
}
