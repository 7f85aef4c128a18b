import { once } from "node:events";
import { readlinkSync } from "node:fs";
import { type Server, type Socket, connect, createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectionOf } from "../src/egress/kernel/index.ts";
import { SocketReader } from "../src/egress/kernel/index.ts";
import { until } from "./support/studio.ts";

let server: Server;
let far: Socket;
let near: Socket;

beforeEach(async () => {
  server = createServer({ pauseOnConnect: true });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const accepted = once(server, "connection");
  near = connect(port, "127.0.0.1");
  [far] = await accepted;
  await once(near, "connect");
});
afterEach(() => {
  near.destroy();
  far.destroy();
  server.close();
});

/** The descriptor's number is the socket's only name that both Node and the kernel know. */
function inodeOf(socket: Socket): number {
  const { _handle } = socket as unknown as { readonly _handle: { readonly fd: number } };
  return Number(/\d+/.exec(readlinkSync(`/proc/self/fd/${_handle.fd}`))?.[0]);
}

describe("the table of connections", () => {
  it("through netlink shows a far end that does not read: bytes are acknowledged until its window is shut, which opens when it reads", async () => {
    const reader = new SocketReader();
    const look = () => reader.read().get(inodeOf(near));
    const before = look();
    expect(before).toMatchObject({ queuedBytes: 0, ackedBytes: expect.any(Number), windowBytes: expect.any(Number) });
    near.write(Buffer.alloc(40_000));
    await until(() => (look()?.ackedBytes ?? 0) >= (before?.ackedBytes ?? 0) + 40_000);
    near.write(Buffer.alloc(4_000_000));
    await until(() => (look()?.queuedBytes ?? 0) > 0 && look()?.windowBytes === 0);
    expect(look()?.ackedBytes).toBeGreaterThan((before?.ackedBytes ?? 0) + 40_000);
    far.resume();
    await until(() => look()?.queuedBytes === 0 && (look()?.ackedBytes ?? 0) >= 4_000_000);
    expect(look()?.windowBytes).toBeGreaterThan(0);
    reader.close();
  });

  it("is read from /proc where netlink cannot be had: the same connections and send queues, and nothing of the far end", async () => {
    const [netlink, proc] = [new SocketReader(), new SocketReader(null)];
    near.write(Buffer.alloc(8_000_000));
    await until(() => netlink.read().get(inodeOf(near))?.windowBytes === 0);
    const { queuedBytes = 0 } = netlink.read().get(inodeOf(near)) ?? {};
    expect(queuedBytes).toBeGreaterThan(0);
    expect(proc.read().get(inodeOf(near))).toEqual({ queuedBytes, ackedBytes: null, windowBytes: null });
    netlink.close();
  });

  it("names the connection of a process, and forgets it with its end", async () => {
    const reader = new SocketReader();
    const inode = connectionOf(process.pid, reader.read());
    expect([inodeOf(near), inodeOf(far)]).toContain(inode);
    const ended = inodeOf(near);
    near.destroy();
    await until(() => !reader.read().has(ended));
    reader.close();
  });
});
