import { randomBytes } from "node:crypto";

const VERSION = 3;
const HALF_BYTES = 1536;

/** What the two say to each other before the first message: section 5.2 of RTMP 1.0, in its plain form. */
export class Handshake {
  #rest: Buffer = Buffer.alloc(0);
  #isAnswered = false;

  /**
   * @param answer sends our half
   * @returns what follows behind the handshake; null: it is not over. @throws where it is none
   */
  push(bytes: Buffer, answer: (bytes: Buffer) => void): Buffer | null {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    if (!this.#isAnswered) {
      if (this.#rest.length > 0 && this.#rest[0] !== VERSION) throw new Error("no RTMP");
      if (this.#rest.length < 1 + HALF_BYTES) return null;
      const theirs = this.#rest.subarray(1, 1 + HALF_BYTES);
      // Zeros where a version could stand: nobody then looks for a signature.
      const ours = Buffer.concat([Buffer.alloc(8), randomBytes(HALF_BYTES - 8)]);
      answer(Buffer.concat([Buffer.from([VERSION]), ours, theirs]));
      this.#isAnswered = true;
      this.#rest = this.#rest.subarray(1 + HALF_BYTES);
    }
    return this.#rest.length < HALF_BYTES ? null : this.#rest.subarray(HALF_BYTES);
  }
}
