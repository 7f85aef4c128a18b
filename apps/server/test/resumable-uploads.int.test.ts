import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { piecesTo } from "./support/pieces.ts";
import { startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";
import { makeVideo } from "./support/video.ts";

let server: TestServer;
let video: Buffer;
beforeAll(async () => {
  server = await startTestServer({ RENDER_CONCURRENCY: "1" });
  video = await makeVideo({ extension: "mp4", seconds: 2 });
});
afterAll(() => server.close());

const { begun, folder, head, offsetOf, piece, step } = piecesTo(() => server);

describe("an upload in pieces", () => {
  it("is the same file as an upload in one, answers the same when asked again, and is gone when it is forgotten", async () => {
    const path = await begun(video.length, "né.mp4");
    expect(path).toMatch(/^\/api\/uploads\/[0-9a-f]{32}$/);
    expect((await piece(path, 0, video.subarray(0, 1000))).headers.get("upload-offset")).toBe("1000");
    expect(await offsetOf(path)).toBe(1000);
    const early = await server.call("POST", `${path}/video`);
    expect([early.status, textAt(early, "message")]).toEqual([409, "The file has not come whole yet"]);
    expect((await piece(path, 1000, video.subarray(1000))).status).toBe(204);
    const taken = await server.call("POST", `${path}/video`);
    expect(taken.status).toBe(200);
    expect(taken.json).toMatchObject({ fileName: "né.mp4", size: video.length, duration: "0:02", resolution: "320x180" });
    expect((await server.call("POST", `${path}/video`)).json).toEqual(taken.json);
    expect((await step("DELETE", path)).status).toBe(204);
    expect((await head(path)).status).toBe(404);
    expect((await server.call("POST", `${path}/video`)).status).toBe(404);
    expect(folder()).toEqual([]);
  });
});
