import { createMediaSweep, sweepStrays } from "@nightjar/api";
import { PICTURE_UPLOAD_MAX_BYTES, mediaAsset } from "@nightjar/contract";
import { mediaAssets } from "@nightjar/db";
import { readImageHeader } from "@nightjar/media";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { audioForm } from "./support/audio.ts";
import { adding, shaOf } from "@nightjar/api/testing";
import { designer, documentOf } from "./support/overlays.ts";
import { startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";
import { makeVideo } from "./support/video.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.services.db.delete(mediaAssets).run();
  sweepStrays(server.services);
});

const upload = (bytes: Uint8Array, fileName: string) => server.call("POST", "/api/media", { body: audioForm(bytes, fileName, "image") });
const list = async () => z.array(mediaAsset).parse((await server.call("GET", "/api/media")).json);
const folder = () => readdirSync(join(server.dataDir, "files/media")).sort();
const incoming = () => readdirSync(join(server.dataDir, "files/incoming"));
const bytesOf = async (path: string, token: string | null = server.adminToken) => {
  const response = await fetch(server.url + path, { headers: token === null ? {} : { authorization: `Bearer ${token}` } });
  return { status: response.status, type: response.headers.get("content-type"), body: Buffer.from(await response.arrayBuffer()) };
};

describe("uploading a picture", () => {
  it.each([
    ["png", "png", "image/png"],
    ["jpg", "jpg", "image/jpeg"],
    ["webp", "jpg", "image/jpeg"],
  ])("takes a real %s by its content and keeps our own encoding, with a thumbnail", async (extension, kept, type) => {
    const bytes = await makeVideo({ extension, size: "640x360", hue: 10 });
    const answer = await upload(bytes, "C:\\logos\\brand.svg");
    expect(answer.status).toBe(201);
    const asset = mediaAsset.parse(answer.json);
    expect(asset).toMatchObject({ fileName: "brand.svg", widthPx: 640, heightPx: 360 });
    const stored = await bytesOf(asset.filePath);
    expect(stored).toMatchObject({ status: 200, type });
    expect(stored.body.equals(bytes)).toBe(false);
    expect(asset.filePath).toBe(`/api/files/media/${createHash("sha256").update(stored.body).digest("hex")}.${kept}`);
    const small = await bytesOf(`/api/media/${asset.id}/thumbnail`);
    expect(small).toMatchObject({ status: 200, type: "image/webp" });
    expect(readImageHeader(small.body)).toEqual({ type: "webp", widthPx: 320, heightPx: 180 });
    const [row] = server.services.db.select().from(mediaAssets).all();
    expect(row).toMatchObject({ fileType: type, bytes: stored.body.length });
    expect((await bytesOf(asset.filePath, null)).status).toBe(401);
    expect((await bytesOf(`/api/media/${asset.id}/thumbnail`, null)).status).toBe(401);
    expect((await server.call("GET", "/api/media/none/thumbnail")).status).toBe(404);
    expect(incoming()).toEqual([]);
  });

  it("stores the same picture once, and shows it as the newest", async () => {
    const [one, two] = [await makeVideo({ extension: "png", hue: 20 }), await makeVideo({ extension: "png", hue: 30 })];
    const first = textAt(await upload(one, "one.png"), "id");
    const second = textAt(await upload(two, "two.png"), "id");
    server.services.db.$client.exec("update media_assets set created_at = 1 where file_name = 'one.png'");
    expect((await list()).map(({ id }) => id)).toEqual([second, first]);
    const again = await upload(Buffer.concat([one, Buffer.from("PK\u0003\u0004 polyglot")]), "again.png");
    expect({ status: again.status, id: textAt(again, "id") }).toEqual({ status: 201, id: first });
    expect((await list()).map(({ id }) => id)).toEqual([first, second]);
    expect(folder()).toHaveLength(4);
  });

  it("refuses what is no still picture of ours, in words, and keeps nothing of it", async () => {
    const png = await makeVideo({ extension: "png", hue: 40 });
    const bomb = Buffer.from(png);
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const notOne = "Please select a valid image file (PNG, JPEG, WebP)";
    const moving = "Animated images cannot be used; please select a still one";
    const cut = "The image is damaged or incomplete";
    const cases: readonly (readonly [string, Uint8Array, number, string])[] = [
      ["logo.png", svg, 415, notOne],
      ["movie.png", await makeVideo({ extension: "mp4" }), 415, notOne],
      ["empty.png", Buffer.alloc(0), 415, notOne],
      ["moving.webp", await makeVideo({ extension: "webp", args: ["-frames:v", "5", "-c:v", "libwebp_anim"] }), 415, moving],
      ["moving.png", await makeVideo({ extension: "apng", args: ["-frames:v", "3", "-pix_fmt", "rgb24"] }), 415, moving],
      ["half.png", png.subarray(0, png.length / 2), 400, cut],
      ["end.png", png.subarray(0, png.length - 6), 400, cut],
      ["bomb.png", bomb, 413, "The image must be at most 8192 pixels wide and high, and at most 40 megapixels"],
      ["huge.png", Buffer.alloc(PICTURE_UPLOAD_MAX_BYTES + 1), 413, "File size must be less than 10MB"],
    ];
    for (const [name, bytes, status, message] of cases) {
      const answer = await upload(bytes, name);
      expect({ name, status: answer.status, json: answer.json }).toEqual({ name, status, json: { message, error: message } });
    }
    const wrongField = await server.call("POST", "/api/media", { body: audioForm(png, "a.png", "file") });
    expect(wrongField.status).toBe(400);
    expect([await list(), folder(), incoming()]).toEqual([[], [], []]);
  });
});

