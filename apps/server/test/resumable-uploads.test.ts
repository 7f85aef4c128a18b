import { VIDEO_UPLOAD_MAX_BYTES } from "@nightjar/contract";
import { readFileSync, rmSync, statSync, truncateSync, utimesSync } from "node:fs";
import { stat } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { piecesTo, TUS } from "./support/pieces.ts";
import { startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";
import { settled, uncaughtErrors } from "./support/uncaught.ts";

let server: TestServer;
/** Nothing is looked at before it is whole. */
const video = Buffer.alloc(8000, 7);
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const { begin, begun, folder, head, offsetOf, piece, step } = piecesTo(() => server);
const fileOf = (path: string) => join(server.dataDir, "files", "resumable", path.split("/").at(-1) ?? "");
const sizeOf = (path: string) => statSync(fileOf(path)).size;
afterEach(async () => {
  for (const name of folder()) if (!name.endsWith(".json")) await step("DELETE", `/api/uploads/${name}`);
});

async function sweepTomorrow(): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * 60 * 60 * 1000 });
  try {
    await server.services.pendingUploads.sweep();
  } finally {
    vi.useRealTimers();
  }
}

/** A piece of which nothing has been sent yet. */
function pieceOf(path: string) {
  const request = httpRequest(server.url + path, {
    method: "PATCH",
    headers: {
      ...{ ...TUS, authorization: `Bearer ${server.adminToken}`, "upload-offset": "0" },
      ...{ "content-type": "application/offset+octet-stream", "content-length": String(video.length) },
    },
  });
  request.on("error", () => undefined);
  return request;
}

