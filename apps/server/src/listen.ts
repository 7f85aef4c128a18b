import { serve } from "@hono/node-server";
import type { Server } from "node:http";
import type { App } from "./http/types.ts";

/** How long answers under way may take once we stop. */
const GRACE_MS = 1_500;
const IDLE_CHECK_MS = 50;

export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/** @throws with a sentence where the port is taken */
export function listen(app: App, at: { readonly host: string; readonly port: number }): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: at.host, port: at.port }, (info) => {
      resolve({ port: info.port, close: () => close(server) });
    }) as Server;
    server.once("error", (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === "EADDRINUSE";
      reject(isTaken ? new Error(`Port ${at.port} is in use. Stop what uses it, or set PORT.`, { cause: error }) : error);
    });
    // An upload over a slow line may take longer than Node's five minutes.
    server.requestTimeout = 0;
    server.headersTimeout = 60_000;
    // Longer than clients and proxies keep a connection: else one is closed just as its next request is on its way.
    server.keepAliveTimeout = 65_000;
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
