import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

/** A live stream. */
async function live(): Promise<string> {
  const id = textAt(await server.call("POST", "/api/streams", { body: { title: "Night" } }), "id");
  await server.call("PUT", `/api/streams/${id}/destination`, { body: { rtmpUrl: "rtmp://127.0.0.1/live", streamKey: "key" } });
  expect((await server.call("POST", `/api/direct-streaming/start/${id}`, { body: {} })).status).toBe(200);
  return id;
}

describe("what pictures are rendered with", () => {
  it("is told with the reason for what is missing; only what is there can be chosen, and the plans of streams say so", async () => {
    const found = await server.call("GET", "/api/render-encoders");
    expect(found.json).toContainEqual({ encoder: "nvenc", isAvailable: false, reason: "The NVIDIA driver is not installed." });
    const choose = (renderEncoder: string) => server.call("PATCH", "/api/stream-settings", { body: { renderEncoder } });
    const missing = await choose("nvenc");
    expect([missing.status, textAt(missing, "message")]).toEqual([409, "The NVIDIA driver is not installed."]);
    expect((await choose("abacus")).status).toBe(400);
    await live();
    expect(server.engine.pushed.at(-1)?.renderEncoder).toBe("software");
    const chosen = await choose("vaapi");
    expect([chosen.status, textAt(chosen, "renderEncoder")]).toEqual([200, "vaapi"]);
    await live();
    expect(server.engine.pushed.at(-1)?.renderEncoder).toBe("vaapi");
  });
});

describe("a stream's profile and quality", () => {
  it("are taken by a call, refused where there is no such profile, and told to the engine at once", async () => {
    const id = await live();
    expect(server.engine.pushed.at(-1)).toMatchObject({ profileId: "1080p30", quality: "standard" });
    const changed = await server.call("PATCH", `/api/streams/${id}`, { body: { profile: "720p60", quality: "economy" } });
    expect([changed.status, textAt(changed, "profile"), textAt(changed, "quality")]).toEqual([200, "720p60", "economy"]);
    expect(server.engine.pushed.at(-1)).toMatchObject({ profileId: "720p60", quality: "economy" });
    expect((await server.call("PATCH", `/api/streams/${id}`, { body: { profile: "480p30" } })).status).toBe(400);
  });
});
