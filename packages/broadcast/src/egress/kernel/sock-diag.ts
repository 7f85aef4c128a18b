import { closeSync, readSync, writeSync } from "node:fs";
import { libc } from "./libc.ts";
import type { TcpConnection, SocketTable } from "./tcp-connection.ts";

// sock_diag(7), netlink(7), linux/inet_diag.h and linux/tcp.h: all numbers in the machine's own byte order, little-endian here.
const AF_INET = 2;
const AF_INET6 = 10;
const AF_NETLINK = 16;
const NETLINK_SOCK_DIAG = 4;
const SOCK_RAW_NONBLOCK_CLOEXEC = 3 | 0o4000 | 0o2000000;
const SOCK_DIAG_BY_FAMILY = 20;
const NLM_F_REQUEST_DUMP = 0x301;
const NLMSG_ERROR = 2;
const NLMSG_DONE = 3;
const IPPROTO_TCP = 6;
const INET_DIAG_INFO = 2;
const ESTABLISHED = 1;

const MESSAGE_HEADER_BYTES = 16;
const REQUEST_BYTES = MESSAGE_HEADER_BYTES + 56;
/** inet_diag_msg: state at 1, send queue at 60, inode at 68; attributes follow. */
const SOCKET_BYTES = 72;
const SEND_QUEUE_AT = 60;
const INODE_AT = 68;
/** tcp_info: both came with later kernels than the structure itself. */
const ACKED_AT = 120;
const WINDOW_AT = 228;
/** The kernel fills at most 32 KiB a read. */
const REPLY_BYTES = 64 * 1024;

/** The kernel's own list of TCP connections with what each knows of its far end: one question for all of them. */
export class SocketDiag {
  readonly #fd: number;
  readonly #request = Buffer.alloc(REQUEST_BYTES);
  readonly #reply = Buffer.alloc(REPLY_BYTES);

  private constructor(fd: number) {
    this.#fd = fd;
  }

  /** Null where it cannot be had: another system, no foreign functions, or a sandbox that forbids it. */
  static open(): SocketDiag | null {
    const fd = libc()?.socket(AF_NETLINK, SOCK_RAW_NONBLOCK_CLOEXEC, NETLINK_SOCK_DIAG) ?? -1;
    if (fd < 0) return null;
    const diag = new SocketDiag(fd);
    try {
      diag.read();
      return diag;
    } catch {
      diag.close();
      return null;
    }
  }

  /** All established connections. @throws when the kernel does not answer as documented */
  read(): SocketTable {
    const table = new Map<number, TcpConnection>();
    for (const family of [AF_INET, AF_INET6]) {
      writeSync(this.#fd, this.#requestFor(family));
      while (!this.#take(readSync(this.#fd, this.#reply), table));
    }
    return table;
  }

  close(): void {
    closeSync(this.#fd);
  }

  #requestFor(family: number): Buffer {
    const request = this.#request;
    request.writeUInt32LE(REQUEST_BYTES, 0);
    request.writeUInt16LE(SOCK_DIAG_BY_FAMILY, 4);
    request.writeUInt16LE(NLM_F_REQUEST_DUMP, 6);
    request.writeUInt8(family, MESSAGE_HEADER_BYTES);
    request.writeUInt8(IPPROTO_TCP, MESSAGE_HEADER_BYTES + 1);
    request.writeUInt8(1 << (INET_DIAG_INFO - 1), MESSAGE_HEADER_BYTES + 2);
    request.writeUInt32LE(1 << ESTABLISHED, MESSAGE_HEADER_BYTES + 4);
    return request;
  }

  /** @returns whether the list ends with these messages */
  #take(bytes: number, table: Map<number, TcpConnection>): boolean {
    for (let at = 0; at < bytes;) {
      const length = this.#reply.readUInt32LE(at);
      const type = this.#reply.readUInt16LE(at + 4);
      if (type === NLMSG_DONE) return true;
      if (type === NLMSG_ERROR || length < MESSAGE_HEADER_BYTES) throw new Error("the kernel does not list its connections");
      const socketAt = at + MESSAGE_HEADER_BYTES;
      table.set(this.#reply.readUInt32LE(socketAt + INODE_AT), this.#connection(socketAt, at + length));
      at += aligned(length);
    }
    return false;
  }

  #connection(at: number, end: number): TcpConnection {
    const queuedBytes = this.#reply.readUInt32LE(at + SEND_QUEUE_AT);
    for (let attribute = at + SOCKET_BYTES; attribute < end;) {
      const length = this.#reply.readUInt16LE(attribute);
      if (length < 4) break;
      if (this.#reply.readUInt16LE(attribute + 2) === INET_DIAG_INFO) return { queuedBytes, ...this.#info(attribute + 4, length - 4) };
      attribute += aligned(length);
    }
    return { queuedBytes, ackedBytes: null, windowBytes: null };
  }

  #info(at: number, length: number): Pick<TcpConnection, "ackedBytes" | "windowBytes"> {
    return {
      ackedBytes:
        length >= ACKED_AT + 8 ? this.#reply.readUInt32LE(at + ACKED_AT) + this.#reply.readUInt32LE(at + ACKED_AT + 4) * 2 ** 32 : null,
      windowBytes: length >= WINDOW_AT + 4 ? this.#reply.readUInt32LE(at + WINDOW_AT) : null,
    };
  }
}

function aligned(bytes: number): number {
  return (bytes + 3) & ~3;
}
