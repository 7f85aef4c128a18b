// Clients that ask and read nothing, at a real port: what they take of memory, and for how long.
import { MB } from "@nightjar/contract";
import { PATIENCE_MS } from "@nightjar/kit/testing";
import { SCENE_FILES } from "@nightjar/scene/fonts";
import { Hono } from "hono";
import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, it } from "vitest";
import { assets } from "../src/assets.ts";
import { securityHeaders } from "../src/http/headers.ts";
import { mountStudio } from "../src/http/studio.ts";
import type { App, Env } from "../src/http/types.ts";
import { listen } from "../src/listen.ts";
import type { Listening, ListenOptions } from "../src/listen.ts";

const CLIENTS = 40;
const GROWTH_MAX_MB = 40;
/** Soon enough for a test, and long enough for a busy machine to read what was asked. */
const SOON_MS = 2000;
const [largest = { name: "", sizeBytes: 0 }] = SCENE_FILES.map((name) => ({
  name,
  sizeBytes: assets.read(`scene/${name}`).byteLength,
})).toSorted((one, other) => other.sizeBytes - one.sizeBytes);
const FONT = `/scene/1/${largest.name}`;

setFlagsFromString("--expose-gc");
globalThis.gc = runInNewContext("gc");
/** What is really held. */
function heldBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().arrayBuffers;
}

let listening: Listening;
const clients: Socket[] = [];
/** The server's end of each connection, in the order in which they asked. */
const served: Socket[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  served.length = 0;
  await listening.close();
});

async function start(options?: ListenOptions): Promise<App> {
  const app = new Hono<Env>();
  app.use(async (c, next) => {
    if (c.env.incoming) served.push(c.env.incoming.socket);
    await next();
  });
  app.use(securityHeaders(() => ""));
  listening = await listen(app, { host: "127.0.0.1", port: 0 }, options);
  return app;
}

/** Asks, and reads nothing of the answer before the test does. */
function ask(path: string, accepted = "identity"): Socket {
  const client = connect(listening.port, "127.0.0.1");
  clients.push(client);
  client.write(`GET ${path} HTTP/1.1\r\nhost: studio.example\r\naccept-encoding: ${accepted}\r\nconnection: close\r\n\r\n`);
  return client;
}

const patience = () => ({ signal: AbortSignal.timeout(PATIENCE_MS) });

async function readAll(client: Socket): Promise<{ readonly head: string; readonly bodyBytes: number }> {
  const chunks: Buffer[] = [];
  for await (const chunk of client) chunks.push(chunk);
  const answer = Buffer.concat(chunks);
  const headBytes = answer.indexOf("\r\n\r\n") + 4;
  return { head: answer.subarray(0, headBytes).toString("latin1"), bodyBytes: answer.byteLength - headBytes };
}

describe("who asks for the largest font", () => {
  it.each(["identity", "gzip", "br"])(
    `and reads nothing of it (%s) costs ${GROWTH_MAX_MB} MB at most together with ${CLIENTS - 1} others, and gets it whole once they read`,
    async (accepted) => {
      mountStudio(await start(), assets);
      // What is made once is made now.
      const { head, bodyBytes } = await readAll(ask(FONT, accepted));
      expect(Number(/^content-length: (\d+)/im.exec(head)?.[1])).toBe(bodyBytes);
      if (accepted === "identity") expect(bodyBytes).toBe(largest.sizeBytes);
      const before = heldBytes();
      const waiting = Array.from({ length: CLIENTS }, () => ask(FONT, accepted));
      // What was begun has been handed over as far as it is while nothing is read.
      await Promise.all(waiting.map((client) => once(client, "readable", patience())));
      await expect.poll(() => heldBytes() - before).toBeLessThan(GROWTH_MAX_MB * MB);
      const [first, second] = waiting;
      if (first) expect((await readAll(first)).bodyBytes).toBe(bodyBytes);
      // Who goes in the middle takes nothing of the others.
      first?.destroy();
      if (second) expect((await readAll(second)).bodyBytes).toBe(bodyBytes);
    },
  );
});

describe("a connection of which nothing is read for as long as one is waited for", () => {
  it("is closed, with what waits for it", async () => {
    mountStudio(await start({ unreadMs: SOON_MS }), assets);
    const client = ask(FONT);
    await once(client, "readable", patience());
    const [end] = served;
    if (end && !end.destroyed) await once(end, "close", patience());
    expect((await readAll(client)).bodyBytes).toBeLessThan(largest.sizeBytes);
  });

  it("stays as long as nothing waits for it, as while a call takes its time, and is closed where it does not read what comes then", async () => {
    const answer = Promise.withResolvers<undefined>();
    const app = await start({ unreadMs: SOON_MS });
    app.get("/slow/:megabytes", async (c) => {
      await answer.promise;
      return c.body(new Uint8Array(Number(c.req.param("megabytes")) * MB));
    });
    const small = ask("/slow/1");
    await expect.poll(() => served).toHaveLength(1);
    const large = ask("/slow/32");
    await expect.poll(() => served).toHaveLength(2);
    const [, end] = served;
    if (end) await once(end, "timeout", patience());
    answer.resolve(undefined);
    expect((await readAll(small)).bodyBytes).toBe(MB);
    await once(large, "readable", patience());
    if (end && !end.destroyed) await once(end, "close", patience());
    expect((await readAll(large)).bodyBytes).toBeLessThan(32 * MB);
  });
});
