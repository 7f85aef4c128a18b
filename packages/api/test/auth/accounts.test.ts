import { SESSION_LIFETIME_MS } from "@nightjar/contract";
import type { UserId } from "@nightjar/contract";
import { passwordResets, sessions, users } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { changePassword } from "../../src/auth/change-password.ts";
import { createResetLink } from "../../src/auth/create-reset-link.ts";
import { deleteUser } from "../../src/auth/delete-user.ts";
import { endOtherSessions } from "../../src/auth/end-other-sessions.ts";
import { listPendingUsers } from "../../src/auth/list-users.ts";
import { login } from "../../src/auth/login.ts";
import type { LoginGuard } from "../../src/auth/login-guard.ts";
import { me } from "../../src/auth/me.ts";
import { hashPassword } from "../../src/auth/passwords.ts";
import { register } from "../../src/auth/register.ts";
import { setNewPassword } from "../../src/auth/set-new-password.ts";
import { setStatus } from "../../src/auth/set-status.ts";
import { commit } from "../../src/changes.ts";
import { listTracks } from "../../src/library/list-tracks.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => {
  vi.useRealTimers();
  return studio.close();
});

const PASSWORD = "long enough";
const signUp = (email: string, password = PASSWORD) => studio.callVerb(register, { email, password }, "anonymous");
const signIn = (email: string, password = PASSWORD) => studio.callVerb(login, { email, password }, "anonymous");
const refusedSignIn = (email: string, password = PASSWORD) => studio.refusal(login, { email, password }, "anonymous");
const isSignedIn = async (token: string) =>
  studio.callVerb(me, undefined, { token }).then(
    () => true,
    () => false,
  );
/** Has something happen while the next password is verified: its account was read by then, and hashing takes many turns. */
function whileVerifying(happens: () => unknown): void {
  const { loginGuard } = studio.services;
  const begin: LoginGuard["begin"] = (...who) => {
    Object.assign(studio.services, { loginGuard });
    loginGuard.begin(...who);
    queueMicrotask(() => void happens());
  };
  Object.assign(studio.services, { loginGuard: { ...loginGuard, begin } });
}
/** As a link does. */
const setAnew = (id: UserId, hashed: string) => commit(studio.services, (tx) => setNewPassword(tx, studio.services.sessions, id, hashed));
const rowOf = (id: UserId) => studio.services.db.select().from(users).where(eq(users.id, id)).get();

