import { type SyntheticUnit, packets, pictures } from "./synthetic.ts";

const PACKETS_MIN = 5000;
const PACKETS_MAX = 12_000;
/** 12 s of crossfade, and what a join needs around it. */
const JOIN_PACKETS_MAX = 600;
const GOPS_MAX = 5;

/** Tracks of two to four minutes with pictures of their own, that share their bytes: hundreds of them fit into memory. */
export class VirtualLibrary {
  readonly tracks: readonly { readonly audio: SyntheticUnit; readonly video: SyntheticUnit; readonly packets: number }[];
  readonly #sound = packets("s", PACKETS_MAX);
  readonly #join = packets("j", JOIN_PACKETS_MAX);

  constructor(count: number) {
    const picture = pictures("v", GOPS_MAX);
    this.tracks = Array.from({ length: count }, (_, index) => {
      const length = PACKETS_MIN + ((index * 7919) % (PACKETS_MAX - PACKETS_MIN));
      const gops = 1 + (index % GOPS_MAX);
      return { audio: part(this.#sound, `a${index}`, length), video: part(picture, `v${index}`, gops), packets: length };
    });
  }

  join(key: string, count: number): SyntheticUnit {
    return part(this.#join, key, count);
  }

  /** Where packet `index` of a track or a join begins. */
  offsetOf(index: number): number {
    return index === 0 ? this.#sound.ref.firstTagOffset : (this.#sound.edges[index - 1] ?? 0);
  }
}

/** The first `edges` packets or GOPs of a unit, as a unit of its own. */
function part(whole: SyntheticUnit, key: string, edges: number): SyntheticUnit {
  const readableBytes = whole.edges[edges - 1] ?? 0;
  return { ref: { ...whole.ref, key, path: `memory:${key}`, readableBytes }, bytes: whole.bytes.subarray(0, readableBytes), edges: [] };
}
