/** Cuts a child's output into lines as it comes. */
export class LineSplitter {
  readonly #onLine: (line: string) => void;
  readonly #decoder = new TextDecoder();
  #remainder = "";

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  push(chunk: Uint8Array): void {
    const lines = (this.#remainder + this.#decoder.decode(chunk, { stream: true })).split("\n");
    this.#remainder = lines.pop() ?? "";
    for (const line of lines) this.#onLine(line);
  }

  /** Hands over a last line without its end. */
  flush(): void {
    const last = this.#remainder + this.#decoder.decode();
    this.#remainder = "";
    if (last !== "") this.#onLine(last);
  }
}
