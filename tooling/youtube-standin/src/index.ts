/**
 * A far end that speaks the YouTube Live Streaming API v3 and Google's OAuth 2, for tests: built to the documents and stricter than YouTube
 * where they leave room. It keeps both state machines, counts quota, expires tokens, and can be told to fail at any call with any documented
 * reason, before or after it did what it was asked. A ytStream is active only while `comesIn` says that its ingest receives it, at either address.
 */
import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Answer, answerCall, callNameOf } from "./calls.ts";
import { type Held, Holds } from "./holds.ts";
import { type Client, authorise, revoke, token } from "./oauth.ts";
import type { CallName } from "./refusal.ts";
import { type Ingest, type IngestionAddresses, World, settle } from "./world.ts";

export { flvIngest } from "./flv-ingest.ts";
export { CALL_NAMES, type CallName, reasonsOf } from "./refusal.ts";
export type { Broadcast, IngestionAddresses, LifeCycle, LiveStream, World } from "./world.ts";

export const CLIENT: Client = { id: "client.apps.example", secret: "client-secret" };

export interface StandInOptions {
  readonly nowMs?: () => number;
  readonly quotaUnits?: number;
  readonly ingest?: Ingest;
  readonly port?: number;
}

export interface Interruption {
  /** 1 is the next one. */
  readonly call: number;
  readonly when: "before" | "after";
  act(): Promise<void>;
}

export interface StandIn {
  readonly root: string;
  readonly world: World;
  /** The studio's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Who says yes at the page of consent; "nobody" says no. */
  consentsAs(account: string): void;
  /** The next call of that name fails so, or the next ones; "" is no reason. `after`: it is carried out, and only its answer is lost. */
  fail(call: CallName, reason: string, status: number, options?: { readonly after?: boolean; readonly times?: number }): void;
  /** From now on calls of that name wait, and are carried out once they are let go. */
  hold(call: CallName): Held;
  /** So many calls of the API from now on this happens, before that one is carried out or after, and nobody answers it; null: nothing does. */
  interrupt(interruption: Interruption | null): void;
  /** Lets what follows at YouTube follow. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export async function startStandIn(options: StandInOptions = {}): Promise<StandIn> {
  const { nowMs = Date.now, quotaUnits = 10_000, ingest = { url: "rtmp://127.0.0.1:1/live", comesIn: () => false }, port = 0 } = options;
  const world = new World(nowMs, quotaUnits, addressesAt(ingest));
  world.accounts.set("moth", { channelId: "UC-moth", title: "Moth Radio", isRevoked: false });
  world.accounts.set("wren", { channelId: "UC-wren", title: "Wren Radio", isRevoked: false });
  const holds = new Holds();
  let consenting = "moth";
  let interruption: Interruption | null = null;
  /** The interruption of this call, if it is that one. */
  const interruptionOf = (url: URL): Interruption | null => {
    if (!interruption || !url.pathname.includes("/youtube/v3/")) return null;
    const { call } = interruption;
    const met = call === 1 ? interruption : null;
    interruption = met ? null : { ...interruption, call: call - 1 };
    return met;
  };
  const settleNow = async () => {
    await ingest.look?.();
    settle(world, (name) => ingest.comesIn(name));
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = "GET" } = request;
    const url = new URL(request.url ?? "/", "http://standin");
    const bytes = await bytesOf(request);
    const text = bytes.toString("utf8");
    const met = interruptionOf(url);
    if (met?.when === "before") {
      await met.act();
      return void response.destroy();
    }
    const answer = async (): Promise<Answer> => {
      if (url.pathname === "/o/oauth2/v2/auth") return authorise(world, CLIENT, url.searchParams, consenting);
      if (url.pathname === "/token") return token(world, CLIENT, new URLSearchParams(text));
      if (url.pathname === "/revoke") return revoke(world, new URLSearchParams(text));
      await holds.pass(callNameOf(method, url));
      await settleNow();
      return answerCall(world, {
        ...{ method, url, bytes },
        contentType: request.headers["content-type"] ?? "",
        authorization: request.headers.authorization ?? "",
      });
    };
    const { status, body, location } = await answer();
    if (met) {
      await met.act();
      return void response.destroy();
    }
    response.writeHead(status, { "content-type": "application/json; charset=UTF-8", ...(location === undefined ? {} : { location }) });
    response.end(status === 204 ? undefined : JSON.stringify(body));
  };
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ root, world },
    env: {
      ...{ GOOGLE_CLIENT_ID: CLIENT.id, GOOGLE_CLIENT_SECRET: CLIENT.secret, YOUTUBE_API_ROOT: root },
      ...{ GOOGLE_AUTH_URL: `${root}/o/oauth2/v2/auth`, GOOGLE_TOKEN_URL: `${root}/token`, GOOGLE_REVOKE_URL: `${root}/revoke` },
    },
    consentsAs: (account) => void (consenting = account),
    fail: (call, reason, status, { after = false, times = 1 } = {}) => void world.faults.push({ call, reason, status, after, left: times }),
    hold: (call) => holds.hold(call),
    interrupt: (next) => void (interruption = next),
    settle: settleNow,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Nobody here speaks TLS: what are to be its addresses are plain too. */
function addressesAt({ url, backupUrl = url }: Ingest): IngestionAddresses {
  const backup = `${backupUrl}?backup=1`;
  return {
    ...{ ingestionAddress: url, backupIngestionAddress: backup },
    ...{ rtmpsIngestionAddress: url, rtmpsBackupIngestionAddress: backup },
  };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}
