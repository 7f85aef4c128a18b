import { stream, streamWithTracks } from "@nightjar/contract";
import type { StreamId } from "@nightjar/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const KEY = "very-secret-stream-key";
const post = (path: string, body: unknown = {}) => server.call("POST", path, { body });
const patch = (path: string, body: unknown) => server.call("PATCH", path, { body });
const newStream = async (title = "Night") => textAt(await post("/api/streams", { title }), "id") as StreamId;
const setDestination = (id: string, body: unknown = { rtmpUrl: "rtmp://127.0.0.1:1935/live", streamKey: KEY }) =>
  server.call("PUT", `/api/streams/${id}/destination`, { body });
const start = (id: string, body: unknown = {}) => post(`/api/direct-streaming/start/${id}`, body);
const read = async (id: string) => streamWithTracks.parse((await server.call("GET", `/api/streams/${id}`)).json);

describe("streams", () => {
  it("are made, listed, changed and deleted with the statuses of the house", async () => {
    const made = await post("/api/streams", { title: " Night ", description: "All of it" });
    expect(made.status).toBe(201);
    expect(stream.parse(made.json)).toMatchObject({ title: "Night", description: "All of it", isLive: false, streamDuration: "00:00:00" });
    const id = textAt(made, "id");
    expect(z.array(stream).parse((await server.call("GET", "/api/streams")).json)).toHaveLength(1);
    const changed = await patch(`/api/streams/${id}`, { title: "Day", crossfadeMs: 3000, order: "shuffled" });
    expect(changed.status).toBe(200);
    expect(changed.json).toMatchObject({ title: "Day", description: "All of it", crossfadeMs: 3000, order: "shuffled" });
    const deleted = await server.call("DELETE", `/api/streams/${id}`);
    expect({ status: deleted.status, text: deleted.text }).toEqual({ status: 204, text: "" });
    for (const method of ["GET", "DELETE"]) expect((await server.call(method, `/api/streams/${id}`)).status).toBe(404);
    expect((await patch(`/api/streams/${id}`, { title: "x" })).status).toBe(404);
    expect(textAt(await post("/api/streams", { title: "  " }), "message")).toBe("Title is required");
  });
});

describe("going on air", () => {
  it("is wanted still after a restart, with the same session, and off air by the stop that says so", async () => {
    const id = await newStream();
    await setDestination(id);
    await start(id);
    const session = server.engine.pushed[0]?.sessionId;
    await server.running.stop();
    expect(server.engine.closed).toEqual([{ offAir: false }]);
    const second = await startTestServer({ DATA_DIR: server.dataDir });
    expect(second.engine.reconciled.map((plans) => plans.map((plan) => plan.sessionId))).toEqual([[session]]);
    await second.running.stop({ offAir: true });
    expect(second.engine.closed).toEqual([{ offAir: true }]);
    server = await startTestServer({ DATA_DIR: server.dataDir });
    expect(server.engine.reconciled).toEqual([[]]);
    expect(await read(id)).toMatchObject({ isLive: false });
  });
});
