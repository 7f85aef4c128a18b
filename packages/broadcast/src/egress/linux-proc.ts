import { readFileSync, readdirSync, readlinkSync } from "node:fs";
import type { Connection, SocketTable } from "./socket-table.ts";

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

/** Differs after every boot: monotonic times and pids of another boot mean nothing. */
export function bootId(): string {
  return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
}

/** Bytes a process has read so far, from files and pipes; null when it is gone. */
export function readBytes(pid: number): number | null {
  const io = read(`/proc/${pid}/io`);
  return io === null ? null : Number(/^rchar: (\d+)$/m.exec(io)?.[1] ?? 0);
}

/** Inode of a process's established connection; null while it has none. */
export function connectionOf(pid: number, sockets: SocketTable): number | null {
  const dir = `/proc/${pid}/fd`;
  try {
    for (const name of readdirSync(dir)) {
      const inode = Number(/^socket:\[(\d+)\]$/.exec(readlinkSync(`${dir}/${name}`))?.[1]);
      if (sockets.has(inode)) return inode;
    }
  } catch {
    // Gone, or one of its descriptors, while we looked.
  }
  return null;
}

const TCP_ESTABLISHED = "01";

/** Reads the machine's connections once, for all publishers (proc_net_tcp in the kernel's documentation). */
export function readSockets(): SocketTable {
  const table = new Map<number, Connection>();
  for (const path of ["/proc/net/tcp", "/proc/net/tcp6"]) {
    for (const line of (read(path) ?? "").split("\n").slice(1)) {
      const [, , , state, queues, , , , , inode] = line.trim().split(/\s+/);
      if (state !== TCP_ESTABLISHED || !queues || !inode) continue;
      table.set(Number(inode), { queuedBytes: Number.parseInt(queues, 16), ackedBytes: null, windowBytes: null });
    }
  }
  return table;
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