describe("deleting a picture", () => {
  it("is refused while templates show it, with their names; its files go once nothing on air can need them", async () => {
    const asset = mediaAsset.parse((await upload(await makeVideo({ extension: "png", hue: 50 }), "logo.png")).json);
    const logo = { type: "logo", mediaAssetId: asset.id } as const;
    const ids = [];
    for (const name of ["Night", "Dawn"]) {
      const { template } = await designer(server).create({ name });
      documentOf(await designer(server).change(template.id, 0, [adding(`${name}-1`, 0, logo), adding(`${name}-2`, 1, logo)]));
      ids.push(template.id);
    }
    expect((await designer(server).document(ids[0] ?? "")).elements[0]?.mediaAsset).toEqual(asset);
    expect(await server.call("DELETE", `/api/media/${asset.id}`)).toMatchObject({
      status: 409,
      json: { message: "The picture is used by Dawn, Night; remove it there first.", templates: ["Dawn", "Night"] },
    });
    for (const id of ids) await server.call("DELETE", `/api/overlay-templates/${id}`);
    const sweep = createMediaSweep(server.services);
    sweep();
    expect((await server.call("DELETE", `/api/media/${asset.id}`)).status).toBe(204);
    expect((await server.call("DELETE", `/api/media/${asset.id}`)).status).toBe(404);
    expect(await list()).toEqual([]);
    sweep();
    expect(folder()).toHaveLength(2);
    sweep();
    expect(folder()).toEqual([]);
  });

  it("leaves other pictures' files alone, and a start lays those without a row aside", async () => {
    const kept = mediaAsset.parse((await upload(await makeVideo({ extension: "png", hue: 60 }), "kept.png")).json);
    const files = folder();
    const path = (name: string) => join(server.dataDir, "files/media", name);
    for (const name of [`${shaOf("stray")}.png`, `${shaOf("stray")}.webp`, "readme.txt"]) writeFileSync(path(name), "x");
    const sweep = createMediaSweep(server.services);
    sweep();
    sweepStrays(server.services);
    expect(folder()).toEqual([...files, "readme.txt"].sort());
    sweep();
    expect(folder()).toEqual([...files, "readme.txt"].sort());
    expect(readFileSync(path(kept.filePath.split("/").at(-1) ?? "")).length).toBeGreaterThan(0);
  });
});
