import { BATCH_CALLS_MAX } from "@nightjar/contract";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ADMIN, startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const login = (email: string, password = "long enough") =>
  server.call("POST", "/api/auth/login", { token: null, body: { email, password } });
const me = (token: string) => server.call("GET", "/api/auth/me", { token });

describe("an account over HTTP", () => {
  it("is asked for, approved, signed in, and signed out by its deletion with the statuses of the house", async () => {
    const register = (password: string) =>
      server.call("POST", "/api/auth/register", { token: null, body: { email: "new@example.com", password } });
    expect(await register("short")).toMatchObject({
      status: 400,
      json: {
        message: "Password must be at least 8 characters",
        issues: [{ path: "password", message: "Password must be at least 8 characters" }],
      },
    });
    expect((await register("long enough")).status).toBe(201);
    expect((await register("long enough")).status).toBe(409);
    const noBody = await server.call("POST", "/api/auth/login", { token: null });
    expect([noBody.status, textAt(noBody, "message")]).toEqual([400, "Invalid email address"]);
    expect((await login("new@example.com", "not the password")).status).toBe(401);
    const signedIn = await login("new@example.com");
    const [token, id] = [textAt(signedIn, "token"), textAt(signedIn, "user.id")];
    expect([signedIn.status, (await server.call("GET", "/api/tracks", { token })).status]).toEqual([200, 403]);
    expect((await server.call("GET", "/api/auth/users/pending")).json).toMatchObject({ users: [{ id }] });
    const setStatus = (status: string) => server.call("PATCH", `/api/auth/users/${id}/status`, { body: { status } });
    expect(await setStatus("approved")).toMatchObject({ status: 200, json: { id, status: "approved" } });
    expect((await server.call("GET", "/api/tracks", { token })).status).toBe(200);
    expect((await setStatus("rejected")).status).toBe(200);
    expect((await login("new@example.com")).status).toBe(403);
    expect((await server.call("DELETE", `/api/auth/users/${id}`)).status).toBe(204);
    expect((await me(token)).status).toBe(401);
    expect((await server.call("DELETE", `/api/auth/users/${id}`)).status).toBe(404);
  });

  it("answers 400, not 401, to a wrong current password", async () => {
    const change = { currentPassword: "wrong", newPassword: "sixsix" };
    expect((await server.call("POST", "/api/auth/change-password", { body: change })).status).toBe(400);
    expect((await server.call("POST", "/trpc/auth.endOtherSessions", { body: null })).status).toBe(200);
    expect((await me(server.adminToken)).status).toBe(200);
  });
});

describe("guessing a password", () => {
  afterEach(async () => {
    await server.close();
    server = await startTestServer();
  });

  it("is slowed down with 429, and told how long to wait", async () => {
    for (let attempt = 0; attempt < 6; attempt++) await login(ADMIN.email, "wrong wrong");
    const refused = await login(ADMIN.email, ADMIN.password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
  });

  it("goes in no request of more calls than a screen sends in one, of which none is carried out", async () => {
    const batchOf = (count: number, path: string) => `/trpc/${Array.from({ length: count }, () => path).join(",")}?batch=1`;
    expect((await server.call("GET", batchOf(BATCH_CALLS_MAX, "auth.mailConfigured"))).status).toBe(200);
    const guess = { email: ADMIN.email, password: "wrong wrong" };
    const body = Object.fromEntries(Array.from({ length: BATCH_CALLS_MAX + 1 }, (_, at) => [at, guess]));
    expect((await server.call("POST", batchOf(BATCH_CALLS_MAX + 1, "auth.login"), { token: null, body })).status).toBe(400);
    expect((await login(ADMIN.email, ADMIN.password)).status).toBe(200);
  });

  it("counts by the address the proxy saw, not by what the client claims", async () => {
    await server.close();
    server = await startTestServer({ TRUST_PROXY: "on" });
    const guess = (seenByProxy: string, claimed: string) =>
      server.call("POST", "/api/auth/login", {
        token: null,
        body: { email: ADMIN.email, password: "wrong" },
        headers: { "x-forwarded-for": `${claimed}, ${seenByProxy}` },
      });
    for (let attempt = 0; attempt < 6; attempt++) await guess("9.9.9.9", `1.1.1.${attempt}`);
    expect((await guess("9.9.9.9", "5.5.5.5")).status).toBe(429);
    expect((await guess("8.8.8.8", "9.9.9.9")).status).toBe(401);
    for (let attempt = 0; attempt < 6; attempt++) await guess(`[2001:db8::${attempt}]:${443 + attempt}`, "1.1.1.1");
    expect((await guess("[2001:db8::ffff]:443", "1.1.1.1")).status).toBe(429);
  });
});

describe("where a request comes from", () => {
  const change = (headers: Readonly<Record<string, string>>) =>
    server.call("PATCH", "/api/stream-settings", {
      token: null,
      body: {},
      headers: { cookie: `nightjar_session=${server.adminToken}`, ...headers },
    });

  it("counts for a change that rides on the cookie", async () => {
    expect((await change({ origin: server.url })).status).toBe(200);
    expect((await change({ "sec-fetch-site": "same-origin" })).status).toBe(200);
    for (const headers of [
      {},
      { origin: "http://evil.example" },
      { origin: "null" },
      { origin: "http://evil.example", "sec-fetch-site": "same-origin" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
    ]) {
      expect((await change(headers)).status, JSON.stringify(headers)).toBe(403);
    }
  });

  it("does not count for reading, nor for a bearer", async () => {
    const cookie = { cookie: `nightjar_session=${server.adminToken}`, origin: "http://evil.example" };
    expect((await server.call("GET", "/api/tracks", { token: null, headers: cookie })).status).toBe(200);
    expect((await server.call("PATCH", "/api/stream-settings", { body: {}, headers: { origin: "http://evil.example" } })).status).toBe(200);
  });

  it("takes PUBLIC_URL for our own, behind a proxy that hides the host", async () => {
    await server.close();
    server = await startTestServer({ PUBLIC_URL: "https://radio.example/" });
    expect((await change({ origin: "https://radio.example" })).status).toBe(200);
    expect((await change({ origin: "http://radio.example" })).status).toBe(403);
  });
});
