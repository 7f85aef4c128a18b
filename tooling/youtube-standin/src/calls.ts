import {
  type Call,
  bindBroadcast,
  deleteBroadcast,
  insertBroadcast,
  listBroadcasts,
  setThumbnail,
  transitionBroadcast,
  updateBroadcast,
} from "./broadcasts.ts";
import { type CallName, Refusal } from "./refusal.ts";
import { insertStream, listChannels, listStreams, listVideos } from "./streams.ts";
import type { World } from "./world.ts";

interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly authorization: string;
}
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** Where a browser is sent. */
  readonly location?: string;
}

type Run = (world: World, call: Call) => unknown;
interface Known {
  readonly name: CallName;
  readonly units: number;
  readonly run: Run;
}
const CALLS: Readonly<Record<string, Known>> = {
  "POST /youtube/v3/liveBroadcasts": { name: "liveBroadcasts.insert", units: 50, run: insertBroadcast },
  "GET /youtube/v3/liveBroadcasts": { name: "liveBroadcasts.list", units: 1, run: listBroadcasts },
  "PUT /youtube/v3/liveBroadcasts": { name: "liveBroadcasts.update", units: 50, run: updateBroadcast },
  "DELETE /youtube/v3/liveBroadcasts": { name: "liveBroadcasts.delete", units: 50, run: deleteBroadcast },
  "POST /youtube/v3/liveBroadcasts/bind": { name: "liveBroadcasts.bind", units: 50, run: bindBroadcast },
  "POST /youtube/v3/liveBroadcasts/transition": { name: "liveBroadcasts.transition", units: 50, run: transitionBroadcast },
  "POST /youtube/v3/liveStreams": { name: "liveStreams.insert", units: 50, run: insertStream },
  "GET /youtube/v3/liveStreams": { name: "liveStreams.list", units: 1, run: listStreams },
  "GET /youtube/v3/videos": { name: "videos.list", units: 1, run: listVideos },
  "POST /upload/youtube/v3/thumbnails/set": { name: "thumbnails.set", units: 50, run: setThumbnail },
  "GET /youtube/v3/channels": { name: "channels.list", units: 1, run: listChannels },
};

const knownAt = (method: string, { pathname }: URL): Known | undefined => CALLS[`${method} ${pathname}`];
export const callNameOf = (method: string, url: URL): CallName | undefined => knownAt(method, url)?.name;

export function answerCall(world: World, asked: Asked): Answer {
  const known = knownAt(asked.method, asked.url);
  if (!known)
    return { status: 404, body: { error: { code: 404, message: "Not Found", errors: [{ reason: "notFound", domain: "global" }] } } };
  const note = (outcome: string) => void world.asked.push({ call: known.name, units: known.units, outcome, day: world.day });
  try {
    const body = run(world, known, asked);
    note("ok");
    return { status: body === null ? 204 : 200, body };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    note(error.reason);
    return { status: error.status, body: error.body() };
  }
}

function run(world: World, { name, units, run: call }: Known, asked: Asked): unknown {
  const account = accountOf(world, asked.authorization);
  const fault = world.takeFault(name);
  const fail = () => {
    throw new Refusal(fault?.status ?? 500, fault?.reason ?? "");
  };
  if (fault && !fault.after) fail();
  if (world.usedUnits + units > world.quotaUnits)
    throw new Refusal(403, "quotaExceeded", "The request cannot be completed", "youtube.quota");
  const media = { type: asked.contentType, bytes: asked.bytes };
  const sent = name === "thumbnails.set" ? null : bodyOf(asked.contentType, Buffer.from(asked.bytes).toString("utf8"));
  const body = call(world, { query: asked.url.searchParams, body: sent, account, media });
  if (fault) fail();
  return body;
}

function accountOf(world: World, authorization: string): string {
  const known = world.accessTokens.get(/^Bearer (\S+)$/.exec(authorization)?.[1] ?? "");
  const isGood = known !== undefined && known.expiresAtMs > world.nowMs() && world.accounts.get(known.account)?.isRevoked === false;
  if (!isGood) throw new Refusal(401, "authError", "Invalid Credentials", "global");
  return known.account;
}

function bodyOf(contentType: string, text: string): Call["body"] {
  // Nothing is no JSON.
  if (text === "" && !contentType.startsWith("application/json")) return null;
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return { ...body };
  } catch {
    throw new Refusal(400, "parseError", "Parse Error", "global");
  }
  throw new Refusal(400, "parseError", "Parse Error", "global");
}
