/**
 * The one door to what the kernel counts and tells: processes, pipes and TCP connections; and to the C library. Behind it are /proc,
 * netlink and foreign functions, any of which a machine may be without; docs/decisions/0029 says what is lost then.
 */
export { startDetached } from "./detached.ts";
export { givesBackFreed } from "./memory.ts";
export { type PipeReading, USUAL_PIPE_BYTES, enlargePipe, makeFifo, readPipe, readSoFar, wakeReader } from "./pipes.ts";
export { type ProcessIdentity, bootId, connectionOf, identify, isOurs, isWaiting, otherProcessIds, startTicksOf } from "./processes.ts";
export { SocketReader } from "./socket-table.ts";
export type { SocketTable, TcpConnection } from "./tcp-connection.ts";
