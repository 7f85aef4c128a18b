import { ROUTES } from "@nightjar/api";
import { backgrounds } from "@nightjar/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addTrack } from "@nightjar/api/testing";
import { startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const patch = (path: string, body: unknown) => server.call("PATCH", path, { body });

/** One of each kind that can be changed. */
async function makeAll(): Promise<
  ReadonlyMap<string, { readonly path: string; readonly read: string; readonly what: string; readonly change: object }>
> {
  const stream = textAt(await server.call("POST", "/api/streams", { body: { title: "S" } }), "id");
  const template = textAt(await server.call("POST", "/api/overlay-templates", { body: { name: "T" } }), "id");
  const element = { templateId: template, type: "text", name: "E", content: "x" };
  const elementId = textAt(await server.call("POST", "/api/overlay-elements", { body: element }), "id");
  const track = addTrack(server.services, "A");
  const { id: user } = await server.account("staff", "pending");
  const row = { title: "B", videoUrl: "/api/files/video/none", durationMs: 0 };
  const { id: background } = server.services.db.insert(backgrounds).values(row).returning().get();
  return new Map([
    ["/api/streams/{id}", { path: `/api/streams/${stream}`, read: `/api/streams/${stream}`, what: "A stream", change: { title: "X" } }],
    ["/api/tracks/{id}", { path: `/api/tracks/${track}`, read: `/api/tracks/${track}`, what: "A track", change: { title: "X" } }],
    [
      "/api/overlay-templates/{id}",
      { path: `/api/overlay-templates/${template}`, read: "/api/overlay-templates", what: "A template", change: { name: "X" } },
    ],
    [
      "/api/overlay-elements/{id}",
      { path: `/api/overlay-elements/${elementId}`, read: "/api/overlay-elements", what: "An element", change: { name: "X" } },
    ],
    [
      "/api/backgrounds/{id}",
      { path: `/api/backgrounds/${background}`, read: "/api/backgrounds", what: "A background", change: { title: "X" } },
    ],
    [
      "/api/auth/users/{userId}/status",
      { path: `/api/auth/users/${user}/status`, read: "/api/auth/users", what: "An account", change: { status: "rejected" } },
    ],
    [
      "/api/stream-settings",
      { path: "/api/stream-settings", read: "/api/stream-settings", what: "The studio's settings", change: { transition: "slide" } },
    ],
  ]);
}

describe("a change of a field that does not exist", () => {
  it("is refused with the field's name and changes nothing, in every call that changes fields", async () => {
    const all = await makeAll();
    // What changes a broadcast needs YouTube: its test stands with it.
    const table = ROUTES.filter(
      ({ method, transport, path }) =>
        method === "PATCH" && transport === "json" && !path.endsWith("/activate") && !path.includes("/youtube/"),
    ).map(({ path }) => path);
    expect(new Set(table)).toEqual(new Set(all.keys()));
    for (const { change, path, read, what } of all.values()) {
      const before = (await server.call("GET", read)).text;
      const answer = await patch(path, { ...change, overlayTemplateId: "t" });
      const message = `${what} has no field "overlayTemplateId"`.replace("settings has", "settings have");
      expect([answer.status, answer.json], path).toEqual([400, { message, issues: [{ path: "overlayTemplateId", message }] }]);
      expect((await server.call("GET", read)).text, path).toBe(before);
    }
  });

  it("is told apart from what was read and comes back unchanged, and from what the specification's disconnect sends", async () => {
    const id = textAt(await server.call("POST", "/api/streams", { body: { title: "S" } }), "id");
    const { json } = await server.call("GET", `/api/streams/${id}`);
    const { revision: _revision, ...read } = json as Record<string, unknown>;
    expect((await patch(`/api/streams/${id}`, { ...read, title: "T", youtubeConnected: undefined })).json).toMatchObject({ title: "T" });
    const gone = { youtubeConnected: false, youtubeChannelId: null, youtubeAccessToken: null, youtubeBroadcastId: null, isLive: false };
    expect((await patch(`/api/streams/${id}`, gone)).status).toBe(200);
    const track = addTrack(server.services, "B");
    const whole = (await server.call("GET", `/api/tracks/${track}`)).json as Record<string, unknown>;
    expect((await patch(`/api/tracks/${track}`, { ...whole, title: "C" })).json).toMatchObject({ title: "C" });
  });
});
