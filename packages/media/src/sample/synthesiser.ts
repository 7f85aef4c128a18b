import { setImmediate as nextTurn } from "node:timers/promises";
import type { Note } from "./songs.ts";

export const RATE_HZ = 44_100;
const TURN = 2 * Math.PI;

/** Both sides of a stretch of sound. */
export interface Stereo {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

export const silence = (frames: number): Stereo => ({ left: new Float32Array(frames), right: new Float32Array(frames) });

/** What a note sounds like, from its own begin on. Most come again and again: each is sounded once, at full level, in a turn of its own. */
export function createVoices(): (note: Note) => Promise<Float32Array> {
  const known = new Map<string, Float32Array>();
  return async (note) => {
    const name = `${note.timbre} ${note.hz} ${note.lengthS}`;
    const heard = known.get(name);
    if (heard) return heard;
    await nextTurn();
    const sounded = soundOf(note);
    known.set(name, sounded);
    return sounded;
  };
}

function soundOf(note: Note): Float32Array {
  const voice = new Float32Array(framesOf(note));
  const sampleOf = TIMBRES[note.timbre];
  for (let frame = 0; frame < voice.length; frame += 1) voice[frame] = sampleOf(frame / RATE_HZ, note);
  return voice;
}

/** Adds what a note sounds like in the frames from `fromFrame` on. */
export function addNote(sound: Stereo, voice: Float32Array, { level, pan, atS }: Note, fromFrame: number): void {
  const [gainLeft, gainRight] = [level * Math.cos((pan * Math.PI) / 2), level * Math.sin((pan * Math.PI) / 2)];
  const begin = beginFrame({ atS }) - fromFrame;
  const end = Math.min(sound.left.length, begin + voice.length);
  for (let frame = Math.max(0, begin); frame < end; frame += 1) {
    const sample = voice[frame - begin] ?? 0;
    sound.left[frame] = (sound.left[frame] ?? 0) + sample * gainLeft;
    sound.right[frame] = (sound.right[frame] ?? 0) + sample * gainRight;
  }
}

export const beginFrame = ({ atS }: Pick<Note, "atS">): number => Math.round(atS * RATE_HZ);
export const endFrame = (note: Note): number => beginFrame(note) + framesOf(note);
const framesOf = ({ lengthS, timbre }: Note) => Math.round((lengthS + (timbre === "pad" ? PAD_FADE_S : 0)) * RATE_HZ);

const PAD_FADE_S = 1.4;
const SOFT_END_S = 0.3;

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

/** How long the echoes of a hall take, and how they are smeared. */
const COMBS = [1557, 1617, 1491, 1422, 1277, 1356];
const SMEARS = [225, 556];
const SPREAD_FRAMES = 23;
const WET = 0.32;
const FEEDBACK = 0.86;
const DAMPING = 0.35;
const INTO_HALL = 0.2;

/** What an echo leaves behind from one stretch of sound to the next. */
interface Echo {
  readonly held: Float32Array;
  at: number;
  dark: number;
}
const echoOf = (frames: number): Echo => ({ held: new Float32Array(frames), at: 0, dark: 0 });

/** Adds an echo that comes round darker each time. */
function addEcho(wet: Float32Array, dry: Float32Array, echo: Echo): void {
  const { held } = echo;
  let { at, dark } = echo;
  for (let frame = 0; frame < dry.length; frame += 1) {
    const before = held[at] ?? 0;
    dark = before * (1 - DAMPING) + dark * DAMPING;
    held[at] = (dry[frame] ?? 0) * INTO_HALL + dark * FEEDBACK;
    at = at + 1 === held.length ? 0 : at + 1;
    wet[frame] = (wet[frame] ?? 0) + before;
  }
  Object.assign(echo, { at, dark });
}

/** Spreads each sound over the moments after it. */
function smear(wet: Float32Array, echo: Echo): void {
  const { held } = echo;
  for (let frame = 0; frame < wet.length; frame += 1) {
    const [input, before] = [wet[frame] ?? 0, held[echo.at] ?? 0];
    held[echo.at] = input + before * 0.5;
    echo.at = (echo.at + 1) % held.length;
    wet[frame] = before - input * 0.5;
  }
}

/** A hall after Schroeder, one side of it. */
function hallSide(spread: number): (side: Float32Array) => void {
  const combs = COMBS.map((frames) => echoOf(frames + spread));
  const smears = SMEARS.map((frames) => echoOf(frames + spread));
  return (side) => {
    const wet = new Float32Array(side.length);
    for (const comb of combs) addEcho(wet, side, comb);
    for (const echo of smears) smear(wet, echo);
    for (const [frame, echo] of wet.entries()) side[frame] = (side[frame] ?? 0) + WET * echo;
  };
}

/** Puts sound into a hall, stretch by stretch. */
export function createHall(): (sound: Stereo) => void {
  const [intoLeft, intoRight] = [hallSide(0), hallSide(SPREAD_FRAMES)];
  return ({ left, right }) => {
    intoLeft(left);
    intoRight(right);
  };
}
