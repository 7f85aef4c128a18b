import { appRouter, ROUTES } from "@nightjar/api";
import type { Access } from "@nightjar/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

/** Written by hand, on purpose: a new call must be thought about here, or this test fails. */
const HTTP_ACCESS: Readonly<Record<string, Access>> = {
  "POST /api/auth/login": "public",
  "POST /api/auth/register": "public",
  "GET /api/auth/me": "self",
  "POST /api/auth/request-reset": "public",
  "POST /api/auth/reset-password": "public",
  "POST /api/auth/users/{userId}/reset-link": "admin",
  "POST /api/auth/change-password": "approved",
  "GET /api/auth/users": "admin",
  "GET /api/auth/users/pending": "admin",
  "PATCH /api/auth/users/{userId}/status": "admin",
  "DELETE /api/auth/users/{userId}": "admin",
  "GET /api/tracks": "approved",
  "POST /api/tracks": "approved",
  "POST /api/tracks/check-duplicates": "approved",
  "GET /api/tracks/{id}": "approved",
  "PATCH /api/tracks/{id}": "approved",
  "DELETE /api/tracks/{id}": "approved",
  "GET /api/isrc/{isrcCode}": "approved",
  "POST /api/artwork": "approved",
  "POST /api/upload/audio": "approved",
  "POST /api/upload/master": "approved",
  "POST /api/upload/artwork": "approved",
  "GET /api/files/{kind}/{name}": "approved",
  "GET /api/streams": "approved",
  "POST /api/streams": "approved",
  "POST /api/streams/add-tracks": "approved",
  "GET /api/streams/{id}": "approved",
  "PATCH /api/streams/{id}": "approved",
  "DELETE /api/streams/{id}": "approved",
  "POST /api/streams/{id}/tracks": "approved",
  "PUT /api/streams/{id}/destination": "approved",
  "DELETE /api/streams/{id}/destination": "approved",
  "GET /api/streams/{id}/destinations": "approved",
  "POST /api/streams/{id}/destinations": "approved",
  "DELETE /api/streams/{id}/destinations/{destinationId}": "approved",
  "PUT /api/streams/{id}/destinations/{destinationId}": "approved",
  "POST /api/streams/{id}/destinations/{destinationId}/test": "approved",
  "POST /api/destinations/test": "approved",
  "GET /api/streams/{id}/taken": "approved",
  "POST /api/streams/{id}/duplicate": "approved",
  "GET /api/streams/{id}/on-air": "approved",
  "POST /api/streams/{id}/update-content": "approved",
  "POST /api/streams/{id}/skip": "approved",
  "POST /api/streams/{id}/jump": "approved",
  "POST /api/streams/{id}/quarantine/{trackId}/lift": "approved",
  "GET /api/streams/{id}/as-run": "approved",
  "POST /api/direct-streaming/start/{id}": "approved",
  "POST /api/direct-streaming/stop/{id}": "approved",
  "GET /api/events": "approved",
  "GET /api/stream-settings": "approved",
  "PATCH /api/stream-settings": "approved",
  "GET /api/render-encoders": "approved",
  "POST /api/upload/video": "approved",
  "GET /api/backgrounds": "approved",
  "POST /api/backgrounds": "approved",
  "GET /api/backgrounds/{id}": "approved",
  "PATCH /api/backgrounds/{id}": "approved",
  "PATCH /api/backgrounds/{id}/activate": "approved",
  "DELETE /api/backgrounds/{id}": "approved",
  "GET /api/backgrounds/{id}/video": "approved",
  "POST /api/uploads": "approved",
  "GET /api/uploads/{id}": "approved",
  "PATCH /api/uploads/{id}": "approved",
  "DELETE /api/uploads/{id}": "approved",
  "POST /api/uploads/{id}/video": "approved",
  "GET /api/overlay-templates": "approved",
  "POST /api/overlay-templates": "approved",
  "PATCH /api/overlay-templates/{id}": "approved",
  "DELETE /api/overlay-templates/{id}": "approved",
  "GET /api/overlay-templates/{id}/elements": "approved",
  "GET /api/overlay-templates/{id}/usage": "approved",
  "GET /api/overlay-elements": "approved",
  "POST /api/overlay-elements": "approved",
  "PATCH /api/overlay-elements/{id}": "approved",
  "DELETE /api/overlay-elements/{id}": "approved",
  "GET /api/media": "approved",
  "POST /api/media": "approved",
  "GET /api/media/{id}/thumbnail": "approved",
  "DELETE /api/media/{id}": "approved",
  "GET /api/streams/{id}/motion-price": "approved",
  "GET /api/streams/{id}/live.flv": "approved",
  "GET /api/playlists": "approved",
  "POST /api/playlists": "approved",
  "GET /api/playlists/{id}": "approved",
  "DELETE /api/playlists/{id}": "approved",
  "POST /api/playlists/{id}/import": "approved",
  "POST /api/playlists/{id}/decide": "approved",
  "GET /api/spotify": "approved",
  "DELETE /api/spotify": "approved",
  "GET /api/auth/spotify/connect": "approved",
  "GET /api/auth/spotify/callback": "public",
  "GET /api/spotify/playlists": "approved",
  "GET /api/spotify/jobs": "approved",
  "POST /api/spotify/analyze-playlist": "approved",
  "POST /api/spotify/sync/{playlistId}": "approved",
  "POST /api/spotify/import-track/{trackId}": "approved",
  "GET /api/activity": "approved",
  "GET /api/wall": "approved",
  "GET /api/wall/pictures/{name}": "approved",
  "GET /api/sample-channel": "approved",
  "POST /api/sample-channel": "approved",
  "POST /api/sample-channel/cancel": "approved",
  "DELETE /api/sample-channel": "approved",
  "GET /api/test-stream/{streamId}": "approved",
  "GET /api/test-stream/{streamId}/status": "approved",
  "POST /api/test-stream/{streamId}/start": "approved",
  "POST /api/test-stream/{streamId}/stop": "approved",
  "GET /api/test-stream/{streamId}/live.flv": "approved",
  "GET /api/auth/youtube/connect": "approved",
  "GET /api/auth/youtube/callback": "public",
  "GET /api/youtube/channels/{streamId}": "approved",
  "POST /api/youtube/setup-stream/{id}": "approved",
  "POST /api/youtube/create-stream/{streamId}": "approved",
  "PATCH /api/youtube/update-stream/{id}": "approved",
  "GET /api/youtube/status/{streamId}": "approved",
  "GET /api/health": "public",
  "GET /api/ready": "public",
  "GET /api/openapi.json": "public",
  "GET /metrics": "metrics",
};
const TRPC_ACCESS: Readonly<Record<string, Access>> = {
  "auth.login": "public",
  "auth.register": "public",
  "auth.mailConfigured": "public",
  "auth.requestReset": "public",
  "auth.resetPassword": "public",
  "auth.me": "self",
  "auth.changePassword": "approved",
  "auth.endOtherSessions": "approved",
  "admin.users": "admin",
  "admin.pendingUsers": "admin",
  "admin.setStatus": "admin",
  "admin.deleteUser": "admin",
  "admin.createResetLink": "admin",
  "tracks.list": "approved",
  "tracks.facets": "approved",
  "tracks.ids": "approved",
  "tracks.get": "approved",
  "tracks.create": "approved",
  "tracks.update": "approved",
  "tracks.delete": "approved",
  "tracks.checkDuplicates": "approved",
  "tracks.lookupIsrc": "approved",
  "spotify.status": "approved",
  "spotify.disconnect": "approved",
  "spotify.playlists": "approved",
  "spotify.startAnalysis": "approved",
  "spotify.jobs": "approved",
  "spotify.sync": "approved",
  "spotify.importTrack": "approved",
  "playlists.list": "approved",
  "playlists.get": "approved",
  "playlists.create": "approved",
  "playlists.importTracks": "approved",
  "playlists.decide": "approved",
  "playlists.delete": "approved",
  "tracks.takeArtwork": "approved",
  "streams.list": "approved",
  "streams.get": "approved",
  "streams.create": "approved",
  "streams.duplicate": "approved",
  "streams.update": "approved",
  "streams.delete": "approved",
  "streams.addTrack": "approved",
  "streams.addTracks": "approved",
  "streams.setDestination": "approved",
  "streams.removeDestination": "approved",
  "streams.listDestinations": "approved",
  "streams.addDestination": "approved",
  "streams.deleteDestination": "approved",
  "streams.replaceDestination": "approved",
  "streams.testDestination": "approved",
  "streams.testAddress": "approved",
  "streams.takenLately": "approved",
  "overlays.templates": "approved",
  "overlays.templateElements": "approved",
  "overlays.document": "approved",
  "overlays.createTemplate": "approved",
  "overlays.updateTemplate": "approved",
  "overlays.deleteTemplate": "approved",
  "overlays.templateUsage": "approved",
  "overlays.change": "approved",
  "overlays.media": "approved",
  "overlays.deleteMedia": "approved",
  "activity.recent": "approved",
  "wall.look": "approved",
  "sample.status": "approved",
  "sample.make": "approved",
  "sample.cancel": "approved",
  "sample.remove": "approved",
  "testStream.info": "approved",
  "testStream.status": "approved",
  "testStream.start": "approved",
  "testStream.stop": "approved",
  "streams.motionPrice": "approved",
  "streams.start": "approved",
  "streams.stop": "approved",
  "streams.live": "approved",
  "streams.updateContent": "approved",
  "streams.skip": "approved",
  "streams.jump": "approved",
  "streams.liftQuarantine": "approved",
  "streams.setGapless": "approved",
  "streams.stepTracklist": "approved",
  "streams.history": "approved",
  "streams.coming": "approved",
  "streams.asRun": "approved",
  "youtube.channels": "approved",
  "youtube.setupStream": "approved",
  "youtube.createStream": "approved",
  "youtube.updateStream": "approved",
  "youtube.status": "approved",
  "settings.get": "approved",
  "settings.patch": "approved",
  "settings.renderEncoders": "approved",
  "backgrounds.list": "approved",
  "backgrounds.get": "approved",
  "backgrounds.uses": "approved",
  "backgrounds.preparations": "approved",
  "backgrounds.create": "approved",
  "backgrounds.update": "approved",
  "backgrounds.activate": "approved",
  "backgrounds.delete": "approved",
};

