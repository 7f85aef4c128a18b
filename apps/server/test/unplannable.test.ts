import { OFF_AIR, onAir, streamId } from "@nightjar/contract";
import type { StreamId } from "@nightjar/contract";
import { destinations, streamSessions } from "@nightjar/db";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const LOST = "its stream key cannot be read, because secret.key is not the one it was stored with; enter the key again";

async function newStream(host: string): Promise<StreamId> {
  const id = streamId.parse(textAt(await server.call("POST", "/api/streams", { body: { title: host } }), "id"));
  await setDestination(id, `rtmp://${host}/app`);
  return id;
}
const setDestination = (id: string, rtmpUrl: string) =>
  server.call("PUT", `/api/streams/${id}/destination`, { body: { rtmpUrl, streamKey: "key" } });
const addDestination = async (id: string, rtmpUrl: string) =>
  textAt(await server.call("POST", `/api/streams/${id}/destinations`, { body: { rtmpUrl, streamKey: "key" } }), "id");
const start = (id: string) => server.call("POST", `/api/direct-streaming/start/${id}`);
const read = async (id: string) => onAir.parse((await server.call("GET", `/api/streams/${id}/on-air`)).json);
const isLive = async (id: string) => ((await server.call("GET", `/api/streams/${id}`)).json as { isLive: boolean }).isLive;
const pushedTo = (id: string) => server.engine.pushed.findLast((plan) => plan.streamId === id)?.destinations.map(({ url }) => url);
/** As an earlier version may have stored it, or a key that was lost has left it. */
const spoil = (host: string, column: "stream_key_sealed" | "rtmp_url", value: string) =>
  server.services.db.run(`update destinations set ${column} = '${value}' where rtmp_url like '%${host}%'`);
const UNREADABLE = "v1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

