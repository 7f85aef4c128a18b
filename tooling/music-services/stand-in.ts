import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { crc32, deflateSync } from "node:zlib";

/** A service of the internet, on loopback. */
export interface StandIn {
  /** Without a slash at the end. */
  readonly root: string;
  /** Method and path of every call, with its query. */
  readonly calls: readonly string[];
  close(): Promise<void>;
}

export interface Call {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  readonly atMs: number;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and bytes as they are, all else as JSON. */
  readonly body?: unknown;
}

/** @param answer null: the connection is cut without a word @param nowMs the clock of the service */
export async function startStandIn(
  answer: (call: Call) => Reply | null | Promise<Reply | null>,
  nowMs = () => performance.now(),
): Promise<StandIn> {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    void take(request, nowMs()).then(async (call) => {
      calls.push(`${call.method} ${call.url.pathname}${call.url.search}`);
      put(response, await answer(call));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    ...{ root: `http://127.0.0.1:${port}`, calls },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function take(request: IncomingMessage, atMs: number): Promise<Call> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  const { method = "GET", url = "/", headers } = request;
  return { method, url: new URL(url, "http://stand-in"), headers, body, atMs };
}

function put(response: ServerResponse, reply: Reply | null): void {
  if (reply === null) return void response.destroy();
  const { status = 200, headers = {}, body = "" } = reply;
  const isPlain = typeof body === "string" || body instanceof Uint8Array;
  response.writeHead(status, { ...(isPlain ? {} : { "content-type": "application/json; charset=utf-8" }), ...headers });
  response.end(isPlain ? body : JSON.stringify(body));
}

/** Refuses what comes oftener than allowed, as seen by the service. */
export function createAllowance(starts: number, withinMs: number): (atMs: number) => boolean {
  let begun: number[] = [];
  return (atMs) => {
    begun = begun.filter((before) => before > atMs - withinMs);
    begun.push(atMs);
    return begun.length <= starts;
  };
}

/** A square of one colour, as PNG. */
export function pngOf(sizePx: number, [red, green, blue]: readonly [number, number, number] = [200, 40, 60]): Buffer {
  const row = Buffer.concat([Buffer.of(0), ...Array.from({ length: sizePx }, () => Buffer.of(red, green, blue))]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(sizePx, 0);
  header.writeUInt32BE(sizePx, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: sizePx }, () => row)));
  const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  return Buffer.concat([signature, chunkOf("IHDR", header), chunkOf("IDAT", pixels), chunkOf("IEND", Buffer.alloc(0))]);
}

function chunkOf(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.byteLength);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
