import { SESSION_LIFETIME_MS } from "@nightjar/contract";
import { sessions, users } from "@nightjar/db";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ADMIN, startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const register = (email: string, password = "long enough") =>
  server.call("POST", "/api/auth/register", { token: null, body: { email, password } });
const login = (email: string, password = "long enough") =>
  server.call("POST", "/api/auth/login", { token: null, body: { email, password } });
const me = (token: string) => server.call("GET", "/api/auth/me", { token });
const setStatus = (id: string, status: string) => server.call("PATCH", `/api/auth/users/${id}/status`, { body: { status } });

describe("registering and approving", () => {
  it("lets a newcomer in after an approval, with the token he already has", async () => {
    expect((await register("New@Example.com")).status).toBe(201);
    const first = await login("new@example.COM");
    expect(first.status).toBe(200);
    expect(first.json).toMatchObject({ user: { email: "new@example.com", role: "staff", status: "pending", approvedAt: null } });
    const token = textAt(first, "token");
    expect((await server.call("GET", "/api/tracks", { token })).status).toBe(403);
    const id = textAt(first, "user.id");
    const pending = await server.call("GET", "/api/auth/users/pending");
    expect(pending.json).toMatchObject({ users: [{ id }] });

    const approved = await setStatus(id, "approved");
    expect(approved.status).toBe(200);
    expect(approved.json).toMatchObject({ id, status: "approved" });
    expect(new Date(textAt(approved, "approvedAt")).toISOString()).toBe(textAt(approved, "approvedAt"));
    expect((await me(token)).json).toMatchObject({ user: { status: "approved" } });
    expect((await server.call("GET", "/api/tracks", { token })).status).toBe(200);
    const [admin] = server.services.db.select().from(users).all();
    const row = server.services.db
      .select()
      .from(users)
      .all()
      .find((user) => user.id === id);
    expect(row?.approvedBy).toBe(admin?.id);
  });

  it("refuses a second account of an e-mail, also at the same moment", async () => {
    const both = await Promise.all([register("twice@example.com"), register("TWICE@example.com")]);
    expect(both.map((answer) => answer.status).sort()).toEqual([201, 409]);
  });

  it("tells the first broken rule in the specification's words", async () => {
    const short = await register("a@example.com", "short");
    expect(short.status).toBe(400);
    expect(short.json).toEqual({
      message: "Password must be at least 8 characters",
      issues: [{ path: "password", message: "Password must be at least 8 characters" }],
    });
    expect(textAt(await register("nonsense"), "message")).toBe("Invalid email address");
    expect(textAt(await login("a@example.com", ""), "message")).toBe("Password is required");
    const noBody = await server.call("POST", "/api/auth/login", { token: null });
    expect(textAt(noBody, "message")).toBe("Invalid email address");
  });
});

describe("signing in", () => {
  it("does not tell a wrong password from an unknown e-mail", async () => {
    const wrong = await login(ADMIN.email, "not the password");
    const unknown = await login("nobody@example.com", "not the password");
    expect(wrong.status).toBe(401);
    expect({ status: unknown.status, json: unknown.json }).toEqual({ status: wrong.status, json: wrong.json });
  });

  it("refuses a rejected account by name, but only with its password", async () => {
    await register("out@example.com");
    const id = textAt(await login("out@example.com"), "user.id");
    await setStatus(id, "rejected");
    const refused = await login("out@example.com");
    expect(refused.status).toBe(403);
    expect(textAt(refused, "message")).toBe("Account has been rejected. Please contact support.");
    expect((await login("out@example.com", "guess guess")).status).toBe(401);
  });

  it("slows guessing down with 429, without locking out the same account elsewhere or other accounts", async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 8; attempt++) statuses.push((await login(ADMIN.email, "wrong wrong")).status);
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
    expect(statuses.at(-1)).toBe(429);
    const refused = await login(ADMIN.email, ADMIN.password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    await register("other@example.com");
    expect((await login("other@example.com")).status).toBe(200);
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
  });

  it("stores no token, only its hash, and slides the thirty days", async () => {
    const token = textAt(await login(ADMIN.email, ADMIN.password), "token");
    const rows = server.services.db.select().from(sessions).all();
    expect(JSON.stringify(rows)).not.toContain(token);
    server.services.db
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() + 60_000) })
      .run();
    expect((await me(token)).status).toBe(200);
    const [slid] = server.services.db
      .select()
      .from(sessions)
      .all()
      .sort((a, b) => b.expiresAt.getTime() - a.expiresAt.getTime());
    expect(slid?.expiresAt.getTime()).toBeGreaterThan(Date.now() + SESSION_LIFETIME_MS - 60_000);
    server.services.db
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .run();
    expect((await me(token)).status).toBe(401);
  });
});

