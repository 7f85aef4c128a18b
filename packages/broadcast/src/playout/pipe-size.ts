import { libc } from "../libc.ts";

/** fcntl(2): sets the capacity of a pipe; Linux only. */
const F_SETPIPE_SZ = 1031;

const F_GETPIPE_SZ = 1032;
/** What a pipe has that nobody asks for. */
export const USUAL_PIPE_BYTES = 64 * 1024;

const SIZES_BYTES = [1024, 512, 256, 128].map((kib) => kib * 1024);

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
