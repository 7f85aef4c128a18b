interface Libc {
  fcntl(fd: number, command: number, value: number): number;
  socket(domain: number, type: number, protocol: number): number;
}

let bound: Libc | null | undefined;

/**
 * The two calls of the C library that Node has no other door to. Its foreign functions are experimental: null where they,
 * or that library, are missing, and whoever asks has another way.
 */
export function libc(): Libc | null {
  bound = bound === undefined ? bind() : bound;
  return bound;
}

function bind(): Libc | null {
  // The warning that the module is experimental says nothing to an operator.
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    // Not imported: where the module is missing, this file must still load.
    const ffi = process.getBuiltinModule("node:ffi");
    const threeNumbers = { arguments: ["i32", "i32", "i32"], return: "i32" } as const;
    const { functions } = ffi.dlopen("libc.so.6", { fcntl: threeNumbers, socket: threeNumbers });
    return { fcntl: (...values) => functions.fcntl(...values), socket: (...values) => functions.socket(...values) };
  } catch {
    return null;
  } finally {
    process.emitWarning = emitWarning;
  }
}
