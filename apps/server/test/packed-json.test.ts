import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ADMIN, startTestServer } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";
import { askOnTheWire } from "./support/wire.ts";

const STREAMS = 20;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  for (let number = 0; number < STREAMS; number += 1) {
    const body = { title: `Harbour Radio ${number}`, description: "Music for the night shift" };
    await server.call("POST", "/api/streams", { body });
  }
});
afterAll(() => server.close());

const PACKED = { "accept-encoding": "gzip, deflate, br" };
const ask = (path: string, headers: Readonly<Record<string, string>> = PACKED) =>
  askOnTheWire(server.url + path, { headers: { authorization: `Bearer ${server.adminToken}`, ...headers } });

it.each(["/api/streams", "/trpc/streams.list"])("JSON of %s comes packed, is the same, and a fifth on the wire", async (path) => {
  const [packed, plain] = [await ask(path), await ask(path, {})];
  expect({ status: packed.status, encoding: packed.headers["content-encoding"] }).toEqual({ status: 200, encoding: "gzip" });
  expect(packed.headers["vary"]).toMatch(/accept-encoding/i);
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
  console.log(`${path.split("?")[0]}: ${plain.bytes.length} bytes, packed ${packed.bytes.length}`);
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 5);
});

/** All that the page of the accounts asks for, in one request. */
const ADMIN_PAGE = "/trpc/admin.users,admin.pendingUsers,auth.mailConfigured?batch=1&input=%7B%7D";
it.each(["/api/auth/users", ADMIN_PAGE, "/trpc/auth.me"])("what is of accounts and tells no token comes packed, too: %s", async (path) => {
  const { status, headers } = await ask(path);
  expect({ status, encoding: headers["content-encoding"] }).toEqual({ status: 200, encoding: "gzip" });
});

it("what tells a token comes as it is, however it is asked for", async () => {
  const headers = { ...PACKED, "content-type": "application/json", origin: server.url };
  for (const path of ["/api/auth/login", "/trpc/auth.login", "/trpc/auth%2Elogin"]) {
    const answer = await askOnTheWire(server.url + path, { method: "POST", headers, body: JSON.stringify(ADMIN) });
    expect({ path, status: answer.status, encoding: answer.headers["content-encoding"] }).toEqual({
      path,
      status: 200,
      encoding: undefined,
    });
    expect(answer.bytes.toString()).toContain("token");
  }
});

it("what tells a link to a new password comes as it is, also among other calls", async () => {
  const { id: userId } = await server.account("staff", "approved");
  const headers = { ...PACKED, "content-type": "application/json", authorization: `Bearer ${server.adminToken}` };
  const calls = [
    { path: "/trpc/admin.createResetLink", body: { userId } },
    { path: "/trpc/streams.create,admin.createResetLink?batch=1", body: { 0: { title: "Night" }, 1: { userId } } },
    { path: "/trpc/streams.create%2Cadmin.createResetLink?batch=1", body: { 0: { title: "Night" }, 1: { userId } } },
    { path: `/api/auth/users/${userId}/reset-link`, body: {} },
  ];
  for (const { path, body } of calls) {
    const answer = await askOnTheWire(server.url + path, { method: "POST", headers, body: JSON.stringify(body) });
    expect({ path, encoding: answer.headers["content-encoding"] }).toEqual({ path, encoding: undefined });
    expect(answer.bytes.toString()).toContain("/reset-password#");
  }
});

it("events are packed one by one: none waits for the next", async () => {
  const stop = new AbortController();
  const headers = { ...PACKED, authorization: `Bearer ${server.adminToken}` };
  const answer = await fetch(`${server.url}/api/events`, { headers, signal: stop.signal });
  expect(answer.headers.get("content-encoding")).toBe("gzip");
  const first = await answer.body?.getReader().read();
  expect(new TextDecoder().decode(first?.value)).toContain("retry:");
  stop.abort();
});
