import type { SessionEnd } from "@nightjar/contract";
import { endedSessions, sessions } from "@nightjar/db";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changePassword } from "../src/auth/change-password.ts";
import { deleteUser } from "../src/auth/delete-user.ts";
import { endOtherSessions } from "../src/auth/end-other-sessions.ts";
import { hashPassword } from "../src/auth/passwords.ts";
import { me } from "../src/auth/me.ts";
import { setStatus } from "../src/auth/set-status.ts";
import { users } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { openStudio } from "./support/call-verb.ts";
import type { Studio } from "./support/call-verb.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

/** What somebody is told who comes with this token. */
async function toldTo(token: string): Promise<unknown> {
  const { code, message, details } = await studio.refusal(me, undefined, { token });
  expect({ code, message }).toEqual({ code: "unauthenticated", message: "Authentication required" });
  return details["sessionEnded"] ?? null;
}

describe("who comes with the token of a session that has ended is told why", () => {
  it.each<SessionEnd>(["rejected", "pending"])("the account is %s now", async (status) => {
    const { id, token } = await studio.account("staff", "approved");
    if (status === "rejected" || status === "pending") await studio.callVerb(setStatus, { userId: id, status });
    expect(await toldTo(token)).toBe(status);
  });

  it("the account was deleted", async () => {
    const { id, token } = await studio.account("staff", "approved");
    await studio.callVerb(deleteUser, { userId: id });
    expect(await toldTo(token)).toBe("deleted");
  });

  it("it was ended from another one, which goes on", async () => {
    const { id, token } = await studio.account("staff", "approved");
    const other = await studio.services.sessions.create(id);
    await studio.callVerb(endOtherSessions, undefined, { token });
    expect(await toldTo(other)).toBe("elsewhere");
    await studio.callVerb(me, undefined, { token });
  });

  it("the password was changed", async () => {
    const { id, token } = await studio.account("staff", "approved");
    const password = await hashPassword("the old one");
    studio.services.db.update(users).set({ password }).where(eq(users.id, id)).run();
    const other = await studio.services.sessions.create(id);
    await studio.callVerb(changePassword, { currentPassword: "the old one", newPassword: "the new one" }, { token });
    expect(await toldTo(other)).toBe("password-changed");
  });

  it("it has expired, noticed at a call or by the sweep", async () => {
    const tokens = [(await studio.account("staff", "approved")).token, (await studio.account("staff", "approved")).token];
    const expire = () =>
      studio.services.db
        .update(sessions)
        .set({ expiresAt: new Date(Date.now() - 1) })
        .run();
    expire();
    expect(await toldTo(tokens[0] ?? "")).toBe("expired");
    await studio.services.sessions.sweepExpired();
    expect(studio.services.db.select().from(sessions).all()).toEqual([]);
    expect(await toldTo(tokens[1] ?? "")).toBe("expired");
  });
});

describe("nothing more is told", () => {
  it("of a token that never was, or that ended more than a month ago", async () => {
    expect(await toldTo("never was one")).toBeNull();
    const { id, token } = await studio.account("staff", "approved");
    await studio.callVerb(deleteUser, { userId: id });
    const longAgo = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000);
    studio.services.db.update(endedSessions).set({ endedAt: longAgo }).run();
    await studio.services.sessions.sweepExpired();
    expect(await toldTo(token)).toBeNull();
  });

  it("and what is remembered is no token, but its hash", async () => {
    const { id, token } = await studio.account("staff", "approved");
    await studio.callVerb(deleteUser, { userId: id });
    const rows = studio.services.db.select().from(endedSessions).all();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});
