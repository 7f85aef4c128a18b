/** fcntl(2): sets the capacity of a pipe; Linux only. */
const F_SETPIPE_SZ = 1031;

type SetPipeSize = (fd: number, bytes: number) => number;
let setPipeSize: SetPipeSize | null | undefined;

const SIZES_BYTES = [512, 256, 128].map((kib) => kib * 1024);

/**
 * Asks for a larger pipe than the usual 64 KiB, so that both sides wake less often; the largest the kernel grants. Node has no call for it
 * but through its foreign functions, which are experimental: where they are missing, or the user's share of pipe memory
 * is used up, the pipe stays as it is.
 */
export function enlargePipe(fd: number): void {
  setPipeSize = setPipeSize === undefined ? bindFcntl() : setPipeSize;
  for (const bytes of SIZES_BYTES) if ((setPipeSize?.(fd, bytes) ?? 0) >= bytes) return;
}

function bindFcntl(): SetPipeSize | null {
  // The warning that the module is experimental says nothing to an operator.
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    // Not imported: where the module is missing, this file must still load.
    const ffi = process.getBuiltinModule("node:ffi");
    const { functions } = ffi.dlopen("libc.so.6", { fcntl: { arguments: ["i32", "i32", "i32"], return: "i32" } });
    return (descriptor, size) => functions.fcntl(descriptor, F_SETPIPE_SZ, size);
  } catch {
    return null;
  } finally {
    process.emitWarning = emitWarning;
  }
}
