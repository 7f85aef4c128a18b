import { AppError } from "@nightjar/contract";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { parseRange } from "./range.ts";
import type { AppContext } from "./types.ts";

interface StoredFile {
  readonly path: string;
  readonly contentType: string;
  readonly etag: string;
}

/** Bytes of a content-named file, whole or one range of them. */
export async function fileResponse(c: AppContext, { path, contentType, etag }: StoredFile): Promise<Response> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new AppError("not-found", "File not found");
  c.header("ETag", etag);
  c.header("Accept-Ranges", "bytes");
  // Kept by the browser, but asked for again: who has signed out gets nothing.
  c.header("Cache-Control", "private, no-cache");
  if (
    c.req
      .header("if-none-match")
      ?.split(/\s*,\s*/)
      .includes(etag)
  )
    return c.body(null, 304);

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
