import { Hono } from "hono";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { mountStudio } from "../src/http/studio.ts";
import type { Env } from "../src/http/types.ts";
import { piecesOf } from "../src/pieces.ts";

const PAGE = `<!doctype html><title>Studio</title>${"<!-- long -->".repeat(100)}`;
const FILES: Readonly<Record<string, string>> = {
  "web/index.html": PAGE,
  "web/assets/main-abc123.js": "export const answer = 42;",
  "web/favicon.svg": "<svg/>",
  "web/with space.txt": "found",
  "scene/font.ttf": "letters",
  "native/secret.node": "not for the web",
};

function studio(files = FILES) {
  const app = new Hono<Env>();
  const read = (name: string) => new TextEncoder().encode(files[name]);
  mountStudio(app, { has: (name) => name in files, read, inPieces: async (name) => piecesOf(read(name)) });
  return (path: string, headers: Readonly<Record<string, string>> = {}) => app.request(path, { headers });
}

describe("the studio's files", () => {
  it("come with their type, and are kept for ever only where their name says what is in them", async () => {
    const get = studio();
    const script = await get("/assets/main-abc123.js");
    expect(await script.text()).toBe("export const answer = 42;");
    expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(script.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect((await get("/favicon.svg")).headers.get("cache-control")).toBe("no-cache");
    expect(await (await get("/with%20space.txt")).text()).toBe("found");
  });

  it("answer every page with the one page that routes in the browser, and a missing file with 404", async () => {
    const get = studio();
    for (const path of ["/", "/library", "/streaming/deep/link", "/nowhere"]) {
      const page = await get(path);
      expect({ status: page.status, text: await page.text() }, path).toEqual({ status: 200, text: PAGE });
      expect(page.headers.get("cache-control")).toBe("no-cache");
    }
    for (const path of ["/assets/gone.js", "/../native/secret.node", "/..%2fnative%2fsecret.node", "/%E0%A4%A.js"]) {
      expect((await get(path)).status, path).toBe(404);
    }
    expect(await (await get("/..%2fnative%2fsecret.node")).text()).not.toContain("not for the web");
  });

  it("include what scenes are drawn with, kept for ever: its address carries the renderer's version", async () => {
    const get = studio();
    const font = await get("/scene/2/font.ttf");
    expect(await font.text()).toBe("letters");
    expect(font.headers.get("content-type")).toBe("font/ttf");
    expect(font.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    for (const path of ["/scene/2/gone.ttf", "/scene/2/..%2fnative%2fsecret.node"]) expect((await get(path)).status, path).toBe(404);
  });

  it("come compressed where the browser can", async () => {
    const get = studio();
    const br = await get("/", { "accept-encoding": "gzip, deflate, br;q=0.9" });
    expect(br.headers.get("content-encoding")).toBe("br");
    expect(brotliDecompressSync(await br.arrayBuffer()).toString()).toBe(PAGE);
    const gz = await get("/", { "accept-encoding": "gzip" });
    expect(gunzipSync(await gz.arrayBuffer()).toString()).toBe(PAGE);
    expect((await get("/")).headers.get("content-encoding")).toBeNull();
    expect((await get("/")).headers.get("vary")).toBe("Accept-Encoding");
  });

  it("are packed one after the other, however many are asked for at once", async () => {
    const names = Array.from({ length: 5 }, (_, at) => `web/${at}.txt`);
    const read = vi.fn((name: string) => new TextEncoder().encode(name));
    const app = new Hono<Env>();
    mountStudio(app, { has: (name) => names.includes(name), read, inPieces: async (name) => piecesOf(read(name)) });
    const asked = names.map(async (name) => app.request(name.replace("web", ""), { headers: { "accept-encoding": "gzip" } }));
    await Promise.race(asked);
    expect(read.mock.calls.length).toBeLessThan(4);
    const texts = (await Promise.all(asked)).map(async (answer) => gunzipSync(await answer.arrayBuffer()).toString());
    expect(await Promise.all(texts)).toEqual(names);
  });

  it("say how to build the studio where it was not built", async () => {
    const page = await studio({})("/");
    expect({ status: page.status, text: await page.text() }).toEqual({
      status: 503,
      text: "The studio has not been built. Start it with npm start.",
    });
  });
});
