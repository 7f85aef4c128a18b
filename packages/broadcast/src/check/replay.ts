/** About the lead of the timeline: what a restart could send twice. */
const WINDOW_PACKETS = 94;
/** Two packets alike are found in any silence. */
const SHORTEST_PACKETS = 2;

/**
 * Finds packets of sound that were sent twice: a run that repeats the run before it, packet by packet, and then goes on
 * with something new. A steady tone or silence repeats, too, but does not stop after one turn.
 */
export class Replay {
  readonly #hashes: number[] = [];
  /** Length of the run of packets equal to those `distance` before. */
  readonly #runs = new Uint32Array(WINDOW_PACKETS + 1);
  #count = 0;

  /** @returns packets that were repeated, of a run that ended with the packet before this one; 0: none */
  take(data: Uint8Array): number {
    const hash = hashOf(data);
    let repeated = 0;
    /** Packets, up to the one before this, that repeat with some shorter distance. */
    let steady = 0;
    for (let distance = 1; distance <= Math.min(WINDOW_PACKETS, this.#count); distance += 1) {
      const isEqual = this.#hashes[(this.#count - distance) % WINDOW_PACKETS] === hash;
      const run = this.#runs[distance] ?? 0;
      if (isEqual) this.#runs[distance] = run + 1;
      else {
        if (run === distance && run >= SHORTEST_PACKETS && steady < 2 * distance) repeated = run;
        this.#runs[distance] = 0;
      }
      if (run > 0) steady = Math.max(steady, run + distance);
    }
    this.#hashes[this.#count % WINDOW_PACKETS] = hash;
    this.#count += 1;
    return repeated;
  }
}

/** FNV-1a, 32 bit. */
function hashOf(data: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of data) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
