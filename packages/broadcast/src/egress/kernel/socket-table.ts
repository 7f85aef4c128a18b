import { read } from "./processes.ts";
import { SocketDiag } from "./sock-diag.ts";
import type { SocketTable, TcpConnection } from "./tcp-connection.ts";

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