describe("registering and approving", () => {
  it("lets a newcomer in after an approval, with the token he already has", async () => {
    await signUp("New@Example.com");
    const { token, user } = await signIn("new@example.COM");
    expect(user).toMatchObject({ email: "new@example.com", role: "staff", status: "pending", approvedAt: null });
    expect(await studio.refusal(listTracks, {}, { token })).toMatchObject({ code: "forbidden" });
    expect(await studio.callVerb(listPendingUsers, undefined)).toMatchObject({ users: [{ id: user.id }] });

    const boss = await studio.account("admin", "approved");
    const approved = await studio.callVerb(setStatus, { userId: user.id, status: "approved" }, { token: boss.token });
    expect(approved).toMatchObject({ id: user.id, status: "approved" });
    expect(new Date(approved.approvedAt ?? "").toISOString()).toBe(approved.approvedAt);
    expect(await studio.callVerb(me, undefined, { token })).toMatchObject({ user: { status: "approved" } });
    expect(await studio.callVerb(listTracks, {}, { token })).toMatchObject({ items: [] });
    expect(rowOf(user.id)?.approvedBy).toBe(boss.id);
  });

  it("refuses a second account of an e-mail, also at the same moment", async () => {
    const both = await Promise.allSettled([signUp("twice@example.com"), signUp("TWICE@example.com")]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(both.find((one) => one.status === "rejected")?.reason).toMatchObject({ code: "conflict" });
  });

  it("tells the first broken rule in the specification's words", async () => {
    const message = "Password must be at least 8 characters";
    expect(await studio.refusal(register, { email: "a@example.com", password: "short" }, "anonymous")).toMatchObject({
      ...{ code: "invalid-input", message, issues: [{ path: "password", message }] },
    });
    expect((await studio.refusal(register, { email: "nonsense", password: PASSWORD }, "anonymous")).message).toBe("Invalid email address");
    expect((await refusedSignIn("a@example.com", "")).message).toBe("Password is required");
    expect((await studio.refusal(login, {}, "anonymous")).message).toBe("Invalid email address");
  });
});

describe("signing in", () => {
  it("does not tell a wrong password from an unknown e-mail", async () => {
    await signUp("somebody@example.com");
    const [wrong, unknown] = [await refusedSignIn("somebody@example.com", "not the password"), await refusedSignIn("nobody@example.com")];
    expect(wrong.code).toBe("unauthenticated");
    const { code, message, details } = wrong;
    expect(unknown).toMatchObject({ code, message, details });
  });

  it("refuses a rejected account by name, but only with its password", async () => {
    await signUp("out@example.com");
    const { user } = await signIn("out@example.com");
    await studio.callVerb(setStatus, { userId: user.id, status: "rejected" });
    expect(await refusedSignIn("out@example.com")).toMatchObject({
      ...{ code: "forbidden", message: "Account has been rejected. Please contact support." },
    });
    expect((await refusedSignIn("out@example.com", "guess guess")).code).toBe("unauthenticated");
  });

  it.each<[string, string, (id: UserId) => unknown]>([
    ["gets a new password", "unauthenticated", (id) => setAnew(id, "another hash")],
    ["is rejected", "forbidden", (id) => studio.callVerb(setStatus, { userId: id, status: "rejected" })],
    ["is deleted", "unauthenticated", (id) => studio.callVerb(deleteUser, { userId: id })],
  ])("leaves no session of an account that %s while its password is verified", async (_what, code, happens) => {
    await signUp("late@example.com");
    const { id } = (await signIn("late@example.com")).user;
    whileVerifying(() => happens(id));
    expect((await refusedSignIn("late@example.com")).code).toBe(code);
    expect(studio.services.db.select().from(sessions).where(eq(sessions.userId, id)).all()).toEqual([]);
  });

  it("slows guessing down, without locking out other accounts", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    await signUp("boss@example.com");
    const codes: string[] = [];
    for (let attempt = 0; attempt < 8; attempt++) codes.push((await refusedSignIn("boss@example.com", "wrong wrong")).code);
    expect(codes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => "unauthenticated"));
    expect(codes.at(-1)).toBe("too-many-requests");
    const refused = await refusedSignIn("boss@example.com");
    expect(refused.code).toBe("too-many-requests");
    expect(refused.details["retryAfterSeconds"]).toBeLessThanOrEqual(60);
    await signUp("other@example.com");
    await signIn("other@example.com");
  });

  it("lets nobody wait longer than a minute where the machine's clock is set back", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const now = Date.now();
    studio.ports.clock.set(now + 3_600_000);
    await signUp("boss@example.com");
    for (let attempt = 0; attempt < 6; attempt++) await refusedSignIn("boss@example.com", "wrong wrong");
    studio.ports.clock.set(now);
    vi.advanceTimersByTime(60_000);
    await signIn("boss@example.com");
  });

  it("stores no token, only its hash, and slides the thirty days", async () => {
    await signUp("somebody@example.com");
    const { token } = await signIn("somebody@example.com");
    const { db } = studio.services;
    const stored = () => db.select().from(sessions).all();
    const expire = (inMs: number) =>
      db
        .update(sessions)
        .set({ expiresAt: new Date(Date.now() + inMs) })
        .run();
    expect(JSON.stringify(stored())).not.toContain(token);
    expire(60_000);
    expect(await isSignedIn(token)).toBe(true);
    expect(stored()[0]?.expiresAt.getTime()).toBeGreaterThan(Date.now() + SESSION_LIFETIME_MS - 60_000);
    expire(-1);
    expect(await isSignedIn(token)).toBe(false);
  });
});