/** Another site sends browsers here: what they bring in the address says who they are. */
const SENT_BY_OTHERS = ["GET /api/auth/spotify/callback", "GET /api/auth/youtube/callback"];

const CALLERS = ["anonymous", "pending", "rejected", "staff", "admin"] as const;
type Caller = (typeof CALLERS)[number];
/** 0: let through, whatever the answer is then. */
const EXPECTED: Readonly<Record<Access, Readonly<Record<Caller, number>>>> = {
  public: { anonymous: 0, pending: 0, rejected: 0, staff: 0, admin: 0 },
  self: { anonymous: 401, pending: 0, rejected: 403, staff: 0, admin: 0 },
  approved: { anonymous: 401, pending: 403, rejected: 403, staff: 0, admin: 0 },
  admin: { anonymous: 401, pending: 403, rejected: 403, staff: 403, admin: 0 },
  metrics: { anonymous: 401, pending: 403, rejected: 403, staff: 403, admin: 0 },
};

let server: TestServer;
const tokens: Record<Caller, string | null> = { anonymous: null, pending: null, rejected: null, staff: null, admin: null };
beforeAll(async () => {
  server = await startTestServer({ METRICS_TOKEN: "scraper" });
  tokens.pending = (await server.account("staff", "pending")).token;
  tokens.rejected = (await server.account("staff", "rejected")).token;
  tokens.staff = (await server.account("staff", "approved")).token;
  tokens.admin = server.adminToken;
});
afterAll(() => server.close());

