import { onAir } from "@nightjar/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addBackgroundFile, shaOf } from "@nightjar/api/testing";
import { startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const post = (path: string, body: unknown = {}) => server.call("POST", path, { body });
const settings = (body: unknown) => server.call("PATCH", "/api/stream-settings", { body });
const pushed = () => server.engine.pushed.at(-1);
const rotation = () => pushed()?.rotation.map((turn) => (turn.kind === "default" ? null : turn.file.sha256));

async function liveStream(): Promise<string> {
  const id = textAt(await post("/api/streams", { title: "Night" }), "id");
  await server.call("PUT", `/api/streams/${id}/destination`, { body: { rtmpUrl: "rtmp://127.0.0.1:1935/live", streamKey: "key" } });
  await post(`/api/direct-streaming/start/${id}`);
  return id;
}

async function newBackground(name: string): Promise<string> {
  return textAt(await post("/api/backgrounds", { title: name, videoUrl: addBackgroundFile(server.services, name) }), "id");
}

describe("Update Live Stream", () => {
  it("answers with what is on air when the stored content is shown", async () => {
    const id = await liveStream();
    const before = server.engine.pushed.length;
    const answer = await post(`/api/streams/${id}/update-content`);
    expect([answer.status, onAir.parse(answer.json).state]).toEqual([200, "preparing"]);
    expect(server.engine.contentUpdates).toEqual([id]);
    expect(server.engine.pushed.length).toBe(before + 1);
  });

  it("says that the previous content goes on when it could not be prepared, and why", async () => {
    const id = await liveStream();
    server.engine.contentUpdate = { isUpdated: false, reason: "The new picture could not be rendered." };
    const answer = await post(`/api/streams/${id}/update-content`);
    expect(answer.status).toBe(503);
    expect(answer.json).toEqual({
      message: "Could not update live stream content. The stream continues with previous content.",
      reason: "The new picture could not be rendered.",
    });
  });

  it("is refused with a sentence where nothing is on air", async () => {
    const id = textAt(await post("/api/streams", { title: "Night" }), "id");
    const answer = await post(`/api/streams/${id}/update-content`);
    expect([answer.status, textAt(answer, "message")]).toEqual([409, "The stream is not on air"]);
    expect((await post("/api/streams/00000000-0000-4000-8000-000000000000/update-content")).status).toBe(404);
    expect(server.engine.contentUpdates).toEqual([]);
  });
});

describe("transition and auto-switch", () => {
  it("are the studio's, with the stream's own above them, and reach what is on air at once", async () => {
    const id = await liveStream();
    expect(pushed()).toMatchObject({ transition: "fade", autoSwitch: "never" });
    const saved = await settings({ transition: "slide", autoSwitch: "10-minutes" });
    expect([saved.status, saved.json]).toEqual([200, expect.objectContaining({ transition: "slide", autoSwitch: "10-minutes" })]);
    expect(pushed()).toMatchObject({ streamId: id, transition: "slide", autoSwitch: "10-minutes" });
    await server.call("PATCH", `/api/streams/${id}`, { body: { transition: "instant", autoSwitch: "every-song" } });
    expect(pushed()).toMatchObject({ transition: "instant", autoSwitch: "every-song" });
    const before = server.engine.pushed.length;
    await settings({ transition: "fade" });
    // Nothing of it concerns a stream that has both of its own.
    expect(server.engine.pushed.length).toBe(before);
    await server.call("PATCH", `/api/streams/${id}`, { body: { transition: null, autoSwitch: null } });
    expect(pushed()).toMatchObject({ transition: "fade", autoSwitch: "10-minutes" });
    expect((await settings({ transition: "wipe" })).status).toBe(400);
  });

  it("let all backgrounds take turns, in the order of their creation, and follow what is added and deleted", async () => {
    const first = await newBackground("rain");
    await newBackground("city");
    await liveStream();
    expect(rotation()).toEqual([shaOf("rain"), shaOf("city")]);
    await settings({ autoSwitch: "every-song" });
    await newBackground("sea");
    expect(rotation()).toEqual([shaOf("rain"), shaOf("city"), shaOf("sea")]);
    await server.call("DELETE", `/api/backgrounds/${first}`);
    expect(rotation()).toEqual([shaOf("city"), shaOf("sea")]);
  });
});
