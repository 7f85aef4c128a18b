import { closeSync, constants, openSync } from "node:fs";
import { makeFifo as makeFifoByProcess } from "@nightjar/media";
import { libc } from "./libc.ts";
import { readBytes } from "./processes.ts";

/** fcntl(2): sets the capacity of a pipe; Linux only. */
const F_SETPIPE_SZ = 1031;

const F_GETPIPE_SZ = 1032;
/** What a pipe has that nobody asks for. */
export const USUAL_PIPE_BYTES = 64 * 1024;

const SIZES_BYTES = [1024, 512, 256, 128].map((kib) => kib * 1024);
const PIPE_MAX_BYTES = 1024 * 1024;

/**
 * Asks for a larger pipe than the usual 64 KiB, so that both sides wake less often; the largest the kernel grants. Where
 * the call is missing, or the user's share of pipe memory is used up, the pipe stays as it is.
 * @returns how large it is; null: that cannot be told
 */
export function enlargePipe(fd: number): number | null {
  const calls = libc();
  if (!calls) return null;
  for (const bytes of SIZES_BYTES) if (calls.fcntl(fd, F_SETPIPE_SZ, bytes) >= bytes) break;
  const bytes = calls.fcntl(fd, F_GETPIPE_SZ, 0);
  return bytes > 0 ? bytes : null;
}

/**
 * Makes a named pipe that only we may open. By the C library where it can be called: a process for each would hold up the Start of a
 * dozen streams by a tenth of a second and more. @throws when the path exists
 */
export async function makeFifo(path: string): Promise<void> {
  if (!libc()?.makeFifo(path)) await makeFifoByProcess(path);
}

const WAKING_MS = 500;

/**
 * Lets a reader go on that waits for a FIFO's writer, before there is anything to write. A reader that is not there within half a
 * second waits for the writer itself.
 */
export function wakeReader(fifoPath: string): void {
  try {
    const fd = openSync(fifoPath, constants.O_RDWR | constants.O_NONBLOCK);
    setTimeout(() => closeSync(fd), WAKING_MS);
  } catch {
    // Its folder is gone: whoever watches the reader tells of it.
  }
}

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

/**
 * How far a process is with what it reads, to be compared with itself a look later. Where the kernel does not count that it is what was put
 * into its FIFO less what waits there, or could wait there: late, and never too much.
 * @param fedBytes what was put into the FIFO
 */
export function readSoFar(pid: number, fifoPath: string, fedBytes: () => number | null): number {
  return readBytes(pid) ?? Math.max(0, (fedBytes() ?? 0) - (bytesWaiting(fifoPath) ?? PIPE_MAX_BYTES));
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
