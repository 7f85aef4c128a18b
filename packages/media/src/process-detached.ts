import { execa } from "execa";
import { childEnvironment, run } from "./process.ts";
import { ProcessError } from "./process-error.ts";

/**
 * The child opens its files itself: a descriptor shared with us would share our O_NONBLOCK too. Appending lets the
 * owner truncate a log that grows; umask keeps what it creates private. All values arrive as arguments.
 */
const OPEN_AND_EXEC = 'umask 077; i=$1 o=$2 e=$3; shift 3; exec "$@" <>"$i" >>"$o" 2>>"$e"';

export interface DetachedOptions {
  /** A FIFO must be held open for reading and writing by the caller, else the child waits before it starts. */
  readonly stdinPath: string;
  readonly stdoutPath: string;
  readonly stderrPath: string;
  readonly cwd?: string | undefined;
  /** Added to the minimal environment. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

export interface DetachedProcess {
  /** Of the program itself and of its session; the start time is that of the spawn. */
  readonly pid: number;
  /** Settles when it ends while we still live; does not keep us alive. 127: the program was not found. */
  readonly exited: Promise<{ readonly exitCode: number | null; readonly signal: string | null }>;
}

/** Starts a program that outlives us, leader of its own session. Throws ProcessError when nothing could be started. */
export function spawnDetached(command: string, args: readonly string[], options: DetachedOptions): DetachedProcess {
  const files = [options.stdinPath, options.stdoutPath, options.stderrPath];
  const child = execa("/bin/sh", ["-c", OPEN_AND_EXEC, "sh", ...files, command, ...args], {
    detached: true,
    cleanup: false,
    stdio: "ignore",
    buffer: false,
    reject: false,
    extendEnv: false,
    env: childEnvironment(options.env),
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  const exited = child.then((result) => ({ exitCode: result.exitCode ?? null, signal: result.signal ?? null }));
  if (child.pid === undefined) {
    throw new ProcessError({ kind: "not-found", command, exitCode: null, signal: null, stderrTail: "" });
  }
  child.nodeChildProcess.unref();
  return { pid: child.pid, exited };
}

/** Makes a named pipe that only we may open. Throws ProcessError `failed` when the path exists. */
export async function makeFifo(path: string): Promise<void> {
  await run("mkfifo", ["-m", "600", "--", path], { timeoutMs: 5000 });
}
