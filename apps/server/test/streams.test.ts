import { CONNECT_HINT, OFF_AIR, itemId, onAir, sessionId, stream, streamId, streamSettings, streamWithTracks } from "@nightjar/contract";
import type { StreamId } from "@nightjar/contract";
import { asRun, destinations, tracks } from "@nightjar/db";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { addTrack } from "./support/library.ts";
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
const stop = (id: string) => post(`/api/direct-streaming/stop/${id}`);
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

  it("hold a track twice, keep the entries that stay, and tell who was slower", async () => {
    const id = await newStream();
    const [a, b] = [addTrack(server.services, "A"), addTrack(server.services, "B")];
    expect((await post(`/api/streams/${id}/tracks`, { trackId: a })).status).toBe(200);
    expect((await post("/api/streams/add-tracks", { streamId: id, trackIds: [b, a] })).json).toMatchObject({ tracklistIds: [a, b, a] });
    const before = await read(id);
    expect(before.tracks.map((track) => track.title)).toEqual(["A", "B", "A"]);
    expect(new Set(before.tracks.map((track) => track.itemId)).size).toBe(3);
    expect(before.tracks[0]).toMatchObject({ duration: "1:01", hasAudioFile: true, existsInLibrary: true, libraryTrackId: a });

    const moved = await patch(`/api/streams/${id}`, { tracklistIds: [b, a], revision: before.revision });
    expect(moved.status).toBe(200);
    const after = await read(id);
    expect(after.tracks.map((track) => track.itemId)).toEqual([before.tracks[1]?.itemId, before.tracks[0]?.itemId]);
    const slower = await patch(`/api/streams/${id}`, { tracklistIds: [a], revision: before.revision });
    expect(slower.status).toBe(409);
    expect(slower.json).toMatchObject({ revision: after.revision, tracklistIds: [b, a] });
    expect((await patch(`/api/streams/${id}`, { tracklistIds: [] })).json).toMatchObject({ tracklistIds: [] });
    expect((await post(`/api/streams/${id}/tracks`, { trackId: "nobody" })).status).toBe(404);
    expect((await post("/api/streams/add-tracks", { streamId: id, trackIds: [] })).status).toBe(400);
  });

  it("hold at most 20,000 entries, however they come in", async () => {
    const id = await newStream();
    const tracks = Array.from({ length: 200 }, (_, n) => addTrack(server.services, `T${n}`));
    const list = (length: number) => Array.from({ length }, (_, n) => tracks[n % tracks.length]);
    const message = "A tracklist holds at most 20,000 entries";
    for (const answer of [
      await patch(`/api/streams/${id}`, { tracklistIds: list(20_001) }),
      await post("/api/streams/add-tracks", { streamId: id, trackIds: list(20_001) }),
    ]) {
      expect([answer.status, answer.json]).toMatchObject([400, { message }]);
    }
    expect((await read(id)).tracks).toEqual([]);
    expect((await patch(`/api/streams/${id}`, { tracklistIds: list(20_000) })).status).toBe(200);
    const full = await post(`/api/streams/${id}/tracks`, { trackId: tracks[0] });
    expect([full.status, full.json]).toMatchObject([400, { message }]);
    expect((await read(id)).tracklistIds).toEqual(list(20_000));
  });

  it("take a destination and never give its key away, not even in the database", async () => {
    const id = await newStream();
    const set = await setDestination(id);
    expect({ status: set.status, json: set.json }).toEqual({
      status: 200,
      json: { rtmpUrl: "rtmp://127.0.0.1:1935/live", streamKey: "set" },
    });
    expect(await read(id)).toMatchObject({ connected: true, youtubeConnected: false, destination: { streamKey: "set" } });
    expect(JSON.stringify(server.services.db.select().from(destinations).all())).not.toContain(KEY);
    for (const rtmpUrl of ["http://x/live", "rtmp:/x", "file:///etc/passwd", "", "rtmp://user:pw@host/live"]) {
      expect((await setDestination(id, { rtmpUrl, streamKey: "k" })).status, rtmpUrl).toBe(400);
    }
    expect((await setDestination(id, { rtmpUrl: "rtmps://host/app", streamKey: "" })).status).toBe(400);
    expect((await server.call("DELETE", `/api/streams/${id}/destination`)).status).toBe(204);
    expect(await read(id)).toMatchObject({ connected: false, destination: null });
    expect((await setDestination("nobody")).status).toBe(404);
  });
});