describe("losing access", () => {
  it("ends the sessions of who is revoked, rejected or deleted, at once", async () => {
    for (const change of ["rejected", "pending", "deleted"]) {
      const { id, token } = await server.account("staff", "approved");
      expect((await me(token)).status).toBe(200);
      const answer = change === "deleted" ? await server.call("DELETE", `/api/auth/users/${id}`) : await setStatus(id, change);
      expect(answer.status).toBe(change === "deleted" ? 204 : 200);
      expect((await me(token)).status, change).toBe(401);
    }
  });

  it("protects the own account and the last administrator", async () => {
    const [admin] = server.services.db.select().from(users).all();
    for (const status of ["rejected", "pending"]) expect((await setStatus(admin?.id ?? "", status)).status).toBe(409);
    expect((await server.call("DELETE", `/api/auth/users/${admin?.id}`)).status).toBe(409);
    const second = await server.account("admin", "approved");
    const asSecond = { token: second.token, body: { status: "rejected" } };
    expect((await server.call("PATCH", `/api/auth/users/${admin?.id}/status`, asSecond)).status).toBe(200);
    const third = await server.account("admin", "rejected");
    expect((await server.call("DELETE", `/api/auth/users/${third.id}`, { token: second.token })).status).toBe(204);
    expect((await server.call("DELETE", `/api/auth/users/${second.id}`, { token: second.token })).status).toBe(409);
  });

  it("answers 404 for an account that is not there and 400 for a status that is none", async () => {
    expect((await setStatus("nobody", "approved")).status).toBe(404);
    expect((await server.call("DELETE", "/api/auth/users/nobody")).status).toBe(404);
    const { id } = await server.account("staff", "pending");
    expect((await setStatus(id, "great")).status).toBe(400);
  });
});

describe("changing the password", () => {
  const change = (token: string, currentPassword: string, newPassword: string) =>
    server.call("POST", "/api/auth/change-password", { token, body: { currentPassword, newPassword } });

  it("ends all other sessions, keeps this one, and takes the new password only", async () => {
    const one = textAt(await login(ADMIN.email, ADMIN.password), "token");
    const other = textAt(await login(ADMIN.email, ADMIN.password), "token");
    expect((await change(one, ADMIN.password, "sixsix")).status).toBe(200);
    expect((await me(one)).status).toBe(200);
    expect((await me(other)).status).toBe(401);
    expect((await login(ADMIN.email, ADMIN.password)).status).toBe(401);
    expect((await login(ADMIN.email, "sixsix")).status).toBe(200);
  });

  it("answers 400, not 401, to a wrong current password", async () => {
    const answer = await change(server.adminToken, "wrong", "sixsix");
    expect(answer.status).toBe(400);
    expect((await me(server.adminToken)).status).toBe(200);
    expect(textAt(await change(server.adminToken, ADMIN.password, "five5"), "message")).toBe("Password must be at least 6 characters");
  });

  it("can end all other sessions alone", async () => {
    const other = textAt(await login(ADMIN.email, ADMIN.password), "token");
    expect((await server.call("POST", "/trpc/auth.endOtherSessions", { body: null })).status).toBe(200);
    expect((await me(other)).status).toBe(401);
    expect((await me(server.adminToken)).status).toBe(200);
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
