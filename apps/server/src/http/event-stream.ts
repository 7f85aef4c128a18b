import type { EventSource } from "@nightjar/api";
import { HEARTBEAT_EVENT, HEARTBEAT_MS, HELLO_EVENT } from "@nightjar/contract";
import { accepts } from "hono/accepts";
import { type SSEMessage, type SSEStreamingApi, streamSSE } from "hono/streaming";
import { Duplex } from "node:stream";
import { constants, createGzip } from "node:zlib";
import type { AppContext } from "./types.ts";

const RETRY_MS = 2_000;
/** More than this is not kept for a browser that reads too slowly: it reads everything again instead. */
const MAX_UNREAD_EVENTS = 2_000;

const HEADERS = {
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-store",
  // nginx would hold events back.
  "X-Accel-Buffering": "no",
  Vary: "Accept-Encoding",
};

/** Server-sent events: what was missed or the current state, then every change, until the client, the session or the server ends. */
export function eventStream(c: AppContext, source: EventSource, ending: AbortSignal): Response {
  // Hono would begin the body, and drop it without an end.
  if (c.req.method === "HEAD") return c.body(null, 200, HEADERS);
  const { body, headers } = streamSSE(c, (stream) => tell(stream, source, ending));
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  const encoding = accepts(c, { header: "Accept-Encoding", supports: ["gzip"], default: "identity" });
  if (!body || encoding !== "gzip") return new Response(body, { headers });
  headers.set("Content-Encoding", "gzip");
  return new Response(body.pipeThrough(flushingGzip()), { headers });
}

/** Each event goes out at once, and costs what is new in it: a state resembles the one before. */
function flushingGzip(): ReadableWritablePair<Uint8Array, Uint8Array> {
  return Duplex.toWeb(createGzip({ flush: constants.Z_SYNC_FLUSH }));
}

async function tell(stream: SSEStreamingApi, source: EventSource, ending: AbortSignal): Promise<void> {
  const over = Promise.withResolvers<void>();
  const stop = () => over.resolve();
  stream.onAbort(stop);
  ending.addEventListener("abort", stop, { once: true });
  if (ending.aborted) stop();
  try {
    await tellUntil(over, stream, source);
  } finally {
    // The server's end outlives them all: what listens to it is kept, with all that was told here.
    ending.removeEventListener("abort", stop);
  }
}

async function tellUntil(
  { promise: ended, resolve: end }: PromiseWithResolvers<void>,
  stream: SSEStreamingApi,
  source: EventSource,
): Promise<void> {
  let isOver = false;
  const write = inOrder(stream, { beginAnew: () => isOver || subscription.tellAnew(), giveUp: end });
  const beat = () => write({ event: HEARTBEAT_EVENT, data: "{}", id: source.lastId() });
  const subscription = source.start({
    hello: (hello) => write({ event: HELLO_EVENT, data: JSON.stringify(hello), retry: RETRY_MS }),
    event: (event, id) => write({ data: JSON.stringify(event), ...(id !== null && { id }) }),
    end,
  });
  // From here on a break costs no more than what is missed in it.
  beat();
  const heartbeat = setInterval(() => {
    beat();
    source.isStillAllowed().then(
      (isAllowed) => isAllowed || end(),
      () => end(),
    );
  }, HEARTBEAT_MS);
  await ended;
  isOver = true;
  clearInterval(heartbeat);
  subscription.close();
}

interface Behind {
  readonly beginAnew: () => void;
  readonly giveUp: () => void;
}

/**
 * One message after the other: an id says that all before it has been told. Who is too far behind, be it that thousands of things changed
 * at once, loses what is unread and begins anew.
 */
function inOrder(stream: SSEStreamingApi, { beginAnew, giveUp }: Behind): (message: SSEMessage) => void {
  let unread: SSEMessage[] = [];
  let unreadEvents = 0;
  let isWriting = false;
  let isBehind = false;
  const writeAll = async () => {
    isWriting = true;
    for (let message = unread.shift(); message !== undefined; message = unread.shift()) {
      await stream.writeSSE(message);
      unreadEvents -= countOf(message);
      if (!isBehind) continue;
      [isBehind, unreadEvents] = [false, 0];
      beginAnew();
    }
    isWriting = false;
  };
  return (message) => {
    if (isBehind) return;
    if (unreadEvents >= MAX_UNREAD_EVENTS) [isBehind, unread] = [true, []];
    else {
      unread.push(message);
      unreadEvents += countOf(message);
      if (!isWriting) writeAll().catch(giveUp);
    }
  };
}

/** What a new beginning tells has no id, and is told whole however many streams there are. */
const countOf = ({ id }: SSEMessage) => (id === undefined ? 0 : 1);
