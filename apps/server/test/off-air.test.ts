import type { Plan } from "@nightjar/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

const KEY = "very-secret-stream-key";

let server: TestServer;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  server = await startTestServer();
  await told();
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

/** What the engine is told of the streams off air once everything has rested. */
async function told(): Promise<readonly Plan[]> {
  const before = server.engine.prepared.length;
  vi.advanceTimersByTime(30_000);
  await vi.waitFor(() => expect(server.engine.prepared.length).toBeGreaterThan(before), { timeout: 5000 });
  return server.engine.prepared.at(-1) ?? [];
}

const post = (path: string, body: unknown = {}) => server.call("POST", path, { body });

async function newStream(title = "Night"): Promise<string> {
  const id = textAt(await post("/api/streams", { title }), "id");
  await server.call("PUT", `/api/streams/${id}/destination`, { body: { rtmpUrl: "rtmp://127.0.0.1:1935/live", streamKey: KEY } });
  return id;
}

describe("a stream that is off air", () => {
  it("is told when the studio is opened again, under the same session", async () => {
    const id = await newStream();
    const [before] = await told();
    const { dataDir } = server;
    await server.running.stop();
    server = await startTestServer({ DATA_DIR: dataDir });
    const [after] = await told();
    expect(after).toMatchObject({ streamId: id, sessionId: before?.sessionId });
  });
});