describe("an upload in pieces", () => {
  it("gives up a connection on which nothing comes any more for two minutes, in words, and goes on from what had arrived", async () => {
    const timers = vi.spyOn(globalThis, "setTimeout");
    try {
      const path = await begun(video.length);
      const silent = pieceOf(path);
      const statuses: unknown[] = [];
      silent.on("response", (answer) => void statuses.push(answer.resume().statusCode));
      silent.write(video.subarray(0, 3000));
      await vi.waitFor(() => expect(sizeOf(path)).toBe(3000), { timeout: 10_000, interval: 20 });
      await vi.waitFor(() => {
        for (const [ring, ms] of timers.mock.calls) if (ms === 120_000) ring();
        expect(statuses).toEqual([408]);
      }, 10_000);
      expect(await offsetOf(path)).toBe(3000);
      expect((await piece(path, 3000, video.subarray(3000))).status).toBe(204);
      silent.destroy();
    } finally {
      timers.mockRestore();
    }
  });

  it("goes on after a connection that broke in the middle of a piece, from what had arrived", async () => {
    const path = await begun(video.length);
    const broken = pieceOf(path);
    const closed = new Promise((resolve) => broken.once("close", resolve));
    broken.write(video.subarray(0, 3000));
    await vi.waitFor(() => expect(sizeOf(path)).toBe(3000), { timeout: 10_000, interval: 20 });
    broken.destroy();
    await closed;
    await vi.waitFor(async () => expect(await offsetOf(path)).toBe(3000), { timeout: 10_000, interval: 50 });
    const rest = await vi.waitFor(
      async () => {
        const answer = await piece(path, 3000, video.subarray(3000));
        expect(answer.status).toBe(204);
        return answer;
      },
      { timeout: 10_000, interval: 100 },
    );
    expect(rest.headers.get("upload-offset")).toBe(String(video.length));
  });

  it("belongs to the account that began it: to all others it is not there, and strangers and other sites are kept out", async () => {
    const path = await begun(video.length);
    const { token } = await server.account("staff", "approved");
    expect((await head(path, token)).status).toBe(404);
    expect((await piece(path, 0, video, token)).status).toBe(404);
    expect((await step("DELETE", path, {}, { token })).status).toBe(404);
    expect((await server.call("POST", `${path}/video`, { token })).status).toBe(404);
    expect((await begin(10, "x.mp4", { token: null })).status).toBe(401);
    const pending = await server.account("staff", "pending");
    expect((await begin(10, "x.mp4", { token: pending.token })).status).toBe(403);
    const cookie = { cookie: `nightjar_session=${server.adminToken}`, origin: "http://elsewhere.example" };
    expect((await step("DELETE", path, cookie, { token: null })).status).toBe(403);
    expect(await offsetOf(path)).toBe(0);
  });

  it("is bounded in size and number, takes pieces only where they belong, and says so in words", async () => {
    const large = await begin(VIDEO_UPLOAD_MAX_BYTES + 1);
    expect([large.status, textAt(large, "message")]).toEqual([413, "File size must be less than 100MB"]);
    const path = await begun(100);
    expect((await piece(path, 50, video.subarray(0, 10))).status).toBe(409);
    expect((await piece(path, 0, video.subarray(0, 101))).status).toBe(413);
    expect((await step("POST", "/api/uploads", { "Upload-Defer-Length": "1" })).status).toBe(400);
    for (let count = 1; count < 20; count += 1) await begun(10);
    const many = await begin(10);
    expect([many.status, textAt(many, "message")]).toEqual([429, "At most 20 uploads can be under way at once. Give one up first"]);
  });

  it("tells why a step is refused under both names, as every upload does", async () => {
    const path = await begun(100);
    const unknown = `/api/uploads/${"0".repeat(32)}`;
    for (const [status, answer] of [
      [413, await begin(VIDEO_UPLOAD_MAX_BYTES + 1)],
      [401, await begin(10, "x.mp4", { token: null })],
      [404, await step("DELETE", unknown)],
      [409, await server.call("POST", `${path}/video`)],
      [404, await server.call("POST", `${unknown}/video`)],
    ] as const) {
      expect([answer.status, textAt(answer, "error")]).toEqual([status, textAt(answer, "message")]);
    }
  });

  it("gives way to a new one where twenty lie there and nobody went on with it for an hour, and only then", async () => {
    const paths: string[] = [];
    for (let count = 0; count < 20; count += 1) paths.push(await begun(10));
    const [, , third = ""] = paths;
    const anHourAgo = new Date(Date.now() - 61 * 60 * 1000);
    utimesSync(fileOf(third), anHourAgo, anHourAgo);
    paths.push(await begun(10));
    const gone = await Promise.all(paths.map(async (path) => (await head(path)).status === 404));
    expect(paths.filter((_, at) => gone[at])).toEqual([third]);
    expect((await begin(10)).status).toBe(429);
  });

  it("is never sent back to a browser, nor told to other sites, nor found by a path", async () => {
    const path = await begun(video.length);
    await piece(path, 0, video);
    expect((await step("GET", path)).status).toBe(404);
    for (const id of ["..%2f..%2fnightjar.db", "%2e%2e", "x".repeat(32), "a.json"]) {
      expect((await head(`/api/uploads/${id}`)).status, id).toBe(404);
      expect((await step("DELETE", `/api/uploads/${id}`)).status, id).toBe(404);
    }
    const names = [...(await step("POST", "/api/uploads", { "Upload-Length": "10", origin: "http://elsewhere.example" })).headers.keys()];
    expect(names.filter((name) => name.startsWith("access-control-"))).toEqual([]);
  });

  it("that is given up after it was found and before it is read is told to whoever reads it, and the server goes on", async () => {
    const uncaught = uncaughtErrors();
    const { id, token } = await server.account("staff", "approved");
    const path = (await begin(video.length, "rain.mp4", { token })).headers.get("location") ?? "";
    expect((await piece(path, 0, video, token)).status).toBe(204);
    const found = await server.services.pendingUploads.find(basename(path), id);
    expect(found?.receivedBytes).toBe(video.length);
    for (const name of [fileOf(path), `${fileOf(path)}.json`]) rmSync(name);
    const body = found?.open() ?? [];
    // Behind all that was asked of the disk before.
    await expect(stat(fileOf(path))).rejects.toMatchObject({ code: "ENOENT" });
    await settled();
    await expect(Readable.from(body).toArray()).rejects.toMatchObject({ code: "ENOENT" });
    expect(uncaught).toEqual([]);
  });

  it("that nobody goes on with is removed after a day, and a younger one stays", async () => {
    const path = await begun(10);
    await server.services.pendingUploads.sweep();
    expect(await offsetOf(path)).toBe(0);
    await sweepTomorrow();
    expect(folder()).toEqual([]);
  });

  it("is removed after a day, too, where a power cut took its record, what stood in that or its bytes", async () => {
    const [cut = "", lost = "", bare = ""] = [await begun(10), await begun(10), await begun(10)].map(fileOf);
    truncateSync(`${cut}.json`);
    rmSync(`${lost}.json`);
    await server.services.pendingUploads.sweep();
    expect(folder()).toHaveLength(5);
    rmSync(bare);
    await sweepTomorrow();
    expect(folder()).toEqual([]);
  });

  it("outlives a restart of the server, goes on from what had arrived, and is whole at its end", async () => {
    const bytes = Buffer.from(video.map((_, index) => index % 251));
    const first = await startTestServer();
    const { begun, piece } = piecesTo(() => first);
    const path = await begun(bytes.length);
    expect((await piece(path, 0, bytes.subarray(0, 3000))).status).toBe(204);
    const { dataDir } = first;
    await first.running.stop();
    const second = await startTestServer({ DATA_DIR: dataDir });
    try {
      const after = piecesTo(() => second);
      expect(await after.offsetOf(path)).toBe(3000);
      const rest = await after.piece(path, 3000, bytes.subarray(3000));
      expect([rest.status, rest.headers.get("upload-offset")]).toEqual([204, String(bytes.length)]);
      expect(readFileSync(join(dataDir, "files", "resumable", path.split("/").at(-1) ?? "")).equals(bytes)).toBe(true);
    } finally {
      await second.close();
    }
  });
});
