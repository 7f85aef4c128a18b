import { readFileSync, readdirSync, readlinkSync, statSync } from "node:fs";
import type { SocketTable } from "./tcp-connection.ts";

/** What the kernel tells of a process; null when there is none (or only its zombie). */
export interface ProcessIdentity {
  /** Clock ticks since boot: a pid that was given out again has another. */
  readonly startTicks: number;
  readonly commandLine: string;
}

// Reads are synchronous: the kernel answers from memory within microseconds, far less than a trip through the thread pool.

export function identify(pid: number): ProcessIdentity | null {
  const startTicks = startTicksOf(pid);
  const commandLine = startTicks === null ? null : read(`/proc/${pid}/cmdline`);
  return startTicks === null || commandLine === null ? null : { startTicks, commandLine };
}

/** Null when there is no such process, or only its zombie. */
export function startTicksOf(pid: number): number | null {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // proc(5): the name, field 2, is in brackets and may hold anything; state is field 3, start time field 22.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const startTicks = Number(fields[19]);
  return fields[0] === "Z" || fields[0] === "X" || !Number.isFinite(startTicks) ? null : startTicks;
}

/** All of the machine but this one. */
export function otherProcessIds(): number[] {
  return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) && Number(name) !== process.pid ? [Number(name)] : []));
}

/** It runs as our user, and the folder that it sees at this path is the one that we see there. */
export function isOurs(pid: number, dir: string): boolean {
  try {
    const [own, seen] = [statSync(dir), statSync(`/proc/${pid}/root${dir}`)];
    return statSync(`/proc/${pid}`).uid === process.getuid?.() && own.dev === seen.dev && own.ino === seen.ino;
  } catch {
    // Gone, or not for us to look at.
    return false;
  }
}

/** Differs after every boot: monotonic times and pids of another boot mean nothing. */
export function bootId(): string {
  return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
}

/** Bytes a process has read so far, from files and pipes; null when it is gone, or the kernel does not say. */
export function readBytes(pid: number): number | null {
  const io = read(`/proc/${pid}/io`);
  return io === null ? null : Number(/^rchar: (\d+)$/m.exec(io)?.[1] ?? 0);
}

/** Inode of a process's established connection; null while it has none. "hidden": the kernel does not say. */
export function connectionOf(pid: number, sockets: SocketTable): number | "hidden" | null {
  const dir = `/proc/${pid}/fd`;
  try {
    for (const name of readdirSync(dir)) {
      const inode = Number(/^socket:\[(\d+)\]$/.exec(readlinkSync(`${dir}/${name}`))?.[1]);
      if (sockets.has(inode)) return inode;
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EACCES") return "hidden";
    // Gone, or one of its descriptors, while we looked.
  }
  return null;
}

/**
 * Whether the program that a shell has become waits for something, as for its input: then it has started. False also where the kernel does
 * not say.
 */
export function isWaiting(pid: number): boolean {
  // proc(5): the name is in brackets, the state follows it.
  const [, name, state] = /\((.*)\) (\S)/s.exec(read(`/proc/${pid}/stat`) ?? "") ?? [];
  return name !== "sh" && state === "S";
}

/** A file of the kernel's; null when it is not there, or not for us. */
export function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
