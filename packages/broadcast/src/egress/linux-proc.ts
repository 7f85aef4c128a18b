import { readFile, readdir, readlink } from "node:fs/promises";

/** What the kernel tells of a process; null when there is none (or only its zombie). */
export interface ProcessIdentity {
  /** Clock ticks since boot: a pid that was given out again has another. */
  readonly startTicks: number;
  readonly commandLine: string;
}

export async function identify(pid: number): Promise<ProcessIdentity | null> {
  try {
    const [stat, commandLine] = await Promise.all([readFile(`/proc/${pid}/stat`, "utf8"), readFile(`/proc/${pid}/cmdline`, "utf8")]);
    // proc(5): the name, field 2, is in brackets and may hold anything; state is field 3, start time field 22.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const startTicks = Number(fields[19]);
    if (fields[0] === "Z" || fields[0] === "X" || !Number.isFinite(startTicks)) return null;
    return { startTicks, commandLine };
  } catch {
    return null;
  }
}

/** Differs after every boot: monotonic times and pids of another boot mean nothing. */
export async function bootId(): Promise<string> {
  return (await readFile("/proc/sys/kernel/random/boot_id", "utf8")).trim();
}

const TCP_ESTABLISHED = "01";

/** Bytes a process has read so far, from files and pipes; null when it is gone. */
export async function readBytes(pid: number): Promise<number | null> {
  const io = await readFile(`/proc/${pid}/io`, "utf8").catch(() => null);
  return io === null ? null : Number(/^rchar: (\d+)$/m.exec(io)?.[1] ?? 0);
}

/** Inodes of a process's established connections. */
export async function connectionsOf(pid: number, sockets: SocketTable): Promise<string[]> {
  const names = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const links = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => "")));
  return links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []).filter((inode) => sockets.has(inode));
}

/** Send queue in bytes of every established TCP connection, by inode. */
export type SocketTable = ReadonlyMap<string, number>;

/** Reads the machine's connections once, for all publishers (proc_net_tcp in the kernel's documentation). */
export async function readSockets(): Promise<SocketTable> {
  const table = new Map<string, number>();
  for (const path of ["/proc/net/tcp", "/proc/net/tcp6"]) {
    const text = await readFile(path, "utf8").catch(() => "");
    for (const line of text.split("\n").slice(1)) {
      const [, , , state, queues, , , , , inode] = line.trim().split(/\s+/);
      if (state === TCP_ESTABLISHED && queues && inode) table.set(inode, Number.parseInt(queues.split(":")[0] ?? "0", 16));
    }
  }
  return table;
}
