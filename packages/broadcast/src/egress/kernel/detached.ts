import { type DetachedCommand, type DetachedOptions, detachedCommand, spawnDetached } from "@nightjar/media";
import { cLibrary } from "./c-library.ts";

const O_RDWR = 2;
const WNOHANG = 1;
/**
 * spawn.h: no signal is ignored or blocked, and the process leads a group of its own, which Ctrl-C does not reach. Not a session: the kernel
 * gives each one a share of the processors (autogroup), and Linux 6.18 let the new one of a busy machine wait for seconds, with us in it.
 */
const ATTRIBUTES = 0x02 | 0x04 | 0x08;
/** More than `posix_spawnattr_t` and `posix_spawn_file_actions_t` take up: 336 and 80 in glibc. */
const STRUCT_BYTES = 1024;
const SIGSET_BYTES = 128;
const POINTER_BYTES = 8;

/**
 * As `spawnDetached`, by posix_spawn(3) where the C library can be called: fork(2) copies the memory map of this process each time, which
 * with the 200 MB of a server takes 7 ms in place of 0.4, and holds up all of its threads; a dozen streams start at once. See
 * docs/decisions/0094.
 * @returns its pid; throws ProcessError when nothing could be started
 */
export function startDetached(command: string, args: readonly string[], files: Omit<DetachedOptions, "cwd">): number {
  bound = bound === undefined ? bind() : bound;
  return bound?.start(detachedCommand(command, args, files)) ?? spawnDetached(command, args, files).pid;
}

interface Spawner {
  /** @returns null: it could not be started */
  start(command: DetachedCommand): number | null;
}

let bound: Spawner | null | undefined;

function bind(): Spawner | null {
  const library = cLibrary({
    posix_spawn: { arguments: ["buffer", "string", "buffer", "buffer", "buffer", "buffer"], return: "i32" },
    posix_spawnattr_init: { arguments: ["buffer"], return: "i32" },
    posix_spawnattr_setflags: { arguments: ["buffer", "i32"], return: "i32" },
    posix_spawnattr_setsigdefault: { arguments: ["buffer", "buffer"], return: "i32" },
    posix_spawnattr_setsigmask: { arguments: ["buffer", "buffer"], return: "i32" },
    posix_spawn_file_actions_init: { arguments: ["buffer"], return: "i32" },
    posix_spawn_file_actions_addopen: { arguments: ["buffer", "i32", "string", "i32", "u32"], return: "i32" },
    waitpid: { arguments: ["i32", "buffer", "i32"], return: "i32" },
  });
  if (!library) return null;
  const { functions: c, addressOf } = library;
  const attributes = Buffer.alloc(STRUCT_BYTES);
  const files = Buffer.alloc(STRUCT_BYTES);
  const answers = [
    c.posix_spawnattr_init(attributes),
    c.posix_spawnattr_setflags(attributes, ATTRIBUTES),
    c.posix_spawnattr_setsigdefault(attributes, Buffer.alloc(SIGSET_BYTES, 0xff)),
    c.posix_spawnattr_setsigmask(attributes, Buffer.alloc(SIGSET_BYTES)),
    c.posix_spawn_file_actions_init(files),
    ...[0, 1, 2].map((fd) => c.posix_spawn_file_actions_addopen(files, fd, "/dev/null", O_RDWR, 0)),
  ];
  if (answers.some((answer) => answer !== 0)) return null;
  const children = new Set<number>();
  // Nobody else waits for them: libuv asks only after its own. One that is not asked after stays as a zombie.
  const reap = () => {
    for (const pid of children) if (c.waitpid(pid, Buffer.alloc(4), WNOHANG) !== 0) children.delete(pid);
  };
  process.on("SIGCHLD", reap);
  return {
    start({ path, args, env }) {
      const argv = stringVector([path, ...args], addressOf);
      const environment = stringVector(
        Object.entries(env).map(([name, value]) => `${name}=${value}`),
        addressOf,
      );
      const pid = Buffer.alloc(4);
      if (c.posix_spawn(pid, path, files, attributes, argv, environment) !== 0) return null;
      children.add(pid.readInt32LE());
      return pid.readInt32LE();
    },
  };
}

/** A C array of C strings with its end, and behind it, in the same memory, what it points to. */
function stringVector(list: readonly string[], addressOf: (bytes: Buffer) => bigint): Buffer {
  if (list.some((text) => text.includes("\0"))) throw new Error("an argument has a NUL in it");
  const strings = list.map((text) => Buffer.from(`${text}\0`));
  const pointerBytes = POINTER_BYTES * (list.length + 1);
  const vector = Buffer.alloc(pointerBytes + strings.reduce((sum, { length }) => sum + length, 0));
  const start = addressOf(vector);
  let offset = pointerBytes;
  for (const [index, string] of strings.entries()) {
    vector.writeBigUInt64LE(start + BigInt(offset), index * POINTER_BYTES);
    string.copy(vector, offset);
    offset += string.length;
  }
  return vector;
}
