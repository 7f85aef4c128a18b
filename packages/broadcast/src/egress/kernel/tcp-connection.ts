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
