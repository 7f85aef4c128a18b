import { OFF_AIR, SILENT, streamId } from "@nightjar/contract";
import type { UserId } from "@nightjar/contract";
import { sessions, users } from "@nightjar/db";
import { createTestDatabase } from "@nightjar/db/testing";
import type { TestDatabase } from "@nightjar/db/testing";
import { statSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { prepareFirstAdministrator } from "../src/auth/first-administrator.ts";
import { createLuciaAdapter, sessionKeyOf } from "../src/auth/lucia-adapter.ts";
import { verifyPassword } from "../src/auth/passwords.ts";
import { createSessions } from "../src/auth/sessions.ts";
import { type Told, commit } from "../src/changes.ts";
import { createLiveHub } from "../src/live-hub.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const addUser = (email: string): UserId => database.db.insert(users).values({ email, password: "x" }).returning().get().id;

describe("the first administrator", () => {
  const clock = { nowMs: () => Date.UTC(2026, 0, 1) };
  const makeFirst = async (wanted: Parameters<typeof prepareFirstAdministrator>[1], log = SILENT) =>
    (await prepareFirstAdministrator({ db: database.db, clock, log }, wanted))();

  it("is the configured one, whose password nobody has to be shown", async () => {
    const made = await makeFirst({ email: "Boss@Example.com", password: "long enough" });
    expect(made).toBeNull();
    const [row] = database.db.select().from(users).all();
    expect(row).toMatchObject({ email: "boss@example.com", role: "admin", status: "approved", approvedAt: new Date(clock.nowMs()) });
    expect(await verifyPassword(row?.password ?? "", "long enough")).toBe(true);
  });

  it("is admin@nightjar.local with a made password where nothing is configured, and is made once", async () => {
    const made = await makeFirst({ email: null, password: null });
    expect(made).toEqual({ email: "admin@nightjar.local", password: expect.stringMatching(/^[\w-]{16}$/) });
    expect(await makeFirst({ email: "x@example.com", password: "long enough" })).toBeNull();
    expect(database.db.select().from(users).all()).toHaveLength(1);
  });

  it("is in the database itself, and by that on the disk, before it is announced", async () => {
    await makeFirst({ email: null, password: null });
    expect(statSync(`${database.path}-wal`).size).toBe(0);
  });

  it.each([
    ["the disk refuses it", new Error("EIO")],
    ["somebody who reads keeps it from the disk", null],
  ] as const)("is announced though %s, which is logged: no later start would tell the password", async (_why, failure) => {
    const log = { ...SILENT, error: vi.fn() };
    vi.spyOn(database.db.$client, "pragma").mockImplementationOnce(() => {
      if (failure) throw failure;
      return [{ busy: 1, log: 1, checkpointed: 0 }];
    });
    const made = await makeFirst({ email: null, password: null }, log);
    const [row] = database.db.select().from(users).all();
    expect(await verifyPassword(row?.password ?? "", made?.password ?? "")).toBe(true);
    expect(log.error).toHaveBeenCalledWith(expect.anything(), "the first administrator may not outlive a power cut");
    expect(await makeFirst({ email: null, password: null })).toBeNull();
  });
});

describe("the sessions' storage", () => {
  it("holds the hash of a token and never the token", async () => {
    const adapter = createLuciaAdapter(database.db);
    const userId = addUser("a@example.com");
    const expiresAt = new Date(Date.now() + 60_000);
    await adapter.setSession({ id: "the-token", userId, expiresAt, attributes: {} });
    expect(database.db.select().from(sessions).all()).toMatchObject([{ token: sessionKeyOf("the-token"), userId }]);
    expect(JSON.stringify(database.db.select().from(sessions).all())).not.toContain("the-token");
    const [session, user] = await adapter.getSessionAndUser("the-token");
    expect({ session, user }).toMatchObject({ session: { id: "the-token", userId, expiresAt }, user: { id: userId } });
    expect(await adapter.getSessionAndUser(sessionKeyOf("the-token"))).toEqual([null, null]);
    expect(await adapter.getUserSessions(userId)).toHaveLength(1);

    const later = new Date(Date.now() + 120_000);
    await adapter.updateSessionExpiration("the-token", later);
    expect((await adapter.getSessionAndUser("the-token"))[0]?.expiresAt).toEqual(later);
    await adapter.deleteSession("the-token");
    expect(await adapter.getUserSessions(userId)).toEqual([]);
  });

  it("sweeps what has run out and ends all of one account", async () => {
    const adapter = createLuciaAdapter(database.db);
    const [a, b] = [addUser("a@example.com"), addUser("b@example.com")];
    const at = (ms: number) => new Date(Date.now() + ms);
    await adapter.setSession({ id: "old", userId: a, expiresAt: at(-1), attributes: {} });
    for (const id of ["a1", "a2"]) await adapter.setSession({ id, userId: a, expiresAt: at(60_000), attributes: {} });
    await adapter.setSession({ id: "b1", userId: b, expiresAt: at(60_000), attributes: {} });
    await adapter.deleteExpiredSessions();
    expect(await adapter.getUserSessions(a)).toHaveLength(2);
    await adapter.deleteUserSessions(a);
    expect(database.db.select().from(sessions).all()).toMatchObject([{ userId: b }]);
  });
});

describe("ending sessions", () => {
  it("tells who watches through them, but not the one that is kept, nor other accounts", async () => {
    const own = createSessions(database.db);
    const [a, b] = [addUser("a@example.com"), addUser("b@example.com")];
    const tokens = { kept: await own.create(a), ended: await own.create(a), other: await own.create(b) };
    const told: string[] = [];
    for (const [name, token] of Object.entries(tokens)) {
      const principal = await own.validate(token);
      if (principal) own.onEnd(principal, () => told.push(name));
    }
    const follow = (said: Told) => said.endedSignIns.forEach(({ userId, except }) => own.ended(userId, except));
    commit({ db: database.db, follow }, (tx) => own.end(tx, a, "elsewhere", sessionKeyOf(tokens.kept)));
    expect(told).toEqual(["ended"]);
    expect(await own.validate(tokens.ended)).toBeNull();
    expect((await own.validate(tokens.kept))?.user.email).toBe("a@example.com");
  });
});

/** What the test runner would hear of, and fail by: it does not until the test ends. */
function instead(name: "unhandledRejection"): readonly unknown[] {
  const runner = process.listeners(name);
  const heard: unknown[] = [];
  process.removeAllListeners(name);
  process.on(name, (reason) => void heard.push(reason));
  onTestFinished(() => {
    process.removeAllListeners(name);
    for (const listener of runner) process.on(name, listener);
  });
  return heard;
}

describe("the live hub", () => {
  it("goes on telling the others when one listener fails", () => {
    const hub = createLiveHub({ log: SILENT, clock: { nowMs: () => 0 }, config: { checksOutputs: true } });
    const heard: string[] = [];
    hub.subscribe(() => {
      throw new Error("broken");
    });
    const stop = hub.subscribe((event) => heard.push(event.type));
    hub.changed("tracks", "1");
    stop();
    hub.changed("tracks", "2");
    expect(heard).toEqual(["changed"]);
  });

  it.each([
    [true, ["The event on-air answers more than its schema says"]],
    [false, []],
  ])(
    "fails the test run by an event that says more than its schema, told all the same; in production nothing is looked at (%s)",
    async (checksOutputs, failed) => {
      const hub = createLiveHub({ log: SILENT, clock: { nowMs: () => 0 }, config: { checksOutputs } });
      const heard: string[] = [];
      hub.subscribe((event) => heard.push(event.type));
      const chatty = { ...OFF_AIR, streamKey: "k" };
      const unheard = instead("unhandledRejection");
      hub.publish({ type: "on-air", streamId: streamId.parse("night"), onAir: chatty });
      await nextTurn();
      expect([heard, unheard]).toEqual([["on-air"], failed.map((message) => new Error(message))]);
    },
  );
});
