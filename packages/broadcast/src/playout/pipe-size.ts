import { libc } from "../libc.ts";

/** fcntl(2): sets the capacity of a pipe; Linux only. */
const F_SETPIPE_SZ = 1031;

const SIZES_BYTES = [1024, 512, 256, 128].map((kib) => kib * 1024);

/**
 * Asks for a larger pipe than the usual 64 KiB, so that both sides wake less often; the largest the kernel grants. Where
 * the call is missing, or the user's share of pipe memory is used up, the pipe stays as it is.
 */
export function enlargePipe(fd: number): void {
  for (const bytes of SIZES_BYTES) if ((libc()?.fcntl(fd, F_SETPIPE_SZ, bytes) ?? 0) >= bytes) return;
}
