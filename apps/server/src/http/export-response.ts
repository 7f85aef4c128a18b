import type { AsRunExport } from "@nightjar/api";
import type { AppContext } from "./types.ts";

/** Joined before they are sent: a chunk a row would be a system call a row. */
const CHUNK_CHARS = 64 * 1024;

/** A body of any length, made as fast as it is taken. */
export function exportResponse(c: AppContext, { contentType, fileName, nextCursor, chunks }: AsRunExport): Response {
  c.header("Content-Type", contentType);
  c.header("Cache-Control", "private, no-store");
  if (nextCursor !== null) c.header("X-Next-Cursor", nextCursor);
  if (fileName !== null) c.header("Content-Disposition", attachment(fileName));
  const source = chunks[Symbol.iterator]();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      let text = "";
      while (text.length < CHUNK_CHARS) {
        const next = source.next();
        if (next.done) {
          if (text !== "") controller.enqueue(encoder.encode(text));
          controller.close();
          return;
        }
        text += next.value;
      }
      controller.enqueue(encoder.encode(text));
    },
    cancel: () => void source.return?.(),
  });
  return c.body(body, 200);
}

/** RFC 6266: a plain name for everybody, the real one for who can read it. */
function attachment(fileName: string): string {
  const safe = fileName.replaceAll(/[/\\\p{Cc}]/gu, "_");
  const plain = safe.replaceAll(/[^\x20-\x7e]|["%]/g, "_");
  const encoded = encodeURIComponent(safe).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
