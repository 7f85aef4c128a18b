import { once } from "node:events";
import { type AddressInfo, type Socket, connect, createServer } from "node:net";

/** A way to an ingest whose connections can become half open: the far end is gone, and nobody tells the near one. */
export interface Proxy {
  /** rtmp://127.0.0.1:PORT/live */
  readonly url: string;
  /** The ingest loses the connections there are now; whoever sends to us learns nothing of it. Those to come are well. */
  halfOpen(): void;
  close(): Promise<void>;
}

export async function startProxy(port: number): Promise<Proxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    const pair = [near, far] as const;
    pairs.add(pair);
    near.pipe(far).pipe(near);
    for (const socket of pair) {
      socket.on("error", () => undefined);
      socket.on("close", () => {
        near.destroy();
        far.destroy();
        pairs.delete(pair);
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // An address of a listening TCP server is never text.
  const { port: ours } = server.address() as AddressInfo;
  return {
    url: `rtmp://127.0.0.1:${ours}/live`,
    halfOpen() {
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
        near.pause();
        far.removeAllListeners("close").destroy();
      }
    },
    async close() {
      for (const [near, far] of pairs) {
        near.destroy();
        far.destroy();
      }
      server.close();
      await once(server, "close");
    },
  };
}
