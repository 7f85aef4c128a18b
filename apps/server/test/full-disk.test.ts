import { commit } from "@nightjar/api";
import { grants, passwordResets } from "@nightjar/db";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fillDisk } from "./support/full-disk.ts";
import { ADMIN, startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const FULL = "The disk is full: nothing can be saved until space is freed on the server. What is on air goes on.";
const signIn = (password = ADMIN.password) =>
  server.call("POST", "/api/auth/login", { body: { email: ADMIN.email, password }, token: null });
const me = async (token: string) => (await server.call("GET", "/api/auth/me", { token })).status;

describe("on a full disk", () => {
  it("an operator gets in and sees the streams, and is out again with the session's end, a new password and the account's end", async () => {
    fillDisk(server);
    const answer = await signIn();
    expect(answer.status).toBe(200);
    const token = textAt(answer, "token");
    expect(await me(token)).toBe(200);
    expect((await server.call("GET", "/api/streams", { token })).status).toBe(200);
    const other = textAt(await signIn(), "token");
    const { id } = server.services.db.query.users.findFirst().sync() ?? {};
    if (id === undefined) throw new Error("no account");
    const { services } = server;
    expect(() => commit(services, (tx) => services.sessions.end(tx, id, "elsewhere"))).toThrow("full");
    for (const ended of [token, other]) expect(await me(ended)).toBe(401);
    expect((await signIn("wrong password")).status).toBe(401);
  });

  it("a session that is due to be slid goes on", async () => {
    server.services.db.run(`update sessions set expires_at = expires_at - ${20 * 24 * 60 * 60 * 1000}`);
    fillDisk(server);
    expect(await me(server.adminToken)).toBe(200);
  });

  it("a change is refused with a sentence that says why, on both surfaces, and taken once there is room", async () => {
    const id = textAt(await server.call("POST", "/api/streams", { body: { title: "S" } }), "id");
    const lift = fillDisk(server);
    const refused = await server.call("PATCH", `/api/streams/${id}`, { body: { title: "T" } });
    expect([refused.status, refused.json]).toEqual([507, { message: FULL }]);
    const procedure = await server.call("POST", "/trpc/streams.update", { body: { id, title: "T" } });
    expect([procedure.status, procedure.json]).toMatchObject([503, { error: { message: FULL, data: { appCode: "disk-full" } } }]);
    lift();
    expect((await server.call("PATCH", `/api/streams/${id}`, { body: { title: "T" } })).json).toMatchObject({ title: "T" });
  });
});

it("new tokens of a connected account that could not be stored are by the server's end, where there is room by then", async () => {
  const { dataDir, services } = server;
  const { id } = services.db
    .insert(grants)
    .values({
      service: "google",
      accessTokenSealed: services.secrets.seal("old"),
      refreshTokenSealed: services.secrets.seal("old refresh"),
    })
    .returning()
    .get();
  const made = { accessToken: "new", refreshToken: "new refresh", expiresInMs: null };
  vi.spyOn(services.grantProviders.google, "refresh").mockResolvedValue(made);
  const lift = fillDisk(server);
  expect(await services.accessTokens.of(id, "old")).toBe("new");
  lift();
  await server.running.stop();
  server = await startTestServer({ DATA_DIR: dataDir });
  const [row] = server.services.db.select().from(grants).all();
  expect(server.services.secrets.open(row?.refreshTokenSealed ?? "")).toBe("new refresh");
});

describe("what has run out, where it cannot be deleted", () => {
  const SIX_HOURS_MS = 6 * 60 * 60 * 1000;
  const SAID = "old links to reset a password could not be swept";
  const links = () => server.services.db.select().from(passwordResets).all();
  const leaveLink = () =>
    server.services.db
      .insert(passwordResets)
      .values({ token: "old", userId: null, expiresAt: new Date(0) })
      .run();
  const said = () => server.logged.filter(({ message }) => message === SAID);
  afterEach(() => void vi.useRealTimers());

  it("is left to the next sweep, and the server goes on", async () => {
    await server.close();
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    server = await startTestServer();
    leaveLink();
    const lift = fillDisk(server);
    vi.advanceTimersByTime(SIX_HOURS_MS);
    expect([said().length, links().length]).toEqual([1, 1]);
    lift();
    vi.advanceTimersByTime(SIX_HOURS_MS);
    expect([said().length, links().length]).toEqual([1, 0]);
  });

  it("keeps the server from no start", async () => {
    const { dataDir } = server;
    leaveLink();
    server.services.db.$client.exec(
      "create trigger full before delete on password_resets begin select raise(abort, 'database or disk is full'); end",
    );
    await server.running.stop();
    server = await startTestServer({ DATA_DIR: dataDir });
    expect(await me(server.adminToken)).toBe(200);
    expect([said().length, links().length]).toEqual([1, 1]);
  });
});
