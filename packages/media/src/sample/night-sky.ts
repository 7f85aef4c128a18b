import { setImmediate as nextTurn } from "node:timers/promises";

/** Small, because all of it is soft: enlarged, nobody sees the difference. */
export interface SkySize {
  readonly widthPx: number;
  readonly heightPx: number;
}
export interface Sky extends SkySize {
  /** Turned by so much, in degrees: each cover has a night of its own. */
  readonly hueShift: number;
}

const TURN = 2 * Math.PI;
const BYTES_A_PIXEL = 6;
const FULL = 65_535;

type Colour = readonly [red: number, green: number, blue: number];
const ZENITH: Colour = [0.02, 0.03, 0.09];
const HORIZON: Colour = [0.13, 0.13, 0.29];
const NEAR_HILL: Colour = [0.015, 0.02, 0.05];
const MOON: Colour = [1, 0.93, 0.78];
/** Bands of northern light: where they hang, how they wave, and how often in one round, so that the end meets the beginning. */
const BANDS = [
  { colour: [0.1, 0.55, 0.45], at: 0.34, sway: 0.07, waves: 1.3, turns: 1, width: 0.13 },
  { colour: [0.35, 0.25, 0.6], at: 0.24, sway: 0.06, waves: 0.9, turns: -1, width: 0.17 },
  { colour: [0.12, 0.35, 0.62], at: 0.46, sway: 0.05, waves: 1.9, turns: 2, width: 0.1 },
] as const;
const HILLS = [
  { at: 0.74, height: 0.06, waves: 1.1, shift: 0.6, share: 0.45 },
  { at: 0.82, height: 0.05, waves: 1.7, shift: 2.1, share: 0.7 },
  { at: 0.91, height: 0.04, waves: 2.6, shift: 4.4, share: 1 },
] as const;

/** One picture as rgb48le, at that share of the round. */
export type Painter = (share: number) => Uint8Array;

/** What stands still is looked at once, for all pictures of a round. */
export function createPainter({ widthPx, heightPx, hueShift }: Sky): Painter {
  const turnColour = hueRotation(hueShift);
  const aspect = widthPx / heightPx;
  const columns = Array.from({ length: widthPx }, (_, column) =>
    Array.from({ length: heightPx }, (__, row) => stillAt(column / widthPx, row / heightPx, aspect)),
  );
  return (share) => {
    const pixels = Buffer.alloc(widthPx * heightPx * BYTES_A_PIXEL);
    const glow = 1 + 0.06 * Math.sin(TURN * share);
    for (const [column, rows] of columns.entries()) {
      const bands = BANDS.map((band) => bandAt(band, column / widthPx, share));
      for (const [row, still] of rows.entries()) {
        const colour = turnColour(lit(still, row / heightPx, bands, glow));
        const at = (row * widthPx + column) * BYTES_A_PIXEL;
        for (let part = 0; part < 3; part += 1) {
          pixels.writeUInt16LE(Math.round(Math.min(1, Math.max(0, colour[part] ?? 0)) * FULL), at + 2 * part);
        }
      }
    }
    return pixels;
  };
}

interface BandHere {
  readonly colour: Colour;
  readonly y: number;
  readonly strength: number;
  readonly width: number;
}
function bandAt({ colour, at, sway, waves, turns, width }: (typeof BANDS)[number], x: number, share: number): BandHere {
  const phase = TURN * (waves * x + turns * share);
  const strength = 0.55 + 0.25 * Math.sin(TURN * (1.7 * x - turns * share)) + 0.2 * Math.sin(TURN * (0.6 * x + share));
  return { colour, y: at + sway * Math.sin(phase) + 0.4 * sway * Math.sin(2.1 * phase - TURN * 1.1 * turns * share), strength, width };
}

/** A point of the sky, and how much of it the hills before it leave to see. */
interface Still {
  readonly sky: Colour;
  readonly moonlight: number;
  readonly open: number;
  readonly hills: Colour;
}

function stillAt(x: number, y: number, aspect: number): Still {
  const fromMoon = Math.hypot((x - 0.78) * aspect, y - 0.22);
  let [open, hills]: [number, Colour] = [1, [0, 0, 0]];
  for (const { at, height, waves, shift, share } of HILLS) {
    const top = at - height * Math.sin(TURN * waves * x + shift) * Math.cos(2.3 * x + shift);
    const covered = smooth(top - 0.008, top + 0.008, y);
    hills = mix(hills, mix(HORIZON, NEAR_HILL, share), covered);
    open *= 1 - covered;
  }
  const moonlight = 0.85 * smooth(0.062, 0.05, fromMoon) + 0.16 * Math.exp(-fromMoon * 7);
  return { sky: mix(ZENITH, HORIZON, Math.min(1, y * 1.25)), moonlight, open, hills };
}

function lit({ sky, moonlight, open, hills }: Still, y: number, bands: readonly BandHere[], glow: number): Colour {
  if (open === 0) return hills;
  let colour = add(sky, MOON, glow * moonlight);
  for (const band of bands) {
    // Sharp below, long above: as curtains hang.
    const away = (y - band.y) / (y > band.y ? band.width * 0.45 : band.width);
    colour = add(colour, band.colour, 0.6 * band.strength * Math.exp(-away * away));
  }
  return add(hills, colour, open);
}

const mix = (one: Colour, other: Colour, share: number): Colour => [
  one[0] + (other[0] - one[0]) * share,
  one[1] + (other[1] - one[1]) * share,
  one[2] + (other[2] - one[2]) * share,
];
const add = (one: Colour, light: Colour, share: number): Colour => [
  one[0] + light[0] * share,
  one[1] + light[1] * share,
  one[2] + light[2] * share,
];
/** 0 at `from`, 1 at `to`, without a corner. */
function smooth(from: number, to: number, value: number): number {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return share * share * (3 - 2 * share);
}

/** Around the grey axis, which keeps it as light as it was. */
function hueRotation(degrees: number): (colour: Colour) => Colour {
  if (degrees === 0) return (colour) => colour;
  const [cosine, sine] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const third = (1 - cosine) / 3;
  const root = Math.sqrt(1 / 3) * sine;
  return ([red, green, blue]) => [
    red * (cosine + third) + green * (third - root) + blue * (third + root),
    red * (third + root) + green * (cosine + third) + blue * (third - root),
    red * (third - root) + green * (third + root) + blue * (cosine + third),
  ];
}

interface SkyOptions {
  readonly frames: number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: number) => void;
}

/** A round of pictures, one after the other; calls are answered in between. */
export async function* skyPictures(sky: Sky, { frames, signal, onProgress }: SkyOptions): AsyncGenerator<Uint8Array> {
  const paint = createPainter(sky);
  for (let frame = 0; frame < frames; frame += 1) {
    signal.throwIfAborted();
    yield paint(frame / frames);
    onProgress((frame + 1) / frames);
    await nextTurn();
  }
}
