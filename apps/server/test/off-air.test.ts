import type { Plan } from "@nightjar/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { addBackgroundFile, addTrack, shaOf } from "@nightjar/api/testing";
import { adding, designer, documentOf } from "./support/overlays.ts";
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
const patch = (path: string, body: unknown) => server.call("PATCH", path, { body });

async function newStream(title = "Night"): Promise<string> {
  const id = textAt(await post("/api/streams", { title }), "id");
  await server.call("PUT", `/api/streams/${id}/destination`, { body: { rtmpUrl: "rtmp://127.0.0.1:1935/live", streamKey: KEY } });
  return id;
}

describe("a stream that is off air", () => {
  it("is told to the engine when its tracks, texts, profile and background have rested: without where it is sent", async () => {
    const id = await newStream();
    const track = addTrack(server.services, "First");
    await post(`/api/streams/${id}/tracks`, { trackId: track });
    expect((await told())[0]).toMatchObject({ streamId: id, items: [{ title: "First" }], destinations: [] });
    expect(JSON.stringify(server.engine.prepared)).not.toContain(KEY);
    await patch(`/api/streams/${id}`, { profile: "720p30", channelName: "Night Radio" });
    expect((await told())[0]).toMatchObject({ profileId: "720p30", channelName: "Night Radio" });
    await patch(`/api/tracks/${track}`, { title: "Renamed" });
    expect((await told())[0]).toMatchObject({ items: [{ title: "Renamed" }] });
    const background = textAt(
      await post("/api/backgrounds", { title: "rain", videoUrl: addBackgroundFile(server.services, "rain") }),
      "id",
    );
    await patch(`/api/backgrounds/${background}/activate`, {});
    expect((await told())[0]).toMatchObject({ background: { kind: "video", file: { sha256: shaOf("rain") } } });
    expect(server.engine.pushed).toEqual([]);
  });

  it("is told again when a template that it shows has rested", async () => {
    const id = await newStream();
    const { template } = await designer(server).create({ name: "Night" });
    await patch(`/api/streams/${id}`, { activeOverlayTemplateId: template.id });
    expect((await told())[0]).toMatchObject({ scene: { elements: [] } });
    documentOf(await designer(server).change(template.id, 0, [adding("a", 0, { content: "Hello" })]));
    vi.advanceTimersByTime(5000);
    expect((await told())[0]).toMatchObject({ scene: { elements: [{ content: "Hello" }] } });
  });

  it("comes first when it was edited last, and is gone when it is deleted", async () => {
    const [first, second] = [await newStream("One"), await newStream("Two")];
    const order = async () => (await told()).map(({ streamId }) => streamId as string);
    expect(await order()).toEqual([second, first]);
    await patch(`/api/streams/${first}`, { channelName: "Edited" });
    expect(await order()).toEqual([first, second]);
    await server.call("DELETE", `/api/streams/${first}`);
    expect(await order()).toEqual([second]);
  });

  it("is told under the session that its Start begins, and under another one after Stop: so a shuffled list keeps what was promised", async () => {
    const id = await newStream();
    const [promised] = await told();
    await post(`/api/direct-streaming/start/${id}`);
    expect(server.engine.pushed.at(-1)).toMatchObject({ streamId: id, sessionId: promised?.sessionId });
    expect(await told()).toEqual([]);
    await post(`/api/direct-streaming/stop/${id}`);
    const [next] = await told();
    expect(next?.streamId).toBe(id);
    expect(next?.sessionId).not.toBe(promised?.sessionId);
    await post(`/api/direct-streaming/start/${id}`);
    expect(server.engine.pushed.at(-1)?.sessionId).toBe(next?.sessionId);
  });

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