describe("losing access", () => {
  it("ends the sessions of who is revoked, rejected or deleted, at once", async () => {
    for (const change of ["rejected", "pending", "deleted"] as const) {
      const { id, token } = await studio.account("staff", "approved");
      expect(await isSignedIn(token)).toBe(true);
      if (change === "deleted") await studio.callVerb(deleteUser, { userId: id });
      else await studio.callVerb(setStatus, { userId: id, status: change });
      expect(await isSignedIn(token), change).toBe(false);
    }
  });

  it("protects the own account and the last administrator", async () => {
    const first = await studio.account("admin", "approved");
    const own = { token: first.token };
    for (const status of ["rejected", "pending"]) {
      expect((await studio.refusal(setStatus, { userId: first.id, status }, own)).code, status).toBe("conflict");
    }
    expect((await studio.refusal(deleteUser, { userId: first.id }, own)).code).toBe("conflict");
    const second = await studio.account("admin", "approved");
    await studio.callVerb(setStatus, { userId: first.id, status: "rejected" }, { token: second.token });
    const third = await studio.account("admin", "rejected");
    await studio.callVerb(deleteUser, { userId: third.id }, { token: second.token });
    expect((await studio.refusal(deleteUser, { userId: second.id }, { token: second.token })).code).toBe("conflict");
  });

  it("is refused for an account that is not there, and into a status that is none", async () => {
    expect((await studio.refusal(setStatus, { userId: "nobody", status: "approved" })).code).toBe("not-found");
    expect((await studio.refusal(deleteUser, { userId: "nobody" })).code).toBe("not-found");
    const { id } = await studio.account("staff", "pending");
    expect((await studio.refusal(setStatus, { userId: id, status: "great" })).code).toBe("invalid-input");
  });
});

describe("changing the password", () => {
  const EMAIL = "boss@example.com";
  beforeEach(async () => {
    await signUp(EMAIL);
    studio.services.db.update(users).set({ status: "approved" }).where(eq(users.email, EMAIL)).run();
  });
  const change = (currentPassword: string, newPassword: string) => ({ currentPassword, newPassword });

  it("ends all other sessions, keeps this one, and takes the new password only", async () => {
    const [one, other] = [(await signIn(EMAIL)).token, (await signIn(EMAIL)).token];
    await studio.callVerb(changePassword, change(PASSWORD, "sixsix"), { token: one });
    expect(await isSignedIn(one)).toBe(true);
    expect(await isSignedIn(other)).toBe(false);
    expect((await refusedSignIn(EMAIL)).code).toBe("unauthenticated");
    await signIn(EMAIL, "sixsix");
  });

  it("calls a wrong current password wrong input, and signs nobody out for it", async () => {
    const { token } = await signIn(EMAIL);
    expect((await studio.refusal(changePassword, change("wrong", "sixsix"), { token })).code).toBe("invalid-input");
    expect(await isSignedIn(token)).toBe(true);
    const short = await studio.refusal(changePassword, change(PASSWORD, "five5"), { token });
    expect(short.message).toBe("Password must be at least 6 characters");
  });

  it("is refused where it was set anew while the one before was verified", async () => {
    const { token, user } = await signIn(EMAIL);
    const byLink = await hashPassword("set by a link");
    whileVerifying(() => setAnew(user.id, byLink));
    const refused = await studio.refusal(changePassword, change(PASSWORD, "sixsix"), { token });
    // Setting it anew has signed everybody out.
    expect(refused.code).toBe("unauthenticated");
    await signIn(EMAIL, "set by a link");
  });

  it("is done once where two changes of one session come at once: the other was asked for over a password that is none any more", async () => {
    const { token } = await signIn(EMAIL);
    const wanted = ["sixsix", "sevensix"];
    const both = await Promise.allSettled(wanted.map((next) => studio.callVerb(changePassword, change(PASSWORD, next), { token })));
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(both.find((one) => one.status === "rejected")?.reason).toMatchObject({ code: "invalid-input" });
    await signIn(EMAIL, wanted[both.findIndex(({ status }) => status === "fulfilled")]);
  });

  it("leaves no link to a new password that was made before", async () => {
    const { token, user } = await signIn(EMAIL);
    await studio.callVerb(createResetLink, { userId: user.id });
    await studio.callVerb(changePassword, change(PASSWORD, "sixsix"), { token });
    expect(studio.services.db.select().from(passwordResets).all()).toEqual([]);
  });

  it("can end all other sessions alone", async () => {
    const [one, other] = [(await signIn(EMAIL)).token, (await signIn(EMAIL)).token];
    await studio.callVerb(endOtherSessions, undefined, { token: one });
    expect([await isSignedIn(one), await isSignedIn(other)]).toEqual([true, false]);
  });
});
