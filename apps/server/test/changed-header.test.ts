import { CHANGED_HEADER } from "@nightjar/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addTrack } from "@nightjar/api/testing";
import { startTestServer, textAt, type TestServer } from "./support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const changedBy = async (name: string, body: unknown) =>
  (await server.call("POST", `/trpc/${name}`, { body })).headers.get(CHANGED_HEADER)?.split(",").toSorted() ?? [];

it("tells who called what the call changed, by the names of the events, also for several calls at once", async () => {
  const events: string[] = [];
  server.services.live.subscribe((event) => event.type === "changed" && events.push(event.entity));
  expect(await changedBy("streams.create", { title: "Night" })).toEqual(["streams"]);
  expect(await changedBy("settings.patch", { transition: "slide" })).toEqual(["settings"]);
  const batch = { 0: { id: addTrack(server.services, "Moth"), bpm: 90 }, 1: { title: "Day" } };
  expect(await changedBy("tracks.update,streams.create?batch=1", batch)).toEqual(["streams", "tracks"]);
  expect(events.toSorted()).toEqual(["settings", "streams", "streams", "tracks"]);
});

it("names what a deletion takes with it, and nothing for what is only read or refused", async () => {
  const trackId = addTrack(server.services, "Lamp");
  const stream = await server.call("POST", "/api/streams", { body: { title: "Late" } });
  await server.call("POST", `/api/streams/${textAt(stream, "id")}/tracks`, { body: { trackId } });
  expect((await server.call("GET", "/trpc/streams.list")).headers.get(CHANGED_HEADER)).toBeNull();
  expect(await changedBy("tracks.create", { title: "" })).toEqual([]);
  expect(await changedBy("tracks.delete", { id: trackId })).toEqual(["streams", "tracks"]);
});

it("names the history of the stream where an act stands there, though nothing else of it is stored, and none where that is refused", async () => {
  const id = textAt(await server.call("POST", "/api/streams", { body: { title: "Dawn" } }), "id");
  const there = { rtmpUrl: "rtmp://far.example/live", streamKey: "key" };
  const destinationId = textAt(await server.call("POST", `/api/streams/${id}/destinations`, { body: there }), "id");
  expect(await changedBy("streams.testDestination", { id, destinationId })).toEqual(["history"]);
  expect(await changedBy("streams.skip", { id })).toEqual([]);
});
