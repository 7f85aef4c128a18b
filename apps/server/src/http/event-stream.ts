import type { EventSource } from "@nightjar/api";
import { HEARTBEAT_EVENT, HEARTBEAT_MS, type LiveEvent } from "@nightjar/contract";
import type { AppContext } from "./types.ts";

const RETRY_MS = 2_000;
/** A browser that does not read for this long is not worth the memory: it comes back by itself. */
const MAX_UNREAD_EVENTS = 2_000;

/** Server-sent events: the current state, then every change, until the client, the session or the server ends. */
export function eventStream(c: AppContext, output: unknown, ending: AbortSignal): Response {
  const source = output as EventSource;
  const encoder = new TextEncoder();
  let end = () => undefined as void;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => {
        if (controller.desiredSize !== null && controller.desiredSize < -MAX_UNREAD_EVENTS) end();
        else controller.enqueue(encoder.encode(text));
      };
      let isOpen = true;
      let subscription: { close(): void } | undefined;
      const heartbeat = setInterval(() => {
        // An event, not a comment: a page must be able to miss it.
        write(`event: ${HEARTBEAT_EVENT}\ndata: {}\n\n`);
        source.isStillAllowed().then(
          (isAllowed) => isAllowed || end(),
          () => end(),
        );
      }, HEARTBEAT_MS);
      end = () => {
        if (!isOpen) return;
        isOpen = false;
        clearInterval(heartbeat);
        subscription?.close();
        for (const signal of [ending, c.req.raw.signal]) signal.removeEventListener("abort", end);
        controller.close();
      };
      for (const signal of [ending, c.req.raw.signal]) signal.addEventListener("abort", end);
      write(`retry: ${RETRY_MS}\n\n`);
      subscription = source.start((event: LiveEvent) => write(`data: ${JSON.stringify(event)}\n\n`), end);
      if (ending.aborted) end();
    },
    cancel: () => end(),
  });
  return c.body(stream, 200, {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-store",
    // nginx would hold events back.
    "X-Accel-Buffering": "no",
  });
}
