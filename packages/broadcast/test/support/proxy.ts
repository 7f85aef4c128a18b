import { once } from "node:events";
import { type AddressInfo, type Socket, connect, createServer } from "node:net";
import { Transform } from "node:stream";

/** A way to an ingest whose connections can become half open: the far end is gone, and nobody tells the near one. */
export interface Proxy {
  /** rtmp://127.0.0.1:PORT/live */
  readonly url: string;
  /** The ingest loses the connections there are now; whoever sends to us learns nothing of it. Those to come are well. */
  halfOpen(): void;
  close(): Promise<void>;
}

interface ProxyOptions {
  /** How fast it reads what it is sent, at most; null: as fast as that comes. */
  readonly kbps?: () => number | null;
  /** It hangs up behind so many bytes of each connection. */
  readonly hangsUpAfterBytes?: number;
}

export async function startProxy(port: number, options: ProxyOptions = {}): Promise<Proxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    const pair = [near, far] as const;
    pairs.add(pair);
    if (options.kbps) near.pipe(limiter(options.kbps)).pipe(far);
    else near.pipe(far);
    far.pipe(near);
    const { hangsUpAfterBytes = Infinity } = options;
    near.on("data", () => near.bytesRead > hangsUpAfterBytes && near.destroy());
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

function limiter(kbps: () => number | null): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const limit = kbps();
      if (limit === null) done(null, chunk);
      else setTimeout(() => done(null, chunk), (chunk.length * 8) / limit);
    },
  });
}
