import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TOOLS_THAT_EXIST, startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer(TOOLS_THAT_EXIST);
});
afterEach(() => server.close());

const setDestination = (id: string, rtmpUrl: string) =>
  server.call("PUT", `/api/streams/${id}/destination`, { body: { rtmpUrl, streamKey: "key" } });

describe("a secret.key that was lost", () => {
  it("is told at the start of the server and to whoever asks whether it is ready, until the keys were entered again", async () => {
    const id = textAt(await server.call("POST", "/api/streams", { body: { title: "Night" } }), "id");
    await setDestination(id, "rtmp://far.example/app");
    const old = { rtmpUrl: "rtmp://old.example/app", streamKey: "key" };
    await server.call("POST", `/api/streams/${id}/destinations`, { body: old });
    expect((await server.call("GET", "/api/ready")).status).toBe(200);
    await server.running.stop();
    rmSync(join(server.dataDir, "secret.key"));
    server = await startTestServer({ ...TOOLS_THAT_EXIST, DATA_DIR: server.dataDir });
    const told =
      "The stream keys of 2 destinations cannot be read, because secret.key is not the one they were stored with. " +
      "Put the right secret.key back into the data folder and start again, or enter the keys again.";
    expect(server.logged).toContainEqual({ level: "error", fields: {}, message: told });
    const ready = await server.call("GET", "/api/ready");
    expect([ready.status, ready.json]).toMatchObject([503, { missing: [told] }]);
    await setDestination(id, "rtmp://far.example/app");
    expect((await server.call("GET", "/api/ready")).text).toContain("The stream key of 1 destination cannot be read");
    server.services.db.run("delete from destinations where rtmp_url like '%old%'");
    expect((await server.call("GET", "/api/ready")).status).toBe(200);
  });
});
