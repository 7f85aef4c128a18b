import { OFF_AIR, onAir, trackId } from "@nightjar/contract";
import type { StreamId } from "@nightjar/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addTrack } from "@nightjar/api/testing";
import { startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

describe("a track that is left out", () => {
  it("is shown with its reason, and tried again when somebody asks for it, once", async () => {
    const id = textAt(await server.call("POST", "/api/streams", { body: { title: "Night" } }), "id") as StreamId;
    const track = trackId.parse(addTrack(server.services, "A"));
    const left = { trackId: track, title: "A", artist: "Artist", reason: "The file is silent.", since: new Date().toISOString() };
    server.engine.setOnAir(id, { ...OFF_AIR, state: "on-air", quarantine: [left] });
    expect(onAir.parse((await server.call("GET", `/api/streams/${id}/on-air`)).json).quarantine).toEqual([left]);
    const lift = (stream: string) => server.call("POST", `/api/streams/${stream}/quarantine/${track}/lift`, { body: {} });
    const lifted = await lift(id);
    expect([lifted.status, onAir.parse(lifted.json).quarantine]).toEqual([200, []]);
    const again = await lift(id);
    expect([again.status, textAt(again, "message")]).toEqual([404, "The track is not left out"]);
    expect((await lift("00000000-0000-4000-8000-000000000000")).status).toBe(404);
  });
});
