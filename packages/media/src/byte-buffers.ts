/** Keeps the last `maxBytes` of what passes through. Memory stays below twice that. */
export class TailBuffer {
  readonly #maxBytes: number;
  #chunks: Uint8Array[] = [];
  #heldBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#heldBytes += chunk.byteLength;
    if (this.#heldBytes > this.#maxBytes * 2) this.#compact();
  }

  /** The tail as UTF-8 text. */
  text(): string {
    this.#compact();
    return Buffer.concat(this.#chunks).toString("utf8");
  }

  #compact(): void {
    const joined = Buffer.concat(this.#chunks);
    const kept = Buffer.from(joined.subarray(Math.max(0, joined.byteLength - this.#maxBytes)));
    this.#chunks = [kept];
    this.#heldBytes = kept.byteLength;
  }
}

/** Collects everything up to `maxBytes`; push() answers false when a chunk no longer fits. */
export class BoundedBuffer {
  readonly #maxBytes: number;
  readonly #chunks: Uint8Array[] = [];
  #heldBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  push(chunk: Uint8Array): boolean {
    if (this.#heldBytes + chunk.byteLength > this.#maxBytes) return false;
    this.#chunks.push(chunk);
    this.#heldBytes += chunk.byteLength;
    return true;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks, this.#heldBytes);
  }
}