describe("a stream that cannot be put on air as it is stored", () => {
  it("is refused at Start with a sentence, and nothing wanted is stored", async () => {
    const id = await newStream("far.example");
    for (const [column, value, reason] of [
      ["stream_key_sealed", UNREADABLE, LOST],
      ["rtmp_url", "rtmp://far.example:65536/live", "its address cannot be used; enter it again"],
    ] as const) {
      spoil("far.example", column, value);
      const refused = await start(id);
      expect([refused.status, textAt(refused, "message")]).toEqual([
        409,
        expect.stringMatching(/^The stream has no destination that it can be sent to\. far\.example\S* is left out: /),
      ]);
      expect(textAt(refused, "message")).toContain(reason);
      expect(server.services.db.select().from(streamSessions).all()).toEqual([]);
      expect([await isLive(id), (await read(id)).state]).toEqual([false, "off"]);
    }
    expect(server.engine.pushed).toEqual([]);
  });

  it("goes on air without an extra destination that cannot be used, and names that one; entered again it is sent to", async () => {
    const id = await newStream("far.example");
    const extra = await addDestination(id, "rtmp://old.example/app");
    spoil("old.example", "stream_key_sealed", UNREADABLE);
    expect((await start(id)).status).toBe(200);
    expect(pushedTo(id)).toEqual(["rtmp://far.example/app"]);
    expect(await read(id)).toMatchObject({
      state: "preparing",
      destinations: [{ id: extra, host: "old.example", state: "stopped", lastError: `Left out: ${LOST}.` }],
      conditions: [{ code: "destination-left-out", text: `old.example is left out: ${LOST}.` }],
    });
    await server.call("DELETE", `/api/streams/${id}/destinations/${extra}`);
    await addDestination(id, "rtmp://old.example/app");
    expect(new Set(pushedTo(id))).toEqual(new Set(["rtmp://far.example/app", "rtmp://old.example/app"]));
    expect(await read(id)).toMatchObject({ destinations: [], conditions: [] });
  });

  it("is sent to sixteen destinations where seventeen are stored", async () => {
    const id = await newStream("far.example");
    const { streamKeySealed = "" } = server.services.db.select().from(destinations).get() ?? {};
    const rows = Array.from({ length: 16 }, (_, n) => ({ streamId: id, rtmpUrl: `rtmp://far${n}.example/app`, streamKeySealed }));
    server.services.db
      .insert(destinations)
      .values(rows.map((row) => ({ ...row, kind: "rtmp" as const, isExtra: true })))
      .run();
    expect((await start(id)).status).toBe(200);
    expect(pushedTo(id)).toHaveLength(16);
    expect((await read(id)).conditions).toMatchObject([{ code: "destination-left-out", text: expect.stringContaining("at most 16") }]);
  });

  it("holds up no other at the next start of the server, and tells its state, its reason and what helps", async () => {
    const [lost, healthy] = [await newStream("lost.example"), await newStream("far.example")];
    for (const id of [lost, healthy]) await start(id);
    spoil("lost.example", "stream_key_sealed", UNREADABLE);
    await server.running.stop();
    server = await startTestServer({ DATA_DIR: server.dataDir });
    expect(server.engine.reconciled).toMatchObject([[{ streamId: healthy }]]);
    expect(await read(lost)).toMatchObject({
      state: "failed",
      reason: `The stream has no destination that it can be sent to. lost.example is left out: ${LOST}.`,
      conditions: [{ code: "not-planned" }, { code: "destination-left-out" }],
    });
    const again = await start(lost);
    expect([again.status, textAt(again, "message")]).toEqual([409, expect.stringContaining("lost.example is left out")]);
    expect(await isLive(lost)).toBe(true);
    await setDestination(lost, "rtmp://lost.example/app");
    expect(await read(lost)).toMatchObject({ state: "preparing", reason: null, conditions: [] });
    expect((await start(lost)).status).toBe(200);
  });

  it("keeps no edit of a template, a track or a background from another stream, and tells that it has not got it", async () => {
    const [broken, healthy] = [await newStream("broken.example"), await newStream("far.example")];
    for (const id of [broken, healthy]) await start(id);
    const { apply } = server.engine;
    server.engine.apply = (plan) => {
      if (plan.streamId === broken) throw new Error("the engine takes nothing of this one");
      apply(plan);
    };
    const before = server.engine.pushed.length;
    const answer = await server.call("PATCH", "/api/stream-settings", { body: { transition: "slide" } });
    expect(answer.status).toBe(200);
    expect(server.engine.pushed.slice(before)).toMatchObject([{ streamId: healthy, transition: "slide" }]);
    const edit = await server.call("PATCH", `/api/streams/${broken}`, { body: { transition: "instant" } });
    expect(edit.status).toBe(200);
    const text = "What is stored of this stream cannot be put on air; the log says why.";
    expect((await read(broken)).conditions).toMatchObject([{ code: "not-planned", text }]);
    const update = await server.call("POST", `/api/streams/${broken}/update-content`);
    expect([update.status, update.json]).toMatchObject([503, { reason: text }]);
    server.engine.apply = apply;
    await server.call("PATCH", `/api/streams/${broken}`, { body: { transition: "fade" } });
    expect((await read(broken)).conditions).toEqual([]);
  });

  it("is forgotten with the wish: off is off, and nothing is said of it", async () => {
    const id = await newStream("far.example");
    await start(id);
    spoil("far.example", "stream_key_sealed", UNREADABLE);
    await server.call("PATCH", `/api/streams/${id}`, { body: { crossfadeMs: 1000 } });
    expect((await read(id)).conditions).not.toEqual([]);
    await server.call("POST", `/api/direct-streaming/stop/${id}`);
    expect(await read(id)).toEqual(OFF_AIR);
  });
});

describe("a secret.key that was lost", () => {
  it("is told at the start of the server and to whoever asks whether it is ready, until the keys were entered again", async () => {
    const id = await newStream("far.example");
    await addDestination(id, "rtmp://old.example/app");
    expect((await server.call("GET", "/api/ready")).status).toBe(200);
    await server.running.stop();
    rmSync(join(server.dataDir, "secret.key"));
    server = await startTestServer({ DATA_DIR: server.dataDir });
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
