import { Evidence, type Taking } from "./evidence.ts";
import { type SocketTable, type TcpConnection, connectionOf, readSoFar, startTicksOf } from "./kernel/index.ts";
import { type PublisherRecord, fifoPath } from "./publisher.ts";

/** Where nobody may look at the publisher's connection. */
const HIDDEN: TcpConnection = { queuedBytes: 0, ackedBytes: null, windowBytes: null };
/** More than a handshake takes, TLS's with it, and what is said until there is a stream: what is queued beyond is the programme. */
const OPENING_MAX_BYTES = 8192;
const NOTHING: Taking = { newBytes: 0, roomBytes: 0, isTaken: false };

/** What one look at a publisher shows. */
export interface Look extends Taking {
  /** Its connection stands: neither side has hung up. */
  readonly isOpen: boolean;
}

/** Watches one publisher: whether it runs, and what the far end has taken. */
export class PublisherWatch {
  readonly #record: PublisherRecord;
  readonly #fedBytes: () => number | null;
  /** Its connection's inode, looked up once: it has one, and ends with it. */
  #inode: number | null = null;
  #evidence: Evidence | null = null;
  /** The far end has taken something of the programme, and not only of the handshake before it. */
  #isBegun = false;

  /** @param fedBytes what was put into its FIFO, asked where the kernel does not count what it reads */
  constructor(record: PublisherRecord, fedBytes: () => number | null) {
    this.#record = record;
    this.#fedBytes = fedBytes;
  }

  /** "gone" when the process is. While its connection stands it runs: nobody else holds that. */
  look(sockets: SocketTable): Look | "gone" {
    const { pid, startTicks } = this.#record;
    let connection = this.#inode === null ? undefined : sockets.get(this.#inode);
    if (!connection) {
      if (startTicksOf(pid) !== startTicks) return "gone";
      const inode = connectionOf(pid, sockets);
      connection = inode === "hidden" ? HIDDEN : this.#connect(inode, sockets);
    }
    return { ...(connection ? this.#weigh(connection) : NOTHING), isOpen: connection !== undefined };
  }

  #connect(inode: number | null, sockets: SocketTable): TcpConnection | undefined {
    if (inode !== this.#inode) {
      this.#evidence = null;
      this.#isBegun = false;
    }
    this.#inode = inode;
    return inode === null ? undefined : sockets.get(inode);
  }

  /**
   * At first a byte counts that was taken from the FIFO and is no longer in the send queue: handshakes are none. The first
   * look only says where these begin: programs read files of their own, too. What is queued by then may be the handshake's, and would
   * count once it is acknowledged if it were taken off there.
   */
  #weigh(connection: TcpConnection): Taking {
    const { ackedBytes, windowBytes, queuedBytes } = connection;
    const readBytes = () => readSoFar(this.#record.pid, fifoPath(this.#record), this.#fedBytes);
    if (!this.#evidence) {
      this.#evidence = new Evidence({ ackedBytes: readBytes() - Math.max(0, queuedBytes - OPENING_MAX_BYTES), windowBytes: null });
      return NOTHING;
    }
    const now =
      this.#isBegun && ackedBytes !== null ? { ackedBytes, windowBytes } : { ackedBytes: readBytes() - queuedBytes, windowBytes: null };
    const look = this.#evidence.weigh(now);
    if (!this.#isBegun && look.isTaken) {
      this.#isBegun = true;
      if (ackedBytes !== null) this.#evidence = new Evidence({ ackedBytes, windowBytes });
    }
    return look;
  }
}
