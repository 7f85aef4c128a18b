import { closeSync, constants, openSync } from "node:fs";
import { z } from "zod";
import { libc } from "../libc.ts";
import { readBytes } from "./linux-proc.ts";

/**
 * Bytes that a publisher reads beside its FIFO: programs, settings. They stay the same once it sends; with them, what the kernel counts
 * says how much has gone through the FIFO, also when we were killed between writing there and recording it.
 */
export const ownReads = z.object({
  bytes: z.number().int(),
  /** How much it had been fed when that was found. */
  atFedBytes: z.number().int(),
  /** Found again, when it had been fed more. */
  isSure: z.boolean(),
});
export type OwnReads = z.infer<typeof ownReads>;

/** What a process has read in all, and what waits in its FIFO. */
export interface PipeReading {
  readonly readBytes: number;
  readonly waitingBytes: number;
}

/** null: the process is gone, or the kernel does not tell. */
export function readPipe(pid: number, fifoPath: string): PipeReading | null {
  const read = readBytes(pid);
  const waitingBytes = read === null ? null : bytesWaiting(fifoPath);
  return read === null || waitingBytes === null ? null : { readBytes: read, waitingBytes };
}

/** @param fedBytes what the record says was put into the FIFO: less than there was, while a write is not recorded yet */
export function learnOwnReads(known: OwnReads | undefined, { readBytes: read }: PipeReading, fedBytes: number): OwnReads {
  const bytes = read - fedBytes;
  if (known?.bytes !== bytes) return { bytes, atFedBytes: fedBytes, isSure: false };
  return known.isSure || known.atFedBytes === fedBytes ? known : { ...known, isSure: true };
}

/** Bytes in a FIFO that its reader has not taken; null where they cannot be counted. */
function bytesWaiting(fifoPath: string): number | null {
  const calls = libc();
  if (!calls) return null;
  try {
    const fd = openSync(fifoPath, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return calls.bytesWaiting(fd);
    } finally {
      closeSync(fd);
    }
  } catch {
    return null;
  }
}
