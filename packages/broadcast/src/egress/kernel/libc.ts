import { cLibrary } from "./c-library.ts";

interface Libc {
  fcntl(fd: number, command: number, value: number): number;
  socket(domain: number, type: number, protocol: number): number;
  /** ioctl(2), FIONREAD: bytes in a pipe that nobody has read; null when it cannot be told. */
  bytesWaiting(fd: number): number | null;
  /** mkfifo(3): a named pipe that only we may open; false: it could not be made. */
  makeFifo(path: string): boolean;
  /** malloc_trim(3): gives back to the system what was freed, of all threads. */
  trimHeap(): void;
}

const FIONREAD = 0x541bn;
const OWNER_ONLY = 0o600;

let bound: Libc | null | undefined;

/**
 * The calls of the C library that Node has no other door to. Its foreign functions are experimental: null where they,
 * or that library, are missing, and whoever asks has another way.
 */
export function libc(): Libc | null {
  bound = bound === undefined ? bind() : bound;
  return bound;
}

function bind(): Libc | null {
  const threeNumbers = { arguments: ["i32", "i32", "i32"], return: "i32" } as const;
  const ioctl = { arguments: ["i32", "u64", "buffer"], return: "i32" } as const;
  const mkfifo = { arguments: ["string", "u32"], return: "i32" } as const;
  const malloc_trim = { arguments: ["u64"], return: "i32" } as const;
  const functions = cLibrary({ fcntl: threeNumbers, socket: threeNumbers, ioctl, mkfifo, malloc_trim })?.functions;
  if (!functions) return null;
  return {
    fcntl: (...values) => functions.fcntl(...values),
    socket: (...values) => functions.socket(...values),
    bytesWaiting(fd) {
      const count = new Int32Array(1);
      return functions.ioctl(fd, FIONREAD, count) === 0 ? (count[0] ?? null) : null;
    },
    makeFifo: (path) => functions.mkfifo(path, OWNER_ONLY) === 0,
    trimHeap: () => void functions.malloc_trim(0n),
  };
}
