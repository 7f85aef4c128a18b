import { AppError } from "@nightjar/contract";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { z } from "zod";
import { parseRange } from "./range.ts";
import type { AppContext } from "./types.ts";

const storedFile = z.object({
  path: z.string(),
  contentType: z.string(),
  etag: z.string(),
  isForEver: z.boolean(),
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array).optional(),
});

/** In the browser that was signed in, and nowhere between. */
const FOR_EVER = "private, max-age=31536000, immutable";

interface Made {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly etag: string;
}

/** What was made of a file, small enough to be always sent whole. */
function madeResponse(c: AppContext, { bytes, contentType, etag }: Made): Response {
  c.header("ETag", etag);
  c.header("Cache-Control", FOR_EVER);
  c.header("Content-Type", contentType);
  c.header("Content-Length", String(bytes.byteLength));
  return c.req.method === "HEAD" ? c.body(null) : c.body(new Uint8Array(bytes));
}

/** Bytes of a content-named file, whole or one range of them. */
export async function fileResponse(c: AppContext, output: unknown): Promise<Response> {
  const { path, contentType, etag, isForEver, bytes } = storedFile.parse(output);
  if (bytes) return madeResponse(c, { bytes, contentType, etag });
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new AppError("not-found", "File not found");
  c.header("ETag", etag);
  c.header("Accept-Ranges", "bytes");
  // Kept by the browser, but asked for again: who has signed out gets nothing.
  c.header("Cache-Control", isForEver ? FOR_EVER : "private, no-cache");
  const known = c.req.header("if-none-match")?.split(",") ?? [];
  if (known.some((tag) => tag.trim() === etag)) return c.body(null, 304);

  const ifRange = c.req.header("if-range");
  const isSame = ifRange === undefined || ifRange === etag;
  const range = isSame ? parseRange(c.req.header("range"), found.size) : null;
  if (range === "unsatisfiable") {
    c.header("Content-Range", `bytes */${found.size}`);
    return c.body(null, 416);
  }
  const { first, last } = range ?? { first: 0, last: found.size - 1 };
  c.header("Content-Type", contentType);
  c.header("Content-Length", String(last - first + 1));
  if (range) c.header("Content-Range", `bytes ${first}-${last}/${found.size}`);
  const status = range ? 206 : 200;
  if (c.req.method === "HEAD" || found.size === 0) return c.body(null, status);
  return c.body(Readable.toWeb(createReadStream(path, { start: first, end: last })) as ReadableStream, status);
}
