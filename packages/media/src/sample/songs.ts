/** One of what is played together. */
export interface Note {
  readonly atS: number;
  readonly lengthS: number;
  readonly hz: number;
  readonly level: number;
  /** 0: left, 1: right. */
  readonly pan: number;
  readonly timbre: "pad" | "keys" | "bass";
}

export interface Song {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly genre: string;
  readonly mood: string;
  readonly key: string;
  readonly bpm: number;
  /** The deepest note of each chord, and the chord above it, as MIDI numbers. */
  readonly chords: readonly { readonly bass: number; readonly tones: readonly number[] }[];
  /** What the melody is made of. */
  readonly scale: readonly number[];
  /** Order in which the tones of a chord are played, an eighth each. */
  readonly pattern: readonly number[];
  readonly seed: number;
}

const RELEASE = { artist: "The Night Shift", album: "Sample Channel", genre: "Ambient", mood: "Calm" } as const;

export const SONGS: readonly Song[] = [
  {
    ...{ ...RELEASE, title: "First Light", key: "D", bpm: 76, seed: 11 },
    chords: [
      { bass: 38, tones: [54, 57, 61, 66] },
      { bass: 35, tones: [54, 57, 59, 62] },
      { bass: 43, tones: [54, 59, 62, 66] },
      { bass: 45, tones: [52, 57, 61, 66] },
    ],
    scale: [74, 76, 78, 81, 83, 86],
    pattern: [0, 2, 1, 3, 2, 1, 3, 2],
  },
  {
    ...{ ...RELEASE, title: "Harbour Lamps", key: "Am", bpm: 68, seed: 23 },
    chords: [
      { bass: 33, tones: [55, 59, 60, 64] },
      { bass: 41, tones: [53, 57, 60, 64] },
      { bass: 36, tones: [52, 55, 59, 64] },
      { bass: 43, tones: [55, 59, 62, 64] },
    ],
    scale: [69, 72, 74, 76, 79, 81],
    pattern: [0, 1, 2, 3, 2, 3, 1, 2],
  },
  {
    ...{ ...RELEASE, title: "Slow Orbit", key: "Em", bpm: 84, seed: 37 },
    chords: [
      { bass: 40, tones: [54, 55, 59, 62] },
      { bass: 36, tones: [52, 55, 59, 64] },
      { bass: 43, tones: [55, 59, 62, 66] },
      { bass: 38, tones: [54, 57, 62, 64] },
    ],
    scale: [71, 74, 76, 78, 79, 83],
    pattern: [3, 1, 2, 0, 1, 3, 2, 1],
  },
];

const BEATS_A_BAR = 4;
/** The chords come round so often; the melody joins in the second and the last round. */
const ROUNDS = 3;
/** For the last notes to die away. */
const TAIL_S = 4;
const A4 = { midi: 69, hz: 440 } as const;

const hzOf = (midi: number) => A4.hz * 2 ** ((midi - A4.midi) / 12);
const barS = ({ bpm }: Song) => (BEATS_A_BAR * 60) / bpm;
const bars = ({ chords }: Song) => chords.length * ROUNDS;

export const lengthS = (song: Song): number => barS(song) * bars(song) + TAIL_S;

/** The same for the same song, for ever: chance comes from its seed. */
export function notesOf(song: Song): readonly Note[] {
  const random = mulberry(song.seed);
  return Array.from({ length: bars(song) }, (_, bar) => barOf(song, bar, random)).flat();
}

function barOf(song: Song, bar: number, random: () => number): Note[] {
  const chord = song.chords[bar % song.chords.length];
  if (!chord) return [];
  const [beginS, wholeS] = [bar * barS(song), barS(song)];
  const eighthS = wholeS / 8;
  const pads = chord.tones.map((tone, index): Note => {
    return { atS: beginS, lengthS: wholeS, hz: hzOf(tone), level: 0.05, pan: 0.2 + 0.2 * index, timbre: "pad" };
  });
  const bass = [0, 0.625].map((share): Note => {
    return { atS: beginS + share * wholeS, lengthS: wholeS / 2, hz: hzOf(chord.bass), level: 0.2, pan: 0.5, timbre: "bass" };
  });
  const keys = song.pattern.map((index, eighth): Note => {
    const level = 0.07 + 0.03 * random();
    const hz = hzOf((chord.tones[index % chord.tones.length] ?? 57) + 12);
    // Nobody plays like a clock.
    return { atS: beginS + eighth * eighthS + 0.012 * random(), lengthS: 2.5, hz, level, pan: 0.3 + 0.4 * random(), timbre: "keys" };
  });
  const round = Math.floor(bar / song.chords.length);
  const melody = round === 0 ? [] : melodyOf(song, beginS, eighthS, random);
  return [...pads, ...bass, ...keys, ...melody];
}

/** A few long notes a bar, each near the one before it. */
function melodyOf({ scale }: Song, beginS: number, eighthS: number, random: () => number): Note[] {
  const notes: Note[] = [];
  let degree = Math.floor(random() * scale.length);
  for (const eighth of [0, 3, 5]) {
    if (random() < 0.3) continue;
    degree = Math.min(scale.length - 1, Math.max(0, degree + Math.round(random() * 2 - 1)));
    const hz = hzOf(scale[degree] ?? A4.midi);
    notes.push({ atS: beginS + eighth * eighthS, lengthS: 3.5, hz, level: 0.12, pan: 0.55, timbre: "keys" });
  }
  return notes;
}

/** Chance that is the same each time. */
export function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
