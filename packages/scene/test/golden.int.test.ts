import type { IncomingMessage, Server } from "node:http";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { mediaAssetId } from "@nightjar/contract";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SCENE_FILE_SPECIFIERS, SCENE_FILES } from "../src/fonts.ts";
import type { Bitmap } from "../src/bitmap.ts";
import type { NodeSceneHost } from "../src/hosts/node.ts";
import { createNodeSceneHost } from "../src/hosts/node.ts";
import type { Pictures } from "../src/resources.ts";
import { coverPng, logoPng, photoJpeg } from "./pictures.ts";
import { compare } from "./pixels.ts";
import type { GoldenCase, PictureName } from "./scenes.ts";
import { GOLDEN_CASES } from "./scenes.ts";

const CHROMIUM = "/usr/bin/chromium-headless-shell";
const CHROMIUM_ARGS = [
  ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
];
/** Of the inked pixels, those that may be seen to differ. None did when this was written; another Chromium may round a few edges. */
const ALLOWED_SHARE = 0.0005;

const require = createRequire(import.meta.url);
const pictures: Readonly<Record<PictureName, Buffer>> = { "cover.png": coverPng(), "photo.jpg": photoJpeg(), "logo.png": logoPng() };
let server: Server;
let browser: Browser;
let page: Page;
let host: NodeSceneHost;
/** What the page sent last. */
let drawnInPage: Uint8Array = new Uint8Array();

beforeAll(async () => {
  server = await serve(await pageFiles());
  browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS });
  page = await browser.newPage();
  await page.goto(addressOf(server));
  await page.waitForFunction("typeof drawCase === 'function'");
  host = await createNodeSceneHost();
}, 60_000);

afterAll(async () => {
  await browser?.close();
  server?.close();
});

describe("Chromium and the server draw the same picture", () => {
  test.each(GOLDEN_CASES)(
    "$name",
    async (golden) => {
      const difference = compare(await drawnByChromium(golden), await drawnByServer(golden));
      const share = difference.visible / difference.inked;
      process.stdout.write(
        `golden ${golden.name}: ${difference.inked} inked, ${difference.any} differ, ` +
          `${difference.visible} visibly (${(share * 100).toFixed(4)} %), at most by ${difference.largest.toFixed(1)}\n`,
      );
      expect(difference.inked).toBeGreaterThan(1000);
      expect(share).toBeLessThanOrEqual(ALLOWED_SHARE);
    },
    30_000,
  );
});

async function drawnByChromium(golden: GoldenCase): Promise<Uint8Array> {
  await page.evaluate(`drawCase(${JSON.stringify(golden)})`);
  return drawnInPage;
}

/** The server's boxes, put where they belong on an empty picture. */
async function drawnByServer(golden: GoldenCase): Promise<Uint8Array> {
  const artwork = golden.artwork === null ? null : await decoded(golden.artwork);
  const media = await Promise.all(
    Object.entries(golden.media).map(async ([id, name]) => [mediaAssetId.parse(id), await decoded(name)] as const),
  );
  const shown: Pictures = { artwork, media: new Map(media) };
  const whole = new Uint8Array(golden.widthPx * golden.heightPx * 4);
  await host.prepare(golden.scene, golden.frame);
  for (const box of host.renderBoxes(golden.scene, golden.frame, shown, golden)) {
    for (let y = 0; y < box.heightPx; y++) {
      const row = box.rgba.subarray(y * box.widthPx * 4, (y + 1) * box.widthPx * 4);
      whole.set(row, ((box.yPx + y) * golden.widthPx + box.xPx) * 4);
    }
  }
  return whole;
}

const decodedPictures = new Map<PictureName, Promise<Bitmap>>();
async function decoded(name: PictureName): Promise<Bitmap> {
  const known = decodedPictures.get(name) ?? host.decodePicture(pictures[name]);
  decodedPictures.set(name, known);
  return known;
}

/** The real browser host, bundled as a web build would, and all that it fetches. */
async function pageFiles(): Promise<ReadonlyMap<string, Uint8Array | string>> {
  const entry = fileURLToPath(new URL("page/main.ts", import.meta.url));
  const bundle = await build({ entryPoints: [entry], bundle: true, write: false, format: "esm", platform: "browser" });
  const files = await Promise.all(
    SCENE_FILES.map(async (name) => [`/files/${name}`, await readFile(require.resolve(SCENE_FILE_SPECIFIERS[name]))] as const),
  );
  return new Map<string, Uint8Array | string>([
    ["/", '<!doctype html><title>golden</title><script type="module" src="/main.js"></script>'],
    ["/main.js", bundle.outputFiles[0]?.text ?? ""],
    ...Object.entries(pictures).map(([name, bytes]) => [`/pictures/${name}`, bytes] as const),
    ...files,
  ]);
}

async function serve(files: ReadonlyMap<string, Uint8Array | string>): Promise<Server> {
  const created = createServer((request, response) => {
    if (request.method === "POST") {
      void keepDrawn(request).finally(() => response.writeHead(204).end());
      return;
    }
    const body = files.get(request.url ?? "");
    const type = request.url === "/" ? "text/html" : request.url === "/main.js" ? "text/javascript" : "application/octet-stream";
    response.writeHead(body === undefined ? 404 : 200, { "content-type": type }).end(body);
  });
  await new Promise<void>((resolve) => created.listen(0, "127.0.0.1", resolve));
  return created;
}

async function keepDrawn(request: IncomingMessage): Promise<void> {
  drawnInPage = Buffer.concat(await request.toArray());
}

function addressOf(listening: Server): string {
  const address = listening.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return `http://127.0.0.1:${address.port}/`;
}
