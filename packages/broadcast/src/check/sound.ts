import { AAC_PACKET_SAMPLES } from "@nightjar/contract";
import { Beat, type BeatFacts } from "./beat.ts";
import type { Tell } from "./problem.ts";
import { Replay } from "./replay.ts";

const SAMPLE_RATE_HZ = 48_000;
export const PACKET_MS = (AAC_PACKET_SAMPLES * 1000) / SAMPLE_RATE_HZ;

/** The rules for AAC packets. */
export class SoundRules {
  readonly #tell: Tell;
  readonly #beat: Beat;
  readonly #replay = new Replay();
  #before = { atMs: 0, byteOffset: 0 };

  constructor(tell: Tell) {
    this.#tell = tell;
    this.#beat = new Beat("audio", PACKET_MS, tell);
  }

  /** @param data the packet without the tag around it */
  take(atMs: number, byteOffset: number, data: Uint8Array): void {
    this.#beat.take(atMs, byteOffset);
    const repeated = this.#replay.take(data);
    if (repeated > 0) {
      this.#tell({ rule: "replay", track: "audio", ...this.#before, text: `${repeated} packets of sound are repeated.` });
    }
    this.#before = { atMs, byteOffset };
  }

  get driftMs(): number {
    return this.#beat.driftMs;
  }

  get facts(): BeatFacts {
    return this.#beat.facts;
  }
}
