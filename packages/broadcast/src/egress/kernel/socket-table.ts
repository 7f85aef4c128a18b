import { read } from "./processes.ts";
import { SocketDiag } from "./sock-diag.ts";

/** What the kernel tells of one established TCP connection. */
export interface TcpConnection {
  /** Bytes given to it that the far end has not acknowledged. */
  readonly queuedBytes: number;
  /** Bytes acknowledged since it began; null where the kernel does not tell. */
  readonly ackedBytes: number | null;
  /** What the far end has room for beyond them: it shrinks when nobody there reads. Null where the kernel does not tell. */
  readonly windowBytes: number | null;
}

/** By the inode of the socket. */
export type SocketTable = ReadonlyMap<number, TcpConnection>;

/** Looks at all connections of the machine at once: through netlink, or where that cannot be had in the list of /proc. */
export class SocketReader {
  #diag: SocketDiag | null;

  constructor(diag: SocketDiag | null = SocketDiag.open()) {
    this.#diag = diag;
  }

  read(): SocketTable {
    if (this.#diag) {
      try {
        return this.#diag.read();
      } catch {
        this.close();
      }
    }
    return readSockets();
  }

  close(): void {
    this.#diag?.close();
    this.#diag = null;
  }
}

const TCP_ESTABLISHED = "01";

/** Reads the machine's connections once, for all publishers (proc_net_tcp in the kernel's documentation). */
function readSockets(): SocketTable {
  const table = new Map<number, TcpConnection>();
  for (const path of ["/proc/net/tcp", "/proc/net/tcp6"]) {
    for (const line of (read(path) ?? "").split("\n").slice(1)) {
      const [, , , state, queues, , , , , inode] = line.trim().split(/\s+/);
      if (state !== TCP_ESTABLISHED || !queues || !inode) continue;
      table.set(Number(inode), { queuedBytes: Number.parseInt(queues, 16), ackedBytes: null, windowBytes: null });
    }
  }
  return table;
}
