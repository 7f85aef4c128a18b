/** The same numbers from 0 to 1 for the same seed (mulberry32): a failure is repeated by its printed seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Of this run: given as SEED, else new; print it. */
export const runSeed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
