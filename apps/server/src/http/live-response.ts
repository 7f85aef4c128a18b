import type { LiveBytes, SentBytes } from "@nightjar/api";
import type { AppContext } from "./types.ts";

/**
 * Some 13 s of the default picture, beyond what was begun with: who is farther behind is dropped, and comes again where it still wants to.
 */
const BEHIND_MAX_BYTES = 8 * 1024 * 1024;
/** Behind the end of what is sent: who has not read the rest by then does not read. */
const READ_WITHIN_MS = 30_000;

/** Bytes as they come, until whoever sends, watches or serves ends them. */
export function liveResponse(c: AppContext, source: LiveBytes, ending: AbortSignal): Response {
  c.header("Content-Type", source.contentType);
  c.header("Cache-Control", "no-store");
  // nginx would hold it back.
  c.header("X-Accel-Buffering", "no");
  // Hono would begin the body, and drop it without an end.
  if (c.req.method === "HEAD") return c.body(null);
  // With what waits for it. To close or to fail the body would leave both to a browser that does not read: nothing asks that body any more.
  const hangUp = () => void c.env.outgoing?.destroy();
  let finish = () => {};
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let isOver = false;
        let leave = () => {};
        let beginsBytes: number | null = null;
        finish = () => {
          isOver = true;
          ending.removeEventListener("abort", end);
          leave();
        };
        const end = () => {
          if (isOver) return;
          finish();
          controller.close();
          setTimeout(hangUp, READ_WITHIN_MS).unref();
        };
        leave = source.start({
          shape: "flv",
          take(bytes) {
            if (isOver) return false;
            if ((controller.desiredSize ?? 0) + (beginsBytes ?? 0) <= 0) {
              finish();
              hangUp();
              return false;
            }
            // The pictures that a newcomer is given at once are not what it has let wait.
            beginsBytes ??= bytes.byteLength;
            controller.enqueue(bytes);
            return true;
          },
          end,
        });
        ending.addEventListener("abort", end, { once: true });
        if (ending.aborted) end();
        // Ended before it had begun.
        else if (isOver) leave();
      },
      cancel: () => finish(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: BEHIND_MAX_BYTES }),
  );
  return c.body(body);
}

/** A piece of what is sent, whole. */
export function sentResponse(c: AppContext, { contentType, bytes }: SentBytes): Response {
  c.header("Content-Type", contentType);
  c.header("Content-Length", String(bytes.byteLength));
  c.header("Cache-Control", "no-store");
  return c.req.method === "HEAD" ? c.body(null) : c.body(new Uint8Array(bytes));
}
