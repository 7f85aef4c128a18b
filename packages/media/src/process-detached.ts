import { readFileSync } from "node:fs";
import { execa } from "execa";
import { childEnvironment, run } from "./process.ts";
import { ProcessError } from "./process-error.ts";

/**
 * The child opens its files itself: a descriptor shared with us would share our O_NONBLOCK too. Appending lets the
 * owner truncate a log that grows; umask keeps what it creates private. All values arrive as arguments.
 *
 * Its input is opened for reading only, which waits for a writer. A child of its own then holds that FIFO open for writing, so
 * that the input does not end with us. The kernel ends the child with the program, however that ends; had that ended before the
 * kernel was asked to, the child has another parent by now and does not stay.
 */
const OPEN_AND_EXEC = `umask 077; i=$1 o=$2 e=$3; shift 3; exec <"$i" 3>"$i"
setpriv --pdeathsig KILL sh -c 'test "$PPID" = "$0" && exec sleep infinity' $$ 2>/dev/null &
exec "$@" >>"$o" 2>>"$e" 3>&-`;

export interface DetachedOptions {
  /** A FIFO: the program starts when somebody opens it for writing, and reads on, whoever writes, until `endInput`. */
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

/** What `spawnDetached` executes, for who starts a process by other means; its own three files are `/dev/null`. */
export interface DetachedCommand {
  readonly path: string;
  /** Behind the program's name. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export function detachedCommand(command: string, args: readonly string[], options: Omit<DetachedOptions, "cwd">): DetachedCommand {
  const files = [options.stdinPath, options.stdoutPath, options.stderrPath];
  return { path: "/bin/sh", args: ["-c", OPEN_AND_EXEC, "sh", ...files, command, ...args], env: childEnvironment(options.env) };
}

/** Starts a program that outlives us, leader of its own session. Throws ProcessError when nothing could be started. */
export function spawnDetached(command: string, args: readonly string[], options: DetachedOptions): DetachedProcess {
  const { path, args: all, env } = detachedCommand(command, args, options);
  const child = execa(path, all, {
    detached: true,
    cleanup: false,
    stdio: "ignore",
    buffer: false,
    reject: false,
    extendEnv: false,
    env,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  const exited = child.then((result) => ({ exitCode: result.exitCode ?? null, signal: result.signal ?? null }));
  if (child.pid === undefined) {
    throw new ProcessError({ kind: "not-found", command, exitCode: null, signal: null, stderrTail: "" });
  }
  child.nodeChildProcess.unref();
  return { pid: child.pid, exited };
}

/**
 * Lets the input of a program that `spawnDetached` started, of us or of an earlier process, end where its FIFO ends now, once
 * nobody else has that open for writing. @returns false: nothing holds its input open
 */
export function endInput(pid: number): boolean {
  const holders = childrenOf(pid);
  for (const holder of holders) {
    try {
      process.kill(holder, "SIGKILL");
    } catch {
      // Ended between the look and the signal.
    }
  }
  return holders.length > 0;
}

function childrenOf(pid: number): number[] {
  try {
    const list = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    return list === "" ? [] : list.split(" ").map(Number);
  } catch {
    return [];
  }
}

/** Makes a named pipe that only we may open. Throws ProcessError `failed` when the path exists. */
export async function makeFifo(path: string): Promise<void> {
  await run("mkfifo", ["-m", "600", "--", path], { timeoutMs: 5000 });
}
