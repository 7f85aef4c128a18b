import { mkdir } from "node:fs/promises";
import { replaceFile } from "@nightjar/kit/node";

/** The engine is closed: its folder is left as it is. */
export class WriteGateClosedError extends Error {
  override readonly name = "WriteGateClosedError";
}

/** What is written into the engine's folder goes through here, so that nothing is any more once the engine is closed. */
export class WriteGate {
  readonly #writing = new Set<Promise<unknown>>();
  #isClosed = false;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** @throws WriteGateClosedError */
  async write<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new WriteGateClosedError("the engine is closed");
    const writing = work();
    this.#writing.add(writing);
    try {
      return await writing;
    } finally {
      this.#writing.delete(writing);
    }
  }

  /** Answers when all that had begun has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#writing);
  }
}

/** Kept only so that it need not be found again; without a gate always. */
export async function keepJson(
  { dir, path, gate = new WriteGate() }: { dir: string; path: string; gate?: WriteGate | undefined },
  value: unknown,
): Promise<void> {
  if (gate.isClosed) return;
  await gate.write(async () => {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await replaceFile(path, JSON.stringify(value));
  });
}
