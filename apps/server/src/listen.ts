import { serve } from "@hono/node-server";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { isIP, isIPv6 } from "node:net";
import type { App } from "./http/types.ts";

/** How long answers under way may take once we stop. */
const GRACE_MS = 1_500;
const IDLE_CHECK_MS = 50;
/**
 * Who reads nothing for so long of what waits for them goes. A slow line is waited for: at 16 kB/s it takes 85 s until the kernel, whose
 * buffer grows to 4 MB, takes more for it.
 */
const UNREAD_MS = 120_000;
/** After so much silence the kernel asks whether the other end is there. */
const KEEP_ALIVE_PROBE_MS = 60_000;

export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

export interface ListenOptions {
  readonly unreadMs?: number;
}

interface Address {
  readonly host: string;
  readonly port: number;
}

const EVERY_ADDRESS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** Where the studio is reached from its own machine. A name stays untold: Spotify takes addresses, and no `localhost`. */
export function localUrl({ host, port }: Address): string {
  const address = isIP(host) === 0 || EVERY_ADDRESS.has(host) ? "127.0.0.1" : host;
  return `http://${isIPv6(address) ? `[${address}]` : address}:${port}`;
}

/** What is wrong with the address and what helps, where we know. */
export function listenFailure(error: NodeJS.ErrnoException, { host, port }: Address): Error {
  const sentences: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is in use. Stop what uses it, or set PORT.`,
    EACCES: `This account may not use port ${port}. Set PORT to 1024 or more, or give it the right to use lower ones.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Set HOST to one that it has, or to 0.0.0.0 for all of them.`,
    ENOTFOUND: `No address is known for the name ${host}. Set HOST to an address of this machine, or to 0.0.0.0 for all of them.`,
  };
  const sentence = sentences[error.code ?? ""];
  return sentence === undefined ? error : new Error(sentence, { cause: error });
}

/** @throws with a sentence where the address cannot be had */
export function listen(app: App, at: Address, { unreadMs = UNREAD_MS }: ListenOptions = {}): Promise<Listening> {
  return new Promise((resolve, reject) => {
    // A client that vanished is noticed though nothing is sent to it either.
    const serverOptions = { keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_PROBE_MS };
    const server = serve({ fetch: app.fetch, hostname: at.host, port: at.port, serverOptions }, (info) => {
      resolve({ port: info.port, close: () => close(server) });
    }) as Server;
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(listenFailure(error, at));
    });
    // An upload over a slow line may take longer than Node's five minutes.
    server.requestTimeout = 0;
    server.headersTimeout = 60_000;
    // Longer than clients and proxies keep a connection: else one is closed just as its next request is on its way.
    server.keepAliveTimeout = 65_000;
    server.timeout = unreadMs;
    server.on("request", goUnread);
  });
}

/** Where nothing waits for the client, a call takes its time, or a file is on its way to us: others look after that. */
function goUnread(_request: IncomingMessage, answer: ServerResponse): void {
  answer.on("timeout", () => {
    if (answer.writableLength > 0) answer.socket?.destroy();
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    // A connection whose answer has just ended is kept alive by its client: it is idle now, and goes.
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    server.close(() => {
      clearTimeout(timer);
      clearInterval(idle);
      resolve();
    });
  });
}
