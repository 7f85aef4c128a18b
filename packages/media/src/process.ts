import { readFileSync, readdirSync } from "node:fs";
import { setPriority } from "node:os";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { execa, type Options } from "execa";
import { BoundedBuffer, TailBuffer } from "./byte-buffers.ts";
import { ProcessError, type ProcessErrorKind } from "./process-error.ts";

const KILL_AFTER_MS = 2000;
const STDOUT_MAX_BYTES = 16 * 1024 * 1024;
const STDERR_MAX_BYTES = 16 * 1024;
const CHILD_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

export interface RunOptions {
  /** SIGTERM after this long, SIGKILL two seconds later. Infinity waits for ever (then pass a signal). */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** 0 (normal) to 19 (only when nobody else wants the processor). */
  readonly niceness?: number | undefined;
  /** Given, when the child runs, what puts it at another niceness (more of it, because less takes privileges), and what tells its work. */
  readonly onStart?: ((renice: (niceness: number) => void, processorMs: () => number | null) => void) | undefined;
  readonly input?: Uint8Array | AsyncIterable<Uint8Array> | undefined;
  /** Takes standard output as it comes (then the result's stdout is empty); a promise slows the child down. */
  readonly onStdout?: ((chunk: Uint8Array) => void | Promise<void>) | undefined;
  /** More than this on standard output ends the child with `output-too-large`. Default 16 MiB. */
  readonly stdoutMaxBytes?: number | undefined;
  /** How much of the end of standard error is kept. Default 16 KiB. */
  readonly stderrMaxBytes?: number | undefined;
  /** Default [0]; any other exit code is an error. */
  readonly acceptExitCodes?: readonly number[] | undefined;
  readonly cwd?: string | undefined;
  /** Added to the minimal environment (PATH, LANG): nothing of ours is inherited. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

export interface RunResult {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderrTail: string;
  readonly durationMs: number;
}

/** What every child sees of us: no configuration, no secrets, messages in English. */
export function childEnvironment(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { PATH: CHILD_PATH, LANG: "C", ...extra };
}

/**
 * Runs a program to its end without a shell. Throws ProcessError; an error thrown by onStdout or by the input comes
 * through as it is, after the child is gone.
 */
export async function run(command: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  const isAborted = () => options.signal?.aborted ?? false;
  if (isAborted()) throw failure("aborted", command, "", options.signal?.reason);
  const startedAtMs = performance.now();
  const inner = new AbortController();
  const child = execa(command, args, execaOptions(options, inner.signal));
  const { pid } = child;
  if (pid !== undefined && options.niceness !== undefined) renice(pid, options.niceness);
  const reniceAll = (niceness: number) => pid !== undefined && threadsOf(pid).forEach((id) => renice(id, niceness));
  if (pid !== undefined) options.onStart?.(reniceAll, () => processorMs(pid));

  const stderr = new TailBuffer(options.stderrMaxBytes ?? STDERR_MAX_BYTES);
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  const stdout = new BoundedBuffer(options.stdoutMaxBytes ?? STDOUT_MAX_BYTES);
  let overflowed = false;
  const take = (chunk: Uint8Array): void | Promise<void> => {
    if (options.onStdout !== undefined) return options.onStdout(chunk);
    if (stdout.push(chunk)) return;
    overflowed = true;
    inner.abort();
  };
  const failures: unknown[] = [];
  const note = (error: unknown) => {
    failures.push(error);
    inner.abort();
  };
  const reading = drain(child.stdout, take).catch(note);
  void feed(options.input, child.stdin).catch(note);

  const result = await child;
  const stop = (kind: ProcessErrorKind, cause?: unknown) => failure(kind, command, stderr.text(), cause, result.exitCode, result.signal);
  if (result.code === "ENOENT" || result.code === "EACCES") throw stop("not-found", result.cause);
  if (overflowed) throw stop("output-too-large");
  if (failures.length > 0) throw failures[0];
  if (result.timedOut) throw stop("timeout");
  if (isAborted() && result.isCanceled) throw stop("aborted", options.signal?.reason);
  const exitCode = result.exitCode;
  if (exitCode === undefined || !(options.acceptExitCodes ?? [0]).includes(exitCode)) throw stop("failed", result.cause);
  await reading;
  if (overflowed) throw stop("output-too-large");
  if (failures.length > 0) throw failures[0];
  return { exitCode, stdout: stdout.bytes(), stderrTail: stderr.text(), durationMs: performance.now() - startedAtMs };
}

function execaOptions(options: RunOptions, inner: AbortSignal) {
  return {
    buffer: false,
    reject: false,
    encoding: "buffer",
    extendEnv: false,
    env: childEnvironment(options.env),
    stdin: options.input === undefined ? "ignore" : "pipe",
    cancelSignal: options.signal === undefined ? inner : AbortSignal.any([options.signal, inner]),
    killSignal: "SIGTERM",
    forceKillAfterDelay: KILL_AFTER_MS,
    ...(Number.isFinite(options.timeoutMs) ? { timeout: options.timeoutMs } : {}),
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  } satisfies Options;
}

async function drain(stream: Readable, take: (chunk: Uint8Array) => void | Promise<void>): Promise<void> {
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      const taken = take(chunk);
      if (taken !== undefined) await taken;
    }
  } catch (error) {
    // A killed child's pipe closes before its end: the child's own outcome says why.
    if (!isPipeError(error)) throw error;
  }
}

async function feed(input: RunOptions["input"], stdin: Writable | null): Promise<void> {
  if (input === undefined || stdin === null) return;
  const source = input instanceof Uint8Array ? Readable.from([input]) : Readable.from(input, { objectMode: false });
  try {
    await pipeline(source, stdin);
  } catch (error) {
    // A child that has read enough closes its input: no failure of ours.
    if (!isPipeError(error)) throw error;
  }
}

function isPipeError(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return error.code === "EPIPE" || error.code === "ERR_STREAM_PREMATURE_CLOSE" || error.code === "ECONNRESET";
}

/** Niceness belongs to a thread, and new ones take that of their maker: a child that has begun has to be told for each. */
function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [];
  }
}

/** What it took of the processors so far, in steps of 10 ms; null: the kernel does not say, or it is gone. */
function processorMs(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // proc(5): the name, field 2, is in brackets and may hold anything; fields 14 and 15 count hundredths of a second.
    const [user, system] = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 13)
      .map(Number);
    return 10 * ((user ?? Number.NaN) + (system ?? Number.NaN));
  } catch {
    return null;
  }
}

function renice(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness);
  } catch {
    // Already gone, or not permitted: it then runs at our own priority, which is safe.
  }
}

function failure(
  kind: ProcessErrorKind,
  command: string,
  stderrTail: string,
  cause?: unknown,
  exitCode?: number,
  signal?: string,
): ProcessError {
  return new ProcessError({ kind, command, exitCode: exitCode ?? null, signal: signal ?? null, stderrTail, cause });
}
