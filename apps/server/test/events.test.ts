import { addTrack } from "@nightjar/api/testing";
import {
  HEARTBEAT_EVENT,
  HEARTBEAT_MS,
  type JournalEntry,
  NEWEST_EVENT_HEADER,
  OFF_AIR,
  RESUME_WITHIN_MS,
  type StreamId,
} from "@nightjar/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isResumed, next, watch } from "./support/events.ts";
import { startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

const post = (path: string, body: unknown) => server.call("POST", path, { body });
const patch = (path: string, body: unknown) => server.call("PATCH", path, { body });
const newStream = async (title = "Night") => textAt(await post("/api/streams", { title }), "id") as StreamId;
/** The studio's own among them. */
const listeners = async () => Number(/^nightjar_event_listeners (\d+)$/m.exec((await server.call("GET", "/metrics")).text)?.[1]);
const changed = (entity: string, id: string) => ({ type: "changed", entity, id });

/** The id from which a client goes on that was told everything until now. */
async function idOfNow(token?: string): Promise<string> {
  const events = watch(server, { ...(token !== undefined && { token }) });
  const [beat] = await next(events, 1, HEARTBEAT_EVENT);
  await events.return(undefined);
  return beat?.id ?? "";
}

describe("an event stream", () => {
  it("tells the current state first, then every change, and not of accounts to staff", async () => {
    const id = await newStream();
    const staff = await server.account("staff", "approved");
    const events = watch(server, { token: staff.token });
    expect(await isResumed(events)).toBe(false);
    expect((await next(events))[0]?.data).toEqual({ type: "on-air", streamId: id, onAir: OFF_AIR });
    await post("/api/auth/register", { email: "x@example.com", password: "long enough" });
    server.engine.emit({ type: "on-air", streamId: id, onAir: { ...OFF_AIR, state: "slate" } });
    expect((await next(events))[0]?.data).toMatchObject({ type: "on-air", onAir: { state: "slate" } });
    await patch(`/api/streams/${id}`, { title: "x" });
    expect((await next(events))[0]?.data).toEqual(changed("streams", id));
    await events.return(undefined);
  });

  it("ends with the session, and with the server", async () => {
    await newStream();
    const staff = await server.account("staff", "approved");
    const events = watch(server, { token: staff.token });
    await next(events, 1, HEARTBEAT_EVENT);
    await patch(`/api/auth/users/${staff.id}/status`, { status: "rejected" });
    expect((await events.next()).done).toBe(true);

    const admins = watch(server);
    await next(admins, 1, HEARTBEAT_EVENT);
    // A stop that waits for somebody until its deadline is none that ended well.
    const [stopped, end] = await Promise.all([server.running.stop(), admins.next()]);
    expect({ stopped, done: end.done }).toEqual({ stopped: { isInTime: true, left: [] }, done: true });
  });

  it("stays open when thousands of things change at once, says that everything is to be read again, and goes on after it", async () => {
    const id = await newStream();
    const events = watch(server);
    await next(events, 1, HEARTBEAT_EVENT);
    for (let at = 0; at < 10_000; at += 1) server.services.live.changed("tracks", `track-${at}`);
    expect(await isResumed(events)).toBe(false);
    expect((await next(events))[0]?.data).toEqual({ type: "on-air", streamId: id, onAir: OFF_AIR });
    await patch(`/api/streams/${id}`, { title: "x" });
    const [told] = await next(events);
    expect(told?.data).toEqual(changed("streams", id));
    await events.return(undefined);
    const again = watch(server, { lastEventId: told?.id ?? "" });
    expect(await isResumed(again)).toBe(true);
    await again.return(undefined);
  });

  it("is not begun for who asks for its head alone", async () => {
    const before = await listeners();
    const head = await server.call("HEAD", "/api/events");
    expect([head.status, head.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    expect(await listeners()).toBe(before);
  });

  it("sends heartbeats that a page can see while nothing happens", async () => {
    vi.useFakeTimers({ toFake: ["setInterval"] });
    const events = watch(server);
    await next(events, 1, HEARTBEAT_EVENT);
    vi.advanceTimersByTime(2 * HEARTBEAT_MS);
    await next(events, 2, HEARTBEAT_EVENT);
    await events.return(undefined);
  });
});

describe("who comes back to the event stream", () => {
  it.each(["header", "address"] as const)("is told what was missed and nothing else, the id in the %s", async (by) => {
    const [id, other] = [await newStream(), await newStream("Other")];
    const lastEventId = await idOfNow();
    await patch(`/api/streams/${id}`, { title: "x" });
    server.engine.setOnAir(other, { ...OFF_AIR, state: "on-air", positionMs: 7 });
    server.engine.emit({ type: "on-air", streamId: other, onAir: { ...OFF_AIR, state: "on-air", positionMs: 1 } });
    const events = watch(server, { lastEventId, by });
    expect(await isResumed(events)).toBe(true);
    const missed = await next(events, 2);
    expect(missed[0]?.data).toEqual(changed("streams", id));
    // As it is now, not as it was then: the position goes on without events.
    expect(missed[1]?.data).toMatchObject({ type: "on-air", streamId: other, onAir: { positionMs: 7 } });
    expect((await events.next()).value?.name).toBe(HEARTBEAT_EVENT);
    await events.return(undefined);
  });

  it("goes on from any event of a stream, not from its beginning alone", async () => {
    const id = await newStream();
    const events = watch(server);
    await next(events, 1, HEARTBEAT_EVENT);
    await patch(`/api/streams/${id}`, { title: "x" });
    const [seen] = await next(events);
    await events.return(undefined);
    await newStream("Second");
    const again = watch(server, { lastEventId: seen?.id ?? "" });
    expect(await isResumed(again)).toBe(true);
    expect((await next(again))[0]?.data).not.toEqual(changed("streams", id));
    await again.return(undefined);
  });

  it("is told nothing of accounts that it may not know", async () => {
    const staff = await server.account("staff", "approved");
    const lastEventId = await idOfNow(staff.token);
    await post("/api/auth/register", { email: "x@example.com", password: "long enough" });
    const events = watch(server, { token: staff.token, lastEventId });
    expect(await isResumed(events)).toBe(true);
    expect((await events.next()).value?.name).toBe(HEARTBEAT_EVENT);
    await events.return(undefined);
  });

  it("is told everything when what was missed is no longer known, or was another process's", async () => {
    const id = await newStream();
    const lastEventId = await idOfNow();
    await patch(`/api/streams/${id}`, { title: "x" });
    const later = vi.spyOn(server.services.clock, "nowMs").mockReturnValue(Date.now() + RESUME_WITHIN_MS + 1);
    for (const unknown of [lastEventId, "other-1", "nonsense", "x".repeat(1000)]) {
      const events = watch(server, { lastEventId: unknown });
      expect(await isResumed(events)).toBe(false);
      expect((await next(events))[0]?.data).toMatchObject({ type: "on-air", streamId: id });
      await events.return(undefined);
    }
    later.mockRestore();
    const now = await idOfNow();
    await server.running.stop();
    server = await startTestServer({ DATA_DIR: server.dataDir });
    const events = watch(server, { lastEventId: now });
    expect(await isResumed(events)).toBe(false);
    await events.return(undefined);
  });
});

describe("who has just read something", () => {
  it("is told all that changed since by the id in the answer, and the state of every stream", async () => {
    const id = await newStream();
    const read = (await server.call("GET", "/trpc/auth.me")).headers.get(NEWEST_EVENT_HEADER);
    await patch(`/api/streams/${id}`, { title: "x" });
    const events = watch(server, { lastEventId: read ?? "", by: "address", states: "all" });
    expect(await isResumed(events)).toBe(true);
    expect((await next(events, 2)).map(({ data }) => data)).toEqual([
      { type: "on-air", streamId: id, onAir: OFF_AIR },
      changed("streams", id),
    ]);
    expect((await events.next()).value?.name).toBe(HEARTBEAT_EVENT);
    await events.return(undefined);
  });
});

describe("a track that goes on air", () => {
  it("is told with all that it changes, in one event, and no list is named to be read again", async () => {
    const id = await newStream();
    const track = addTrack(server.services, "A");
    const events = watch(server);
    await next(events, 1, HEARTBEAT_EVENT);
    const entry = { entryId: "entry-000001", streamId: id, sessionId: "session-1", itemId: "item-1", trackId: track, title: "A" };
    server.engine.write({
      ...{ type: "started", position: 1, ...entry, artist: "Artist", isrcCode: null, startedAt: "2026-03-01T10:00:00.000Z" },
    } as JournalEntry);
    server.engine.write({
      ...{ type: "ended", position: 2, entryId: entry.entryId, streamId: id, endedAt: "2026-03-01T10:03:00.000Z", destinations: [] },
    });
    await patch(`/api/streams/${id}`, { title: "x" });
    const told = (await next(events, 3)).map(({ data }) => data);
    expect(told[0]).toMatchObject({ type: "as-run", entry: { ...entry, endedAt: null }, playCount: 1, currentTrackId: track });
    // Nobody was sent it: it was no play.
    expect(told[1]).toMatchObject({ type: "as-run", entry: { endedAt: "2026-03-01T10:03:00.000Z" }, playCount: 0, currentTrackId: track });
    expect(told[2]).toEqual(changed("streams", id));
    await events.return(undefined);
  });
});
