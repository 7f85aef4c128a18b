import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";
import { askOnTheWire, makePng } from "./support/wire.ts";

const FOR_EVER = "private, max-age=31536000, immutable";

let server: TestServer;
let address = "";
beforeAll(async () => {
  server = await startTestServer();
  const body = new FormData();
  body.append("image", new Blob([new Uint8Array(makePng(600))]), "cover.png");
  address = textAt(await server.call("POST", "/api/upload/artwork", { body }), "artworkUrl");
});
afterAll(() => server.close());

const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  askOnTheWire(server.url + path, { headers: { authorization: `Bearer ${server.adminToken}`, "accept-encoding": "gzip", ...headers } });
/** Of a WebP with its head for more than the picture, as our encoder writes them. */
const webpWidth = (bytes: Buffer) =>
  bytes.toString("latin1", 12, 16) === "VP8X" ? bytes.readUIntLE(24, 3) + 1 : bytes.readUInt16LE(26) & 0x3fff;

describe("a cover", () => {
  it("comes as small as it is shown, named by its content and kept for ever", async () => {
    const whole = await ask(address);
    for (const px of [96, 192]) {
      const small = await ask(`${address}?px=${px}`);
      expect(small.status).toBe(200);
      expect(small.headers["content-type"]).toBe("image/webp");
      expect(small.headers["cache-control"]).toBe(FOR_EVER);
      expect(small.headers["content-encoding"]).toBeUndefined();
      expect(webpWidth(small.bytes)).toBe(px);
      expect(small.bytes.length).toBeLessThan(whole.bytes.length / 4);
      console.log(`${px} px: ${small.bytes.length} bytes of ${whole.bytes.length}`);
    }
  });

  it("comes whole as ever, in ranges, and is kept for ever too", async () => {
    const whole = await ask(address);
    expect(whole.headers).toMatchObject({ "content-type": "image/jpeg", "cache-control": FOR_EVER, "accept-ranges": "bytes" });
    const part = await ask(address, { range: "bytes=0-9" });
    expect({ status: part.status, bytes: part.bytes.equals(whole.bytes.subarray(0, 10)) }).toEqual({ status: 206, bytes: true });
    expect((await ask(address, { "if-none-match": String(whole.headers["etag"]) })).status).toBe(304);
  });

  it("is asked for with any list of what is known already, at a cost that grows with no run of spaces in it", async () => {
    const etag = String((await ask(address)).headers["etag"]);
    expect((await ask(address, { "if-none-match": `"x" ,\t${etag} , "y"` })).status).toBe(304);
    const costOf = async (known: string) => {
      const before = process.cpuUsage();
      expect((await ask(address, { "if-none-match": known })).status).toBe(200);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const costs: (readonly [spaces: number, letters: number])[] = [];
    // By turns: what is asked later is answered by code that has been made fast.
    for (let round = 0; round < 10; round += 1)
      costs.push([await costOf(`"x"${" ".repeat(15_000)}"y"`), await costOf(`"x${"x".repeat(15_000)}y"`)]);
    const leastCost = Math.min(...costs.map(([cost]) => cost));
    expect(leastCost).toBeLessThan(10 * Math.min(...costs.map(([, cost]) => cost)));
  });

  it("is not made in any size that somebody asks for", async () => {
    for (const px of ["97", "0", "100000", "x"]) expect((await ask(`${address}?px=${px}`)).status, px).toBe(400);
  });

  it("that is gone is not found, and is told to nobody who is not signed in", async () => {
    expect((await askOnTheWire(`${server.url}${address}?px=96`)).status).toBe(401);
    const gone = address.replace(/[0-9a-f]{64}/, "0".repeat(64));
    for (const path of [gone, `${gone}?px=96`]) expect((await ask(path)).status, path).toBe(404);
  });

  it("is kept small in memory: a file that was removed meanwhile still shows", async () => {
    const before = await ask(`${address}?px=96`);
    rmSync(join(server.dataDir, "files", address.replace("/api/files/", "")));
    expect((await ask(`${address}?px=96`)).bytes.equals(before.bytes)).toBe(true);
  });
});
