/** A shadow to be made of what a surface holds. Device pixels; opacity 0 to 1. */
export interface ShadowLook {
  readonly colour: string;
  readonly opacity: number;
  readonly offsetPx: number;
  /** Of a box that is passed over three times: together nearly a Gaussian, whose standard deviation is half the blur of CSS. */
  readonly radiusPx: number;
}

/** Three boxes of this radius, in parts of the blur, spread as far as a Gaussian of half the blur. */
export const RADIUS_PER_BLUR = 0.47;
const PASSES = 3;

/** What a fraction of a pixel in the radius adds: its share of a whole pixel in each pass. */
const TAIL_PX = 2;

/** How far a shadow reaches beyond what casts it, at most; in design pixels, for scales from a half on. */
export const reachOf = (radiusPx: number): number => (radiusPx > 0 ? PASSES * radiusPx + TAIL_PX : 0);

/**
 * The shadow of what a picture holds, as a picture of the same size: straight RGBA. Plain arithmetic, because browsers blur each in
 * their own way. The picture must have room for it: what falls beyond its edges is lost.
 */
export function shadowOf(rgba: Uint8Array, widthPx: number, heightPx: number, look: ShadowLook): Uint8ClampedArray {
  const alpha = new Float32Array(widthPx * heightPx);
  for (let y = Math.max(0, look.offsetPx); y < Math.min(heightPx, heightPx + look.offsetPx); y++) {
    const from = (y - look.offsetPx) * widthPx;
    for (let x = 0; x < widthPx; x++) alpha[y * widthPx + x] = rgba[(from + x) * 4 + 3] ?? 0;
  }
  const turned = blurRowsAndTurn(alpha, widthPx, heightPx, look.radiusPx);
  const blurred = blurRowsAndTurn(turned, heightPx, widthPx, look.radiusPx);
  return coloured(blurred, look);
}

function coloured(alpha: Float32Array, { colour, opacity }: ShadowLook): Uint8ClampedArray {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const rgba = new Uint8ClampedArray(alpha.length * 4);
  for (let i = 0; i < alpha.length; i++) {
    const value = Math.round((alpha[i] ?? 0) * opacity);
    if (value === 0) continue;
    rgba[i * 4] = red ?? 0;
    rgba[i * 4 + 1] = green ?? 0;
    rgba[i * 4 + 2] = blue ?? 0;
    rgba[i * 4 + 3] = value;
  }
  return rgba;
}

/** Blurs along x and answers with rows and columns exchanged, so that the same again blurs along y and turns back. */
function blurRowsAndTurn(source: Float32Array, width: number, height: number, radius: number): Float32Array {
  const turned = new Float32Array(source.length);
  // Emptiness on both sides, so that no step has to ask whether it is still inside.
  const pad = Math.floor(radius) + 1;
  let [line, next] = [new Float32Array(width + 2 * pad), new Float32Array(width + 2 * pad)];
  for (let y = 0; y < height; y++) {
    line.set(source.subarray(y * width, (y + 1) * width), pad);
    for (let pass = 0; pass < PASSES && radius > 0; pass++) {
      boxBlur(line, next, pad, radius);
      [line, next] = [next, line];
    }
    for (let x = 0; x < width; x++) turned[x * height + y] = line[pad + x] ?? 0;
  }
  return turned;
}

/** A radius between two whole ones counts the outermost pixels in part, so that a slider blurs without steps. */
function boxBlur(from: Float32Array, to: Float32Array, pad: number, radius: number): void {
  const whole = pad - 1;
  const part = radius - whole;
  const share = 1 / (2 * radius + 1);
  let sum = 0;
  for (let x = 1; x < pad + whole; x++) sum += from[x] ?? 0;
  for (let x = pad; x < from.length - pad; x++) {
    sum += from[x + whole] ?? 0;
    const edges = (from[x - whole - 1] ?? 0) + (from[x + whole + 1] ?? 0);
    to[x] = (sum + part * edges) * share;
    sum -= from[x - whole] ?? 0;
  }
}
