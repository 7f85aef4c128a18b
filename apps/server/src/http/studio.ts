import { extname } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { Memo } from "@nightjar/kit";
import pLimit from "p-limit";
import type { Assets } from "../assets.ts";
import { piecesOf } from "../pieces.ts";
import type { Pieces } from "../pieces.ts";
import type { App, AppContext } from "./types.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".woff": "font/woff",
  ".ttf": "font/ttf",
  ".wasm": "application/wasm",
  ".txt": "text/plain; charset=utf-8",
};
const COMPRESSIBLE = new Set([".html", ".js", ".mjs", ".css", ".json", ".svg", ".ttf", ".wasm", ".txt", ".webmanifest"]);
const BROTLI_QUALITY = 5;
/** One at a time: asked for all files at once, by anybody, it would take all of libuv's threads from the flush that every change waits for. */
const inTurn = pLimit(1);
type Files = Pick<Assets, "has" | "read" | "inPieces">;

/** The built studio: its files, and for every other page the one page that routes in the browser. */
export function mountStudio(app: App, assets: Files): void {
  const compressed = new Memo<string, Uint8Array>();
  const send = (c: AppContext, name: string) => sendAsset(c, name, assets, compressed);
  // What the browser draws scenes with: the very files the server draws with.
  app.get("/scene/:version/:file", async (c) => {
    const name = `scene/${c.req.param("file")}`;
    return assets.has(name) ? send(c, name) : c.text("Not found", 404);
  });
  app.get("*", async (c) => {
    const { path } = c.req;
    if (path.startsWith("/api/") || path.startsWith("/trpc/")) return c.json({ message: "Not found" }, 404);
    const name = `web${decodePath(path)}`;
    if (name !== "web/" && assets.has(name)) return send(c, name);
    // A file that is missing is missing; a page is the studio's to route.
    if (extname(path) !== "") return c.text("Not found", 404);
    if (!assets.has("web/index.html")) return c.text("The studio has not been built. Start it with npm start.", 503);
    // The page of that screen, which names what it needs; any other screen is found out in the browser.
    const page = path === "/" ? "web/home.html" : `${name}.html`;
    return send(c, assets.has(page) ? page : "web/index.html");
  });
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

async function sendAsset(c: AppContext, name: string, assets: Files, compressed: Memo<string, Uint8Array>): Promise<Response> {
  const extension = extname(name);
  c.header("Content-Type", TYPES[extension] ?? "application/octet-stream");
  // The address tells the content: the bundler puts a hash into names, and scene files come by the renderer's version.
  const isForEver = name.startsWith("web/assets/") || name.startsWith("scene/");
  c.header("Cache-Control", isForEver ? "public, max-age=31536000, immutable" : "no-cache");
  if (!COMPRESSIBLE.has(extension)) return sendPieces(c, await assets.inPieces(name));
  c.header("Vary", "Accept-Encoding");
  const encoding = pickEncoding(c.req.header("accept-encoding") ?? "");
  if (!encoding) return sendPieces(c, await assets.inPieces(name));
  c.header("Content-Encoding", encoding);
  const key = `${encoding} ${name}`;
  return sendPieces(c, piecesOf(await compressed.of(key, () => packed(name, assets, encoding))));
}

/** As they are taken: sent as one, a body was copied for each client, and all of it waited for one that did not read. */
function sendPieces(c: AppContext, { sizeBytes, pieces }: Pieces): Response {
  c.header("Content-Length", String(sizeBytes));
  return c.body(ReadableStream.from(pieces));
}

function pickEncoding(accepted: string): "br" | "gzip" | null {
  const names = accepted.split(",").map((entry) => entry.split(";")[0]?.trim());
  return names.includes("br") ? "br" : names.includes("gzip") ? "gzip" : null;
}

/** As the build has packed it, as small as it goes; else packed now, which has to be quick. */
async function packed(name: string, assets: Files, encoding: "br" | "gzip"): Promise<Uint8Array> {
  const built = `${name}.br`;
  if (encoding === "br" && assets.has(built)) return assets.read(built);
  return inTurn(() => compress(assets.read(name), encoding));
}

function compress(bytes: Uint8Array, encoding: "br" | "gzip"): Promise<Uint8Array> {
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };
  return encoding === "br" ? promisify(brotliCompress)(bytes, options) : promisify(gzip)(bytes);
}