/** Only the head is read: the stream of events has no end. */
async function status(method: string, path: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const abort = new AbortController();
  const hasBody = method !== "GET" && method !== "DELETE";
  const response = await fetch(server.url + path, {
    method,
    headers: { ...headers, ...(hasBody ? { "content-type": "application/json" } : {}) },
    signal: abort.signal,
    ...(hasBody ? { body: "{}" } : {}),
  });
  abort.abort();
  return response.status;
}

function judge(actual: number, expected: number): void {
  if (expected === 0) expect([401, 403, 500]).not.toContain(actual);
  else expect(actual).toBe(expected);
}

interface Procedure {
  readonly _def: { readonly type: string; readonly meta?: unknown };
}
/** Flat at run time, nested only in its types. */
const procedures = Object.entries(appRouter._def.procedures as unknown as Readonly<Record<string, Procedure>>);
const kindOf = (meta: unknown) => (typeof meta === "object" && meta !== null && "kind" in meta ? meta.kind : "unknown");

const calls = [
  ...ROUTES.map((route) => ({
    name: `${route.method} ${route.path}`,
    ...{ method: route.method, path: route.path.replace("{kind}", "audio").replaceAll(/\{\w+\}/g, "nobody") },
    ...{ access: HTTP_ACCESS[`${route.method} ${route.path}`], kind: route.spec.kind },
  })),
  ...procedures.map(([name, procedure]) => ({
    name,
    ...{ method: procedure._def.type === "query" ? "GET" : "POST", path: `/trpc/${name}` },
    ...{ access: TRPC_ACCESS[name], kind: kindOf(procedure._def.meta) },
  })),
];

describe("who may call what", () => {
  it("is written down for every call there is, and for none that is gone", () => {
    expect(ROUTES.map((route) => `${route.method} ${route.path}`).sort()).toEqual(Object.keys(HTTP_ACCESS).sort());
    expect(procedures.map(([name]) => name).sort()).toEqual(Object.keys(TRPC_ACCESS).sort());
  });

  describe.each(calls)("$name", ({ access = "admin", method, name, path, kind }) => {
    it.each(CALLERS)("answers %s as written", async (caller) => {
      const token = tokens[caller];
      judge(await status(method, path, token === null ? {} : { authorization: `Bearer ${token}` }), EXPECTED[access][caller]);
    });

    it("refuses a token nobody issued", async () => {
      judge(await status(method, path, { authorization: "Bearer nobodysToken" }), access === "public" ? 0 : 401);
    });

    it("refuses a change from another site that rides on the cookie", async () => {
      const headers = { cookie: `nightjar_session=${server.adminToken}`, origin: "http://evil.example" };
      const isRefused = kind === "change" && !SENT_BY_OTHERS.includes(name);
      const expected = access === "metrics" ? 401 : isRefused ? 403 : 0;
      judge(await status(method, path, headers), expected);
    });
  });

  it("lets the metrics token read the metrics and nothing else", async () => {
    expect(await status("GET", "/metrics", { authorization: "Bearer scraper" })).toBe(200);
    expect(await status("GET", "/api/tracks", { authorization: "Bearer scraper" })).toBe(401);
  });

  it("knows no other way in", async () => {
    for (const path of ["/api/unknown", "/trpc/unknown.call", "/api"]) {
      expect((await server.call("POST", path, { body: {} })).status, path).toBe(404);
    }
  });
});
