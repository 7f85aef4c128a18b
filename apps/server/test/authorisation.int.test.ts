import { ROUTES } from "@nightjar/api";
import type { Access } from "@nightjar/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HTTP_ACCESS, TRPC_ACCESS } from "./support/access.ts";
import { ask } from "./support/many-calls.ts";
import { procedures } from "./support/procedures.ts";
import { startTestServer } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

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

async function status(method: string, path: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const hasBody = method !== "GET" && method !== "DELETE";
  const sent = hasBody ? { headers: { ...headers, "content-type": "application/json" }, body: "{}" } : { headers };
  return (await ask(server.url + path, { method, ...sent })).status;
}

function judge(actual: number, expected: number): void {
  if (expected === 0) expect([401, 403, 500]).not.toContain(actual);
  else expect(actual).toBe(expected);
}

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
      const isRefused = kind !== "query" && !SENT_BY_OTHERS.includes(name);
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
