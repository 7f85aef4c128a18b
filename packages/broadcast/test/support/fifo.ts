import { closeSync, constants, openSync, readSync } from "node:fs";
import { makeFifo } from "@nightjar/media";

/** A FIFO with a reader that takes what there is. */
export async function readFifo(fifoPath: string) {
  await makeFifo(fifoPath);
  const reader = openSync(fifoPath, constants.O_RDONLY | constants.O_NONBLOCK);
  /** null: nobody has it open for writing */
  const drain = (): Buffer | null => {
    const part = Buffer.alloc(1 << 20);
    try {
      const count = readSync(reader, part);
      return count === 0 ? null : part.subarray(0, count);
    } catch {
      return Buffer.alloc(0);
    }
  };
  return { fifoPath, drain, close: () => closeSync(reader) };
}
