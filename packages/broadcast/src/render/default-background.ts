/** A soft light on the night: centre and radius as shares of the picture's width and height. */
interface Glow {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Added at the centre, per channel, 0 to 255. */
  readonly light: readonly [number, number, number];
}

const TOP: readonly [number, number, number] = [22, 24, 40];
const BOTTOM: readonly [number, number, number] = [10, 11, 18];
const GLOWS: readonly Glow[] = [
  { x: 0.8, y: 0.12, radius: 0.75, light: [44, 30, 84] },
  { x: 0.1, y: 0.95, radius: 0.6, light: [6, 34, 44] },
  { x: 0.45, y: 0.5, radius: 0.5, light: [14, 12, 26] },
];
/** Dark gradients show bands at eight bits; a still grain of about one step hides them. */
const GRAIN_STEPS = 2.5;

/** The plain default background as raw RGB, rows from the top: widthPx * heightPx * 3 bytes, always the same. */
export function defaultBackground(widthPx: number, heightPx: number): Uint8Array {
  const rgb = new Uint8Array(widthPx * heightPx * 3);
  const light = new Float64Array(3);
  let at = 0;
  for (let row = 0; row < heightPx; row += 1) {
    const y = row / heightPx;
    for (let column = 0; column < widthPx; column += 1) {
      const grain = (noise(column, row) - 0.5) * GRAIN_STEPS;
      addLights(light, column / widthPx, y);
      for (let channel = 0; channel < 3; channel += 1) {
        const base = (TOP[channel] ?? 0) * (1 - y) + (BOTTOM[channel] ?? 0) * y;
        rgb[at] = Math.max(0, Math.min(255, Math.round(base + (light[channel] ?? 0) + grain)));
        at += 1;
      }
    }
  }
  return rgb;
}

/** The glows at one point, summed into `light`: an array a pixel would take most of the time at 2160p. */
function addLights(light: Float64Array, x: number, y: number): void {
  light.fill(0);
  for (const glow of GLOWS) {
    const share = falloff(glow, x, y);
    if (share === 0) continue;
    for (let channel = 0; channel < 3; channel += 1) light[channel] = (light[channel] ?? 0) + (glow.light[channel] ?? 0) * share;
  }
}

/** 1 at the centre, 0 at the radius, smooth at both ends. */
function falloff(glow: Glow, x: number, y: number): number {
  const across = x - glow.x;
  const down = (y - glow.y) * (9 / 16);
  const distance = Math.min(1, Math.sqrt(across * across + down * down) / glow.radius);
  return (1 - distance * distance) ** 2;
}

/** Interleaved gradient noise (J. Jimenez, 2014): evenly spread, 0 to 1, the same for the same pixel. */
function noise(x: number, y: number): number {
  const fraction = (value: number) => value - Math.floor(value);
  return fraction(52.9829189 * fraction(0.06711056 * x + 0.00583715 * y));
}