describe("going on air", () => {
  it("needs a destination, and says so in the specification's words", async () => {
    const id = await newStream();
    const refused = await start(id);
    expect({ status: refused.status, json: refused.json }).toEqual({ status: 400, json: { message: CONNECT_HINT } });
    expect((await start("nobody")).status).toBe(404);
    expect((await stop("nobody")).status).toBe(404);
  });

  it("commits what is wanted, tells the engine all of it once, and changes nothing the second time", async () => {
    const id = await newStream();
    const a = addTrack(server.services, "A");
    await post(`/api/streams/${id}/tracks`, { trackId: a });
    await setDestination(id);
    expect(server.engine.pushed).toEqual([]);
    const started = await start(id, { title: "On", privacy: "private" });
    expect({ status: started.status, json: started.json }).toMatchObject({ status: 200, json: { isLive: true, title: "On" } });
    expect((await start(id, { title: "Ignored" })).json).toMatchObject({ isLive: true, title: "On" });
    expect(server.engine.pushed).toHaveLength(1);
    expect(server.engine.pushed[0]).toMatchObject({
      streamId: id,
      destinations: [{ kind: "rtmp", url: "rtmp://127.0.0.1:1935/live", streamKey: KEY }],
      items: [{ trackId: a, title: "A", durationMs: 61_500, loudness: { integratedLufs: -12 } }],
      background: { kind: "default" },
    });
    expect(onAir.parse((await server.call("GET", `/api/streams/${id}/on-air`)).json).state).toBe("preparing");

    expect((await stop(id)).json).toMatchObject({ isLive: false });
    expect((await stop(id)).status).toBe(200);
    expect(server.engine.stopped).toEqual([id]);
    await start(id);
    expect(server.engine.pushed[1]?.sessionId).not.toBe(server.engine.pushed[0]?.sessionId);
  });

  it("starts once, however many press Start at the same moment", async () => {
    const id = await newStream();
    await setDestination(id);
    const answers = await Promise.all(Array.from({ length: 8 }, () => start(id)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200));
    expect(new Set(server.engine.pushed.map((plan) => plan.sessionId)).size).toBe(1);
  });

  it("pushes every change of a live stream, and none of one that is off", async () => {
    const [live, off] = [await newStream("live"), await newStream("off")];
    const [a, b] = [addTrack(server.services, "A"), addTrack(server.services, "B")];
    for (const id of [live, off]) {
      await setDestination(id);
      await post("/api/streams/add-tracks", { streamId: id, trackIds: [a, b, a] });
    }
    await start(live);
    const latest = () => server.engine.pushed.at(-1);
    const titles = () => latest()?.items.map((item) => item.title);
    await patch(`/api/streams/${live}`, { order: "shuffled" });
    expect(latest()?.order).toBe("shuffled");
    await patch(`/api/tracks/${b}`, { title: "Bee" });
    expect(titles()).toEqual(["A", "Bee", "A"]);
    await server.call("DELETE", `/api/tracks/${a}`);
    expect(titles()).toEqual(["Bee"]);
    expect((await read(live)).tracklistIds).toEqual([b]);
    await setDestination(live, { rtmpUrl: "rtmp://other/app", streamKey: "k2" });
    expect(latest()?.destinations).toMatchObject([{ url: "rtmp://other/app", streamKey: "k2" }]);
    const before = latest();
    await setDestination(live, { rtmpUrl: "rtmp://other/app", streamKey: "k2" });
    expect(latest()).toBe(before);
    expect(new Set(server.engine.pushed.map((plan) => plan.streamId))).toEqual(new Set([live]));
    expect(new Set(server.engine.pushed.map((plan) => plan.sessionId)).size).toBe(1);
  });

  it("takes each journal entry once: play count, current track and the as-run log", async () => {
    const id = await newStream();
    const a = addTrack(server.services, "A");
    const told = { entryId: "e1", streamId: streamId.parse(id), sessionId: sessionId.parse("s"), itemId: itemId.parse("i"), trackId: a };
    const texts = { title: "A as aired", artist: "B", isrcCode: null, startedAt: "2026-01-02T03:04:05.000Z" };
    const started = { type: "started", position: 1, ...told, ...texts } as const;
    server.engine.write(started);
    // After a crash between the commit and the acknowledgement it is told again.
    server.engine.write({ ...started, position: 2 });
    expect(server.engine.acknowledged).toEqual([1, 2]);
    expect(server.services.db.select().from(tracks).all()[0]?.playCount).toBe(1);
    expect(server.services.db.select().from(asRun).all()).toMatchObject([{ entryId: "e1", title: "A as aired", endedAt: null }]);
    expect(await read(id)).toMatchObject({ currentTrackId: a });
  });

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

  it("ends when the stream is deleted", async () => {
    const id = await newStream();
    await setDestination(id);
    await start(id);
    await server.call("DELETE", `/api/streams/${id}`);
    expect(server.engine.stopped).toEqual([id]);
  });
});

describe("the studio's settings", () => {
  it("reflect the stream named last, else whether any is live", async () => {
    const settings = async () => streamSettings.parse((await server.call("GET", "/api/stream-settings")).json);
    expect(await settings()).toMatchObject({ isLive: false, currentTrackId: null, streamDuration: "00:00:00" });
    const [live, off] = [await newStream(), await newStream()];
    await setDestination(live);
    await start(live);
    expect(await settings()).toMatchObject({ isLive: true });
    const track = addTrack(server.services, "A");
    await patch("/api/stream-settings", { currentTrackId: track, streamId: off, isLive: true });
    expect(await settings()).toMatchObject({ isLive: false, currentTrackId: track });
    await patch("/api/stream-settings", { streamId: live });
    expect(await settings()).toMatchObject({ isLive: true, currentTrackId: track });
    await server.call("DELETE", `/api/tracks/${track}`);
    expect(await settings()).toMatchObject({ currentTrackId: null });
    expect((await patch("/api/stream-settings", { currentTrackId: "nobody" })).status).toBe(404);
  });
});

describe("the events", () => {
  /** Reads events until enough have come. */
  async function* watch(token: string): AsyncGenerator<unknown> {
    const response = await fetch(`${server.url}/api/events`, { headers: { authorization: `Bearer ${token}` } });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    let text = "";
    for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) if (block.startsWith("data: ")) yield JSON.parse(block.slice(6));
    }
  }

  it("tell the current state first, then every change, and not of accounts to staff", async () => {
    const id = await newStream();
    const staff = await server.account("staff", "approved");
    const events = watch(staff.token);
    expect((await events.next()).value).toEqual({ type: "on-air", streamId: id, onAir: OFF_AIR });
    await post("/api/auth/register", { email: "x@example.com", password: "long enough" });
    server.engine.emit({ type: "on-air", streamId: id, onAir: { ...OFF_AIR, state: "slate" } });
    expect((await events.next()).value).toMatchObject({ type: "on-air", onAir: { state: "slate" } });
    await patch(`/api/streams/${id}`, { title: "x" });
    expect((await events.next()).value).toEqual({ type: "changed", entity: "streams", id });
    await events.return(undefined);
  });

  it("end with the session, and with the server", async () => {
    await newStream();
    const staff = await server.account("staff", "approved");
    const events = watch(staff.token);
    await events.next();
    await patch(`/api/auth/users/${staff.id}/status`, { status: "rejected" });
    expect((await events.next()).done).toBe(true);

    const admins = watch(server.adminToken);
    await admins.next();
    const startedAtMs = performance.now();
    const [stopped, end] = await Promise.all([server.running.stop(), admins.next()]);
    expect({ stopped, done: end.done }).toEqual({ stopped: true, done: true });
    expect(performance.now() - startedAtMs).toBeLessThan(4_000);
  });
});
